public import Millrace

/// A command that a flow requests, with its options.
public struct CommandRequest<R: Reducer> {
    package let node: CommandNode
    package let context: MapContext?

    package init(node: CommandNode, context: MapContext?) { (self.node, self.context) = (node, context) }

    /// The command.
    public var command: any Command { node.command }

    /// The id of the effect, which the policy and `cancel` use; `nil` if there is none.
    public var effectID: EffectID? { node.id.map { EffectID(key: EffectKey($0, in: context)) } }

    /// The policy for effects with the same id.
    public var policy: Policy { node.policy }

    /// The rule for retries after a failure.
    public var retry: Retry { node.retry }

    /// The maximum duration of the command with all its retries, and the failure of the command when it is exceeded; `nil` for
    /// no limit.
    public var timeout: (duration: Duration, failure: any Error)? {
        guard let duration = node.options?.timeout, let failure = node.options?.failure else { return nil }
        return (duration, failure)
    }

    /// The child that requests the command; `nil` if no child does, or if the child cannot be removed.
    public var childScope: Flow<R>.ChildScope? { Flow<R>.ChildScope(context) }

    /// Whether the store that requests the command reduces its events.
    public var hasResponse: Bool { node.hasResponse }

    /// The action to send if the command is cancelled; `nil` for none.
    public var cancelled: R.Action? {
        guard let cancelled = node.options?.cancelled else { return nil }
        return (context?.mapped(cancelled.address) ?? cancelled).value(as: R.Action.self)
    }

    /// Returns the action that the store reduces for `event`; `nil` if it does not reduce the events, or if the event is of
    /// another command type.
    public func action<C: Command>(for event: Event<C>) -> R.Action? {
        guard node.command is C, node.hasResponse else { return nil }
        var action: R.Action?
        let take: Sink = { action = $0.assumingMemoryBound(to: R.Action.self).pointee }
        withAddress(of: event) { event in
            node.respond(to: event) { own in
                if let context { context.map(own, to: take) } else { take(own) }
            }
        }
        return action
    }
}

extension CommandRequest: Equatable {
    /// Whether two requests are equal, as in a comparison of flows: the closures that return actions for events are not
    /// compared.
    public static func == (one: CommandRequest, other: CommandRequest) -> Bool {
        one.node === other.node && one.context === other.context
            || one.isSame(as: other)
    }

    /// Whether two requests have equal commands, options and ids. A command that contains a closure is not equal to any other.
    func isSame(as other: CommandRequest) -> Bool { node.isSame(as: other.node) && effectID == other.effectID }
}
