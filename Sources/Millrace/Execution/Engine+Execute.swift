extension Engine {
    /// Executes `command`. If no turn is under way, its handler has been called when this method returns.
    ///
    /// - Returns: The receipt. It ends when the command and everything that its events caused have ended.
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
