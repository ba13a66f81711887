extension Engine {
    /// Executes `command`. Calls the handler before this method returns, unless a turn is under way.
    ///
    /// - Returns: The receipt. It is complete when the command and everything that its events caused have ended.
    @discardableResult
    public func execute<C: Command>(_ command: C) -> Receipt {
        dispatch("The command \(command)") { effects.execute(command, Place(nil, scope: $0, cause: loop.cause)) }
    }

    /// Executes the command that `make` returns.
    ///
    /// - Throws: The error of `make`. No command is executed then.
    @discardableResult
    public func execute<C: Command, Failure: Error>(_ make: () throws(Failure) -> C) throws(Failure) -> Receipt {
        execute(try make())
    }

    /// Performs a flow of a store's own reducer: its messages enter the queue, and its effects start.
    package func perform(_ flow: FlowNode, of store: StoreCore, scope: Int32) {
        effects.perform(flow, Place(store, scope: scope, cause: loop.cause))
    }
}
