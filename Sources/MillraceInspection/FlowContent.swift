public import Millrace

extension Flow {
    /// What a flow says, one level deep, to draw, store or explore flows instead of performing them.
    ///
    /// The flows within it have a content of their own. Reading it performs nothing.
    public enum Content {
        /// Nothing.
        case none
        /// Sends the action to the same store.
        case send(R.Action)
        /// Executes a command.
        case execute(CommandRequest<R>)
        /// Posts a fact.
        case post(any Fact)
        /// Sends an output.
        case output(R.Output)
        /// Goes where the transition says.
        case transition(R.Transition)
        /// Sends a message to another store, by the name that the owner of the store knows it by.
        case tell(AnyHashable, Any)
        /// Cancels the effects of this name, and the interval of a throttle of this name.
        case cancel(WorkName)
        /// Waits for the clock.
        case delay(Delayed)
        /// Performs the links one after the other, for the child that asked for it if there is one.
        case sequence([SequenceLink], Owner?)
        /// Performs the flows, none waiting for another.
        case merge([Flow])
        /// Reports a fault.
        case fault(Fault)
    }

    /// A flow that waits for the clock.
    public struct Delayed {
        /// What it waits for.
        public enum Kind: Hashable, Sendable {
            /// A duration.
            case after
            /// A duration without another of its name.
            case debounce
            /// The end of the interval of its name; `latest` says whether the newest of those that came in it is
            /// performed then.
            case throttle(latest: Bool)
        }

        /// What it waits for.
        public let kind: Kind
        /// How long.
        public let duration: Duration
        /// Its name, if it has one.
        public let name: WorkName?
        /// What is performed then.
        public let flow: Flow
        /// The child that asked for it, if it may be removed.
        public let owner: Owner?
    }

    /// A link of a sequence.
    public struct SequenceLink {
        /// What it does.
        public let flow: Flow
        /// Whether it does so when a link before it has failed.
        public let evenAfterFailure: Bool
    }

    /// A child that may be removed, and whose effects are cancelled then.
    public struct Owner {
        let context: LiftContext

        /// What distinguishes the child from its siblings: the key paths on the way to it.
        package var path: [AnyHashable] { context.path }

        init?(_ context: LiftContext?) {
            guard let context, context.isOptional, context.missingPath == nil else { return nil }
            self.context = context
        }

        /// What identifies the child in `state`; `nil` if it is not there. Its effects end in the turn in which this changes.
        public func identity(in state: R.State) -> AnyHashable? {
            withUnsafePointer(to: state) { context.identity(in: UnsafeRawPointer($0)) }
        }
    }

    /// What the flow says, one level deep.
    public var content: Content {
        Self.content(of: node, nil)
    }

    private static func content(of node: FlowNode, _ context: LiftContext?) -> Content {
        switch node {
        case .none: .none
        case .send(let action): .send(raised(action, context))
        case .execute(let command):
            reporting(node, context, .execute(CommandRequest(node: command, context: context)))
        case .post(let fact): .post(fact)
        case .output(let output): content(ofOutput: output, context)
        case .transition(let transition): content(ofTransition: transition, context)
        case .tell(let message): .tell(message.portName, message.input)
        case .cancel(let id): .cancel(WorkName(key: EffectKey(id, in: context)))
        case .delay(let delay): reporting(node, context, .delay(delayed(delay, context)))
        case .sequence(let list):
            .sequence(
                list.elements.map { .init(flow: flow($0.node, context), evenAfterFailure: $0.evenAfterFailure) },
                Owner(context))
        case .merge(let list): .merge(list.elements.map { flow($0.node, context) })
        case .fault(let fault): .fault(fault)
        case .lift(let node): content(of: node.child, LiftContext(node.lift, in: context))
        }
    }

    private static func flow(_ node: FlowNode, _ context: LiftContext?) -> Flow {
        Flow(context.map { $0.wrap(node) } ?? node)
    }

    private static func raised(_ action: AnyBox, _ context: LiftContext?) -> R.Action {
        (context?.raised(action.address) ?? action).value(as: R.Action.self)
    }

