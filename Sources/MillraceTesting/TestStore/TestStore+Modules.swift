public import MillraceModules
public import Millrace

extension TestStore {
    /// Performs the module's start flow. Its effects count as caused by the line that created the test store.
    func start(with flow: Flow<R>) {
        log.current = origin
        store.start(with: flow)
        endCall()
    }
}

extension TestStore where R: Module {
    /// Creates a store of `module` on its own engine, with the module's initial state, and performs its start flow.
    ///
    /// Effects of the start are asserted like those of any call: an action with `receive`, a command with an answer.
    /// There is no navigator, and no module is connected to a port. Use ``transition(_:fileID:filePath:line:column:)``
    /// and ``input(_:to:fileID:filePath:line:column:)`` to assert what the module sends.
    ///
    /// - `module`: The module under test.
    /// - `requirement`: The value that the module requires.
    /// - `wire`: Registers the handlers of an integration test. Called once, before the store is created.
    #if !(Testing || App)
        @available(*, unavailable, message: "Enable the package trait App or Testing to test with MillraceTesting.")
    #endif
    public convenience init(
        _ module: R, with requirement: R.Requirement, isolation: isolated (any Actor) = #isolation,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        wire: (Engine) -> Void = { _ in }
    ) {
        #if Testing || App
            self.init(
                module.state(for: requirement), module, isolation: isolation, fileID: fileID, filePath: filePath,
                line: line, column: column, wire: wire)
            module.listen(store)
            start(with: module.start(state))
        #else
            preconditionFailure("The package traits App and Testing are disabled.")
        #endif
    }

    /// Creates a store of a module without requirements on its own engine, with the module's initial state, and
    /// performs its start flow.
    #if !(Testing || App)
        @available(*, unavailable, message: "Enable the package trait App or Testing to test with MillraceTesting.")
    #endif
    public convenience init(
        _ module: R, isolation: isolated (any Actor) = #isolation, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        wire: (Engine) -> Void = { _ in }
    ) where R.Requirement == Void {
        #if Testing || App
            self.init(
                module, with: (), isolation: isolation, fileID: fileID, filePath: filePath, line: line,
                column: column, wire: wire)
        #else
            preconditionFailure("The package traits App and Testing are disabled.")
        #endif
    }

    /// Sends `input` to the module, as its parent would, and asserts that the state changes as `assert` does.
    ///
    /// `Module.receive(_:)` maps the input to an action. When this method returns, that action and all actions that
    /// follow from it without a delay have been reduced. Without `assert`, the action must not change the state.
    ///
    /// Fails the test like ``send(_:_:fileID:filePath:line:column:)``.
    ///
    /// - Returns: The receipt of the input and of every effect that it caused. The result can be discarded.
    @discardableResult
    public func send(
        input: R.Input, _ assert: ((inout R.State) throws -> Void)? = nil, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Receipt {
        let call = Call(Place(fileID, filePath, line, column), "send(input: \(shortDescription(of: input)))")
        return performAndCheck(call, .input, assert) { store.send(input: input) }
    }
}
