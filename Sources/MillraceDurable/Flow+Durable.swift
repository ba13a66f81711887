public import Millrace

extension Flow {
    /// Executes `command` in a reducer whose storage is ``Durable``.
    ///
    /// The parameters are those of ``Flow/execute(_:as:id:policy:retry:timeout:onCancel:)``. The command's type defines
    /// which action each event becomes, and how the command would be resumed after a restart; see ``Durable``.
    public static func execute<C: DurableCommand>(
        _ command: C, id: AnyHashable? = nil, policy: Policy = .concurrent, retry: Retry = .never,
        timeout: Timeout<C.Failure>? = nil, onCancel cancelled: R.Action? = nil
    ) -> Flow where R.Storage == Durable, C.Response == R.Action {
        request(command, CommandOptions.make(C.self, boxedID(id), policy, retry, timeout, cancelled.map { Box($0) }))
    }

    /// Executes `command`, whose type defines which action each event becomes.
    ///
    /// The parameters are those of ``Flow/execute(_:as:id:policy:retry:timeout:onCancel:)``.
    public static func execute<C: RespondingCommand>(
        _ command: C, id: AnyHashable? = nil, policy: Policy = .concurrent, retry: Retry = .never,
        timeout: Timeout<C.Failure>? = nil, onCancel cancelled: R.Action? = nil
    ) -> Flow where R.Storage == InMemory, C.Response == R.Action {
        request(command, CommandOptions.make(C.self, boxedID(id), policy, retry, timeout, cancelled.map { Box($0) }))
    }

    private static func request<C: RespondingCommand>(_ command: C, _ options: CommandOptions) -> Flow
    where C.Response == R.Action {
        let respond: (Event<C>) -> R.Action = { [command] in command.response(to: $0) }
        return Flow(.execute(CommandRequestNode(command, respond, options)))
    }
}
