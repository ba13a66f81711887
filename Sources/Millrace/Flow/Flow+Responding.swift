extension Flow {
    /// Executes `command`, whose type defines which action each event becomes.
    ///
    /// The parameters are those of ``Flow/execute(_:as:id:policy:retry:timeout:onCancel:)``.
    public static func execute<C: RespondingCommand>(
        _ command: C, id: AnyHashable? = nil, policy: Policy = .concurrent, retry: Retry = .never,
        timeout: Timeout<C.Failure>? = nil, onCancel cancelled: R.Action? = nil
    ) -> Flow where C.Response == R.Action {
        let options = CommandOptions.make(C.self, boxedID(id), policy, retry, timeout, cancelled.map { Box($0) })
        return Flow(.execute(CommandRequestNode(responding: command, options)))
    }
}

extension CommandRequestNode where C: RespondingCommand, Action == C.Response {
    /// Creates a request for a command whose type defines the actions.
    package convenience init(responding command: C, _ options: CommandOptions?) {
        self.init(command, { [command] in command.response(to: $0) }, options, respondsByType: true)
    }
}
