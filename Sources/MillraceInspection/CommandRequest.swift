public import Millrace

/// A command that a flow requests, with its options.
public struct CommandRequest<R: Reducer> {
    package let node: CommandNode
    package let context: LiftContext?

    package init(node: CommandNode, context: LiftContext?) { (self.node, self.context) = (node, context) }

    /// The command.
    public var command: any Command { node.command }

    /// Its name, which its policy and `cancel` use; `nil` if it has none.
    public var effectID: EffectID? { node.id.map { EffectID(key: EffectKey($0, in: context)) } }

    /// The policy for effects of the same name.
    public var policy: Policy { node.policy }

    /// The retries after a failure.
    public var retry: Retry { node.retry }

    /// The longest duration with all retries, and the failure after it, of the command's own type; `nil` for no limit.
    public var timeout: (duration: Duration, failure: any Error)? {
        guard let duration = node.options?.timeout, let failure = node.options?.failure else { return nil }
        return (duration, failure())
    }

    /// The child that requests it, if it may be removed.
    public var childScope: Flow<R>.ChildScope? { Flow<R>.ChildScope(context) }

    /// Whether the store reduces the events.
    public var hasResponse: Bool { node.hasResponse }

    /// The action that is sent if the command is cancelled; `nil` for none.
    public var cancelled: R.Action? {
        guard let cancelled = node.options?.cancelled else { return nil }
        return (context?.raised(cancelled.address) ?? cancelled).value(as: R.Action.self)
    }

    /// The action that the store reduces for `event`; `nil` if it reduces none, or the event is of another command.
    public func action<C: Command>(for event: Event<C>) -> R.Action? {
        guard node.command is C, node.hasResponse else { return nil }
        var action: R.Action?
        let take: Sink = { action = $0.assumingMemoryBound(to: R.Action.self).pointee }
        lend(event) { event in
            node.respond(to: event) { own in
                if let context { context.raise(own, to: take) } else { take(own) }
            }
        }
        return action
    }
}

extension CommandRequest: Equatable {
    /// Whether both ask for the same, as two flows are compared: the closures that make actions of events are not.
    public static func == (one: CommandRequest, other: CommandRequest) -> Bool {
        one.node === other.node && one.context === other.context
            || one.isSame(as: other)
    }

    /// Whether both ask for the same; a command that holds a closure is never the same as anything.
    func isSame(as other: CommandRequest) -> Bool { node.isSame(as: other.node) && effectID == other.effectID }
}
