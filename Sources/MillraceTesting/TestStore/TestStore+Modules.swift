public import MillraceModules
public import Millrace

extension TestStore {
    /// Performs what happens first, in the line in which the test store was made.
    func start(with flow: Flow<R>) {
        log.current = origin
        store.start(with: flow)
        endLine()
    }
}

extension TestStore where R: Module {
    /// A store of `module`, which requires `requirement`, on an engine of its own: with the state that it begins with,
    /// and what it starts has been done.
    ///
    /// What the start led to is spoken of as after any other line: an action with `receive`, a command with an answer.
    /// Nobody navigates, and nobody is on a port; see ``transition(_:fileID:filePath:line:column:)`` and
    /// ``input(_:to:fileID:filePath:line:column:)``.
    ///
    /// `wire` is called once, before the store is made: it registers the handlers of an integration test.
    #if !Testing
        @available(*, unavailable, message: "Turn the package trait Testing on to test with MillraceTesting.")
    #endif
    public convenience init(
        _ module: R, with requirement: R.Requirement, isolation: isolated (any Actor) = #isolation,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        wire: (Engine) -> Void = { _ in }
    ) {
        #if Testing
            self.init(
                module.state(for: requirement), module, isolation: isolation, fileID: fileID, filePath: filePath,
                line: line, column: column, wire: wire)
            module.listen(store)
            start(with: module.start(state))
        #else
            preconditionFailure("The trait Testing is off.")
        #endif
    }

    /// A store of `module`, which requires nothing; as the one with a requirement.
    #if !Testing
        @available(*, unavailable, message: "Turn the package trait Testing on to test with MillraceTesting.")
    #endif
    public convenience init(
        _ module: R, isolation: isolated (any Actor) = #isolation, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        wire: (Engine) -> Void = { _ in }
    ) where R.Requirement == Void {
        #if Testing
            self.init(
                module, with: (), isolation: isolation, fileID: fileID, filePath: filePath, line: line,
                column: column, wire: wire)
        #else
            preconditionFailure("The trait Testing is off.")
        #endif
    }

    /// Tells the module `input`, as whoever presented it would, and demands that the state after it is what `assert` makes
    /// of the state before.
    ///
    /// The action that `Module.receive(_:)` makes of it is reduced when this returns, and so is all that follows
    /// from it at once. Without a closure it must change nothing.
    ///
    /// - Returns: the receipt of the input and of every effect that it caused. It may be dropped.
    /// - Fails: as ``send(_:_:fileID:filePath:line:column:)`` does.
    @discardableResult
    public func send(
        input: R.Input, _ assert: ((inout R.State) throws -> Void)? = nil, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Receipt {
        let call = Call(Place(fileID, filePath, line, column), "send(input: \(shortDescription(of: input)))")
        return act(call, .input, assert) { store.send(input: input) }
    }
}
