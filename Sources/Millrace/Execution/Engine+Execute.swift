extension Engine {
    /// Executes `command`: its handler has been called when this returns, unless a turn is under way.
    ///
    /// - Returns: the receipt, which ends with the command and what its events caused.
    @discardableResult
    public func execute<C: Command>(_ command: C) -> Receipt {
        dispatch("The command \(command)") { admit(CommandRequestNode<C, Void>(command, nil), in: nil, scope: $0) }
    }

    /// Executes what `make` returns; its error is thrown here, and nothing is executed.
    @discardableResult
    public func execute<C: Command, Failure: Error>(_ make: () throws(Failure) -> C) throws(Failure) -> Receipt {
        execute(try make())
    }
}