    private static func content(ofOutput output: AnyBox, _ context: LiftContext?) -> Content {
        guard let context else { return .output(output.value(as: R.Output.self)) }
        return context.raised(output: output.address).map { .send($0.value(as: R.Action.self)) } ?? .none
    }

    private static func content(ofTransition transition: AnyBox, _ context: LiftContext?) -> Content {
        guard let own = context.map({ $0.raised(transition: transition.address) }) ?? transition else { return .none }
        return .transition(own.value(as: R.Transition.self))
    }

    private static func delayed(_ delay: DelayNode, _ context: LiftContext?) -> Delayed {
        let kind: Delayed.Kind =
            switch delay.kind {
            case .after: .after
            case .debounce: .debounce
            case .throttle(let latest): .throttle(latest: latest)
            }
        return Delayed(
            kind: kind, duration: delay.duration, name: delay.id.map { WorkName(key: EffectKey($0, in: context)) },
            flow: flow(delay.node, context), owner: Owner(context))
    }

    /// With the fault of a parent that did not say where its child is.
    private static func reporting(_ node: FlowNode, _ context: LiftContext?, _ content: Content) -> Content {
        guard let context, let fault = context.missingPath else { return content }
        // The lifts without the key paths that lead nowhere.
        return .merge([Flow(context.wrap(node, withoutPaths: true)), .fault(fault)])
    }

}

/// The name of an effect within a store: the id that a feature gave it, and the children on the way to that feature.
///
/// A command that is executed without an id, and with a policy other than `.concurrent`, is named by its type.
public struct WorkName: Hashable, CustomStringConvertible {
    let key: EffectKey

    /// The id that the feature gave.
    public var id: AnyHashable { key.id }

    /// The type of the commands that it names, where the feature gave no id.
    public var command: (any Command.Type)? { (key.id.base as? CommandName)?.type }

    /// What distinguishes the feature from its siblings: the key paths on the way to it, the outermost first.
    public var path: [AnyHashable] { key.path }

    /// The id, or the type of the commands.
    public var description: String { "\(key.id)" }
}

/// A command that a flow asks for, with all that the flow says about it.
public struct CommandRequest<R: Reducer> {
    let node: CommandNode
    let context: LiftContext?

    /// The command.
    public var command: any Command { node.command }

    /// What its policy and a cancel find it by, if it has a name.
    public var name: WorkName? { node.id.map { WorkName(key: EffectKey($0, in: context)) } }

    /// What happens to effects of the same name.
    public var policy: Policy { node.policy }

    /// How often a failure is tried again.
    public var retry: Retry { node.options?.retry ?? .never }

    /// How long it may take in all, and what it fails with then, of the command's own type of failure.
    public var timeout: (duration: Duration, failure: any Error)? {
        guard let duration = node.options?.timeout, let failure = node.options?.failure else { return nil }
        return (duration, failure)
    }

    /// The child that asked for it, if it may be removed.
    public var owner: Flow<R>.Owner? { Flow<R>.Owner(context) }

    /// Whether the store that asks reduces the events.
    public var isHeard: Bool { node.respond != nil }

    /// The action that is sent if the command is cancelled; `nil` for none.
    public var cancelled: R.Action? {
        guard let cancelled = node.cancelled else { return nil }
        return (context?.raised(cancelled.address) ?? cancelled).value(as: R.Action.self)
    }

    /// The action that the store reduces for `event`; `nil` if it reduces none, or the event is of another command.
    public func action<C: Command>(for event: Event<C>) -> R.Action? {
        guard node.command is C, let respond = node.respond else { return nil }
        var action: R.Action?
        let take: Sink = { action = $0.assumingMemoryBound(to: R.Action.self).pointee }
        lend(event) { event in
            respond(event) { own in
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
    func isSame(as other: CommandRequest) -> Bool { node.isSame(as: other.node) && name == other.name }
}

extension Standing {
    /// The commands that are active, under their names; of two under one name the first counts.
    public var requests: [(name: WorkName, request: CommandRequest<R>)] {
        items.map { (WorkName(key: $0.key), CommandRequest(node: $0.node, context: $0.context)) }
    }
}
