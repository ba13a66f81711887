public import MillraceModules
public import Millrace

extension TestStore {
    /// Asserts that the next output of the store is `output`.
    ///
    /// Outputs are asserted in the order in which the store sent them, independently of other kinds. They are compared
    /// like those of equal flows.
    ///
    /// Fails the test if there is no output left, or if the next one is different. If the store is not exhaustive,
    /// skips outputs up to the first that matches.
    public func output(
        _ output: R.Output, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let call = Call(Place(fileID, filePath, line, column), "output(\(shortDescription(of: output)))")
        guard beginAssertion(call) else { return }
        _ = next(\.outputs, .output, call, show: shortDescription) {
            areSame($0, output)
        } wrong: {
            .wrong(.output, call, expected: output, actual: $0, $1)
        }
    }

    /// Asserts that the next transition of the store is `transition`.
    ///
    /// Transitions are asserted in the order of their turns, independently of other kinds. They are compared like those
    /// of equal flows. There is no navigator, so no route is performed.
    ///
    /// Fails the test if there is no transition left, or if the next one is different. If the store is not exhaustive,
    /// skips transitions up to the first that matches.
    public func transition(
        _ transition: R.Transition, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        let call = Call(Place(fileID, filePath, line, column), "transition(\(shortDescription(of: transition)))")
        guard beginAssertion(call) else { return }
        _ = next(\.transitions, .transition, call, show: shortDescription) {
            areSame($0, transition)
        } wrong: {
            .wrong(.transition, call, expected: transition, actual: $0, $1)
        }
    }

    /// Asserts that the next value that the store sends to another module is `input`, on `port`.
    ///
    /// Inputs for all ports are asserted in the order of their turns, independently of other kinds. They are compared
    /// like those of equal flows. No module is connected to the port, so the input is not reduced.
    ///
    /// Fails the test if there is no input left, or if the next one or its port is different. If the store is not
    /// exhaustive, skips inputs up to the first that matches.
    public func input<Child: Module>(
        _ input: Child.Input, to port: Navigator.Port<Child>, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let portInput = PortInput(input, port.portName)
        let call = Call(Place(fileID, filePath, line, column), "input(\(portInput.line))")
        guard beginAssertion(call) else { return }
        _ = next(\.inputs, .input, call) {
            $0.line
        } matches: {
            $0.isSame(as: portInput)
        } wrong: {
            .wrong(.input, call, expected: portInput, actual: $0, $1)
        }
    }

    /// Asserts that the next fact that a flow posted is `fact`.
    ///
    /// Facts of all types are asserted in the order in which they were posted, independently of other kinds. Facts that
    /// the test posts itself are not included.
    ///
    /// Fails the test if there is no fact left, or if the next one is different. If the store is not exhaustive, skips
    /// facts up to the first that matches.
    public func fact(
        _ fact: some Fact, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let call = Call(Place(fileID, filePath, line, column), "fact(\(shortDescription(of: fact)))")
        guard beginAssertion(call) else { return }
        let fact: any Fact = fact
        _ = next(\.facts, .fact, call, show: shortDescription) {
            areSame($0, fact)
        } wrong: {
            .wrong(.fact, call, expected: fact, actual: $0, $1)
        }
    }

    /// Asserts that the next fault is of this kind. A fault that the test does not assert fails the test, even if the
    /// store is not exhaustive.
    ///
    /// Fails the test if there is no fault left, or if the next one is of another kind.
    public func fault(
        _ kind: Fault.Kind, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let call = Call(Place(fileID, filePath, line, column), "fault(.\(kind))")
        guard beginAssertion(call) else { return }
        guard let fault = log.faults.popFirst() else {
            return Failure.noneLeft(.fault, call, pending: pendingLines).report(at: call.place)
        }
        if fault.value.kind == kind { return }
        Failure.unmatched(.fault, call, actual: fault.value, log.origin(of: fault.record)).report(at: call.place)
    }
}
