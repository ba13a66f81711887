import MillraceHistory
public import MillraceExtras
public import Millrace

extension TestStore {
    /// Sends `action`, and asserts that the state changes as `assert` does.
    ///
    /// When this method returns, the action and all actions that follow from it without a delay have been reduced. The
    /// closure describes only the change by `action`; the test must receive the others, one after the other. Without
    /// `assert`, the action must not change the state.
    ///
    /// Fails the test at this line if the state differs, with the difference. Fails the test at an earlier line if that
    /// line caused something that the test has not asserted.
    ///
    /// - Returns: The receipt of the action and of every effect that it caused. The result can be discarded.
    @discardableResult
    public func send(
        _ action: R.Action, _ assert: ((inout R.State) throws -> Void)? = nil, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Receipt {
        let call = Call(Place(fileID, filePath, line, column), "send(\(shortDescription(of: action)))")
        return performAndCheck(call, .action, assert) { store.send(action) }
    }

    /// Replaces the state of the store. The asserted state becomes `state`.
    ///
    /// `effects` decides about the running effects, and defaults to cancelling them. The test must receive the actions that
    /// follow, such as those of active commands.
    ///
    /// Fails the test at an earlier line if that line caused something that the test has not asserted.
    public func replaceState(
        with state: R.State, effects: ReplacedEffects = .cancel, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        guard beginCall(Call(Place(fileID, filePath, line, column), "replaceState(with:)")) else { return }
        store.replaceState(with: state, effects: effects)
        self.state = state
        endCall()
    }

    /// Calls `body`, which sends a message to the store from outside, and checks the action that the store reduces.
    func performAndCheck(
        _ call: Call, _ kind: Message.Kind, _ assert: ((inout R.State) throws -> Void)?, _ body: () -> Receipt
    ) -> Receipt {
        guard beginCall(call) else { return .finished }
        let receipt = body()
        endCall()
        if let first = log.steps.first, first.value.kind == kind, first.value.isFromOutside {
            check(log.steps.popFirst(), call, assert)
        } else {
            Failure.notReduced(call, kind).report(at: call.place)
        }
        return receipt
    }

    /// Asserts that the next action that the test did not send itself is `action`, and that it changed the state as
    /// `assert` does.
    ///
    /// Such an action comes from a flow, an event of a command with a handler, a timer, a fact that the store listens
    /// to, the store's inbox, or the start of a module. The store has already reduced it; this method only asserts it.
    /// Actions are compared like those of equal flows.
    ///
    /// Fails the test if there is no action left, or if the next one or the state is different. If the store is not
    /// exhaustive, skips actions up to the first that matches; if none matches, all of them remain.
    public func receive(
        _ action: R.Action, _ assert: ((inout R.State) throws -> Void)? = nil, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let call = Call(Place(fileID, filePath, line, column), "receive(\(shortDescription(of: action)))")
        receive(call, assert) {
            areSame($0, action)
        } wrong: {
            .wrong(.action, call, expected: action, actual: $0, $1)
        }
    }

    /// Asserts that the next action that the test did not send itself satisfies `matches`, and that it changed the
    /// state as `assert` does.
    ///
    /// Fails the test like ``receive(_:_:fileID:filePath:line:column:)``.
    public func receive(
        where matches: (R.Action) -> Bool, _ assert: ((inout R.State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let call = Call(Place(fileID, filePath, line, column), "receive(where: …)")
        receive(call, assert, matches) { .unmatched(.action, call, actual: $0, $1) }
    }

    private func receive(
        _ call: Call, _ assert: ((inout R.State) throws -> Void)?, _ matches: (R.Action) -> Bool,
        wrong: (R.Action, [String]) -> Failure
    ) {
        guard beginAssertion(call) else { return }
        let step = next(\.steps, .action, call) {
            shortDescription(of: $0.action)
        } matches: {
            matches($0.action)
        } wrong: { step, origin in
            if exhaustivity == .on { state = step.after }
            return wrong(step.action, origin)
        }
        if let step { check(step, call, assert) }
    }

    /// Begins an assertion about what has already happened.
    func beginAssertion(_ call: Call) -> Bool {
        if let end {
            Failure.finished(call, at: end).report(at: call.place)
            return false
        }
        engine.processPending()
        log.read(for: store)
        return true
    }
}
