import MillraceInspection
public import Millrace

extension TestStore {
    /// Sends `action`, and demands that the state after it is what `assert` makes of the state before.
    ///
    /// The action is reduced when this returns, and so is all that follows from it at once. The closure speaks of this
    /// action alone; those that follow wait to be received, one after the other. Without a closure the action must
    /// change nothing.
    ///
    /// - Returns: the receipt of the action and of every effect that it caused. It may be dropped.
    /// - Fails: at this line, when the state is another, with the difference; at the line that caused it, when
    ///   something happened before of which the test has not spoken.
    @discardableResult
    public func send(
        _ action: R.Action, _ assert: ((inout R.State) throws -> Void)? = nil, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Receipt {
        let call = Call(Place(fileID, filePath, line, column), "send(\(shortDescription(of: action)))")
        return act(call, .action, assert) { store.send(action) }
    }

    /// Has `body` bring the store a message from outside, of which the store reduces one action.
    func act(
        _ call: Call, _ kind: Message.Kind, _ assert: ((inout R.State) throws -> Void)?, _ body: () -> Receipt
    ) -> Receipt {
        guard begin(call) else { return .finished }
        let receipt = body()
        endLine()
        if let first = log.steps.first, first.value.kind == kind, first.value.isFromOutside {
            check(log.steps.popFirst(), call, assert)
        } else {
            Failure.notReduced(call, kind).report(at: call.place)
        }
        return receipt
    }

    /// Demands that the next action that followed by itself is `action`, and that the state after it is what `assert`
    /// makes of the state before.
    ///
    /// It follows by itself from a flow, from the event of a command that a handler answers, from a delay that has
    /// passed, from a fact to which the store listens, from the store's inbox, or from what a module starts. Actions are the same as flows that
    /// send them are. It has been reduced already: this only speaks of it.
    ///
    /// - Fails: when there is none, when the next is another, or when the state is another. Where the store is not
    ///   exhaustive, those before the action are passed over; where none of them is the action, all of them stay.
    public func receive(
        _ action: R.Action, _ assert: ((inout R.State) throws -> Void)? = nil, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let call = Call(Place(fileID, filePath, line, column), "receive(\(shortDescription(of: action)))")
        receive(call, assert) {
            areSame($0, action)
        } wrong: {
            .wrong(.action, call, expected: action, there: $0, $1)
        }
    }

    /// Demands that the next action that followed by itself is one for which `isMeant` returns `true`, and that the
    /// state after it is what `assert` makes of the state before.
    ///
    /// - Fails: as the other does.
    public func receive(
        where isMeant: (R.Action) -> Bool, _ assert: ((inout R.State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let call = Call(Place(fileID, filePath, line, column), "receive(where: …)")
        receive(call, assert, isMeant) { .unmatched(.action, call, there: $0, $1) }
    }

    private func receive(
        _ call: Call, _ assert: ((inout R.State) throws -> Void)?, _ isMeant: (R.Action) -> Bool,
        wrong: (R.Action, [String]) -> Failure
    ) {
        guard look(call) else { return }
        let step = next(\.steps, .action, call) {
            shortDescription(of: $0.action)
        } isMeant: {
            isMeant($0.action)
        } wrong: { step, origin in
            if exhaustivity == .on { state = step.after }
            return wrong(step.action, origin)
        }
        if let step { check(step, call, assert) }
    }

    /// Begins a line that only speaks of what happened.
    func look(_ call: Call) -> Bool {
        if let end {
            Failure.finished(call, at: end).report(at: call.place)
            return false
        }
        engine.processPending()
        log.read(for: store)
        return true
    }
}
