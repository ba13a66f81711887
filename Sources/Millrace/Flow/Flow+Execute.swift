extension Flow {
    /// Executes `command` and sends each of its events as an action.
    ///
    /// The command is registered when the flow is performed, so a cancel in the same or the next turn finds it; its
    /// handler runs in a turn of its own.
    ///
    /// - Parameters:
    ///   - command: the request.
    ///   - respond: makes the action of an event: `Action.fetched`. Not compared when flows are.
    ///   - id: names the effect for ``cancel(_:)-(AnyHashable)`` and for `policy`. Defaults to the command's type.
    ///   - policy: what happens to running effects of the same name. Defaults to `.concurrent`.
    ///   - retry: how often a failure is tried again before it is reported. Defaults to `.never`.
    ///   - timeout: how long the command may take in all, its retries too. Defaults to `nil`: as long as it likes.
    ///   - cancelled: the action that is sent when the command was cancelled, or discarded before it started; not if the
    ///     child that asked for it is no longer there. Defaults to `nil`: none.
    @inlinable
    public static func execute<C: Command>(
        _ command: C, as respond: ((Event<C>) -> R.Action)? = nil, id: AnyHashable? = nil,
        policy: Policy = .concurrent, retry: Retry = .never, timeout: Timeout<C.Failure>? = nil,
        onCancel cancelled: R.Action? = nil
    ) -> Flow where R.Storage == InMemory {
        let options = CommandOptions(C.self, id, policy, retry, timeout, cancelled.map { Box($0) })
        return Flow(.execute(CommandRequestNode(command, respond, options)))
    }

    /// Executes `command` and sends each of its events as an action.
    @inlinable
    public static func execute<C: Command>(_ command: C, as respond: @escaping (Event<C>) -> R.Action) -> Flow
    where R.Storage == InMemory {
        Flow(Storage.node(.execute(CommandRequestNode(command, respond))))
    }
}
