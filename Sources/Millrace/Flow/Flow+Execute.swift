extension Flow {
    /// Executes `command`, and sends each of its events as an action.
    ///
    /// The command can be cancelled as soon as the flow is performed, even in the same turn. Its handler is called in a turn of
    /// its own.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - respond: Returns the action for an event: `Action.fetched`. Defaults to `nil`: no action is sent. When flows are
    ///     compared, a function differs from `nil`, but two functions are not compared.
    ///   - id: Identifies the effect for ``cancel(_:)-(AnyHashable)`` and for `policy`. Defaults to `nil`: the id is the
    ///     command's type, or none if `policy` is `.concurrent`. A value of an optional type does not compile, because it would
    ///     be unclear whether `nil` identifies anything.
    ///   - policy: How the command and the effects with the same id affect each other. Defaults to `.concurrent`.
    ///   - retry: How often a failed command is retried before its failure is sent. Defaults to `.never`.
    ///   - timeout: The maximum duration of the command, including its retries. Defaults to `nil`: no limit.
    ///   - cancelled: The action that is sent if the command is cancelled, or is discarded before it starts. A flow that is
    ///     discarded as a whole discards its first commands: those that it would have requested before any of its links had
    ///     ended. The action is not sent if the child that requested the command was removed. Defaults to `nil`: no action is
    ///     sent.
    @inlinable
    public static func execute<C: Command>(
        _ command: C, as respond: ((Event<C>) -> R.Action)? = nil, id: AnyHashable? = nil,
        policy: Policy = .concurrent, retry: Retry = .never, timeout: Timeout<C.Failure>? = nil,
        onCancel cancelled: R.Action? = nil
    ) -> Flow {
        let options = CommandOptions.make(C.self, boxedID(id), policy, retry, timeout, cancelled.map { Box($0) })
        return Flow(.execute(CommandRequestNode(command, respond, options)))
    }

    /// Executes `command`, and sends each of its events as an action.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - respond: Returns the action for an event: `Action.fetched`. Ignored when two flows are compared.
    @inlinable
    public static func execute<C: Command>(_ command: C, as respond: @escaping (Event<C>) -> R.Action) -> Flow {
        Flow(Storage.node(.execute(CommandRequestNode(command, respond))))
    }
}
