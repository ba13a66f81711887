public import MillraceModules
public import Millrace

extension TestStore {
    /// Demands that the next output of the store is `output`.
    ///
    /// Outputs are in the order in which they were told, apart from everything else. They are the same as flows that
    /// tell them are.
    ///
    /// - Fails: when there is none, or when the next is another. Where the store is not exhaustive, those before it are
    ///   passed over.
    public func output(
        _ output: R.Output, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let call = Call(Place(fileID, filePath, line, column), "output(\(shortDescription(of: output)))")
        guard look(call) else { return }
        _ = next(\.outputs, .output, call, show: shortDescription) {
            areSame($0, output)
        } wrong: {
            .wrong(.output, call, expected: output, there: $0, $1)
        }
    }

    /// Demands that the next transition of the store is `transition`.
    ///
    /// Transitions are in the order of their turns, apart from everything else. No router makes anything of them: nobody
    /// navigates. They are the same as flows that ask for them are.
    ///
    /// - Fails: when there is none, or when the next is another. Where the store is not exhaustive, those before it are
    ///   passed over.
    public func transition(
        _ transition: R.Transition, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        let call = Call(Place(fileID, filePath, line, column), "transition(\(shortDescription(of: transition)))")
        guard look(call) else { return }
        _ = next(\.transitions, .transition, call, show: shortDescription) {
            areSame($0, transition)
        } wrong: {
            .wrong(.transition, call, expected: transition, there: $0, $1)
        }
    }

    /// Demands that the next thing that the store tells another module is `input`, and that it tells it on `port`.
    ///
    /// Inputs for every port are in the order of their turns, apart from everything else. Nobody is on the port: nothing
    /// is reduced. They are the same as flows that tell them are.
    ///
    /// - Fails: when there is none, or when the next is another, or on another port. Where the store is not exhaustive,
    ///   those before it are passed over.
    public func input<Child: Module>(
        _ input: Child.Input, to port: Navigator.Port<Child>, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let portInput = PortInput(input, port.portName)
        let call = Call(Place(fileID, filePath, line, column), "input(\(portInput.line))")
        guard look(call) else { return }
        _ = next(\.inputs, .input, call) {
            $0.line
        } isMeant: {
            $0.isSame(as: portInput)
        } wrong: {
            .wrong(.input, call, expected: portInput, there: $0, $1)
        }
    }

    /// Demands that the next fact that a flow has posted is `fact`.
    ///
    /// Facts of every type are in the order in which they were posted, apart from everything else. What is posted
    /// from outside of a turn, as by the test itself, is not among them.
    ///
    /// - Fails: when there is none, or when the next is another. Where the store is not exhaustive, those before it are
    ///   passed over.
    public func fact(
        _ fact: some Fact, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let call = Call(Place(fileID, filePath, line, column), "fact(\(shortDescription(of: fact)))")
        guard look(call) else { return }
        let fact: any Fact = fact
        _ = next(\.facts, .fact, call, show: shortDescription) {
            areSame($0, fact)
        } wrong: {
            .wrong(.fact, call, expected: fact, there: $0, $1)
        }
    }

    /// Demands that the next fault is of this kind. A fault of which no test speaks fails it, exhaustive or not.
    ///
    /// - Fails: when there is none, or when the next is of another kind.
    public func fault(
        _ kind: Fault.Kind, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let call = Call(Place(fileID, filePath, line, column), "fault(.\(kind))")
        guard look(call) else { return }
        guard let fault = log.faults.popFirst() else {
            return Failure.nothing(.fault, call, pending: pendingLines).report(at: call.place)
        }
        if fault.value.kind == kind { return }
        Failure.unmatched(.fault, call, there: fault.value, log.origin(of: fault.record)).report(at: call.place)
    }
}
