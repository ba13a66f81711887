extension Engine {
    /// Executes `command`. Calls the handler before this method returns, unless a turn is under way.
    ///
    /// - Returns: The receipt. It is complete when the command and everything that its events caused have ended.
    @discardableResult
    public func execute<C: Command>(_ command: C) -> Receipt {
        dispatch("The command \(command)") { admit(CommandRequestNode<C, Void>(command, nil), in: nil, scope: $0) }
    }

    /// Executes the command that `make` returns.
    ///
    /// - Throws: The error of `make`. No command is executed then.
    @discardableResult
    public func execute<C: Command, Failure: Error>(_ make: () throws(Failure) -> C) throws(Failure) -> Receipt {
        execute(try make())
    }
}
