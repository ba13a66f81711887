public import Millrace

extension Flow {
    /// The top-level step of a flow, for code that draws, stores or explores flows instead of performing them.
    ///
    /// Nested flows have their own content. Reading the content performs nothing.
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
        /// Requests the transition.
        case transition(R.Transition)
        /// Sends a message to another store. The owner of the sending store knows the receiver by the first value.
        case input(AnyHashable, Any)
        /// Cancels the effects with this id, and the interval of a throttle with this id.
        case cancel(EffectID)
        /// Cancels the effects with this id in the feature and in its children.
        case cancelIncludingChildren(EffectID)
        /// Waits for the engine's clock.
        case delay(Delayed)
        /// Performs the links one after the other. The second value is the child that requests the sequence, if the child may
        /// be removed.
        case sequence([SequenceLink], ChildScope?)
        /// Performs the flows independently: none waits for another.
        case merge([Flow])
        /// Performs a flow whose effects are named, limited and cancelled together.
        case group(Group)
        /// Reports a fault.
        case fault(Fault)
    }

    /// A flow that waits for the engine's clock.
    public struct Delayed {
        /// The kind of a delay.
        public enum Kind: Hashable, Sendable {
            /// A duration.
            case after
            /// A duration without another debounce of the same id.
            case debounce
            /// The end of the throttle's interval. `latest` is whether the newest flow of the interval is performed at its end.
            case throttle(latest: Bool)
        }

        /// The kind of the delay.
        public let kind: Kind
        /// The duration of the delay or interval.
        public let duration: Duration
        /// The id of the effect; `nil` if it has none.
        public let effectID: EffectID?
        /// The flow to perform after the delay.
        public let flow: Flow
        /// The child that requests the delay; `nil` if no child does, or if the child cannot be removed.
        public let childScope: ChildScope?
    }

    /// A flow whose effects are named, limited and cancelled together.
    public struct Group {
        /// The kind of a group.
        public enum Kind: Hashable, Sendable {
            /// A flow with an id and a policy.
            case named
            /// A merge of runners. The first that ends cancels the others.
            case race
            /// A merge of runners. The first that ends with a failure cancels the others.
            case all
            /// A flow of a race, or of a flow that stops at its first failure.
            case runner
        }

        /// The kind of the group.
        public let kind: Kind
        /// The id of the group; `nil` if it has none.
        public let effectID: EffectID?
        /// How the group and the effects with the same id affect each other.
        public let policy: Policy
        /// The flow that belongs to the group.
        public let flow: Flow
        /// The child that requests the group; `nil` if no child does, or if the child cannot be removed.
        public let childScope: ChildScope?

        /// The group without the types of its feature.
        package var rule: EffectGroup {
            switch kind {
            case .named: .plain
            case .race: .race
            case .all: .all
            case .runner: .runner
            }
        }
    }

    /// A link of a sequence.
    public struct SequenceLink {
        /// The flow of the link.
        public let flow: Flow
        /// Whether the link is performed even if an earlier link has failed.
        public let evenAfterFailure: Bool
    }

    /// A child that may be removed. When it is removed, its effects are cancelled.
    public struct ChildScope {
        let context: MapContext

        /// The key paths from the store's state to the child. They distinguish the child from its siblings.
        package var path: [AnyHashable] { context.path }

        init?(_ context: MapContext?) {
            guard let context, context.isOptional, context.missingPath == nil else { return nil }
            self.context = context
        }

        /// Returns the identity of the child in `state`; `nil` if `state` does not contain the child.
        ///
        /// The child's effects are cancelled in the turn in which its identity changes.
        public func identity(in state: R.State) -> AnyHashable? {
            withUnsafePointer(to: state) { context.identity(in: UnsafeRawPointer($0)) }
        }
    }

    /// The top-level step of the flow.
    public var content: Content {
        Self.content(of: node, nil)
    }

    private static func content(of node: FlowNode, _ context: MapContext?) -> Content {
        switch node {
        case .none: .none
        case .send(let action): .send(mapped(action, context))
        case .execute(let command):
            reporting(node, context, .execute(CommandRequest(node: command, context: context)))
        case .post(let fact): (fact.any as? any Fact).map { .post($0) } ?? .none
        case .output(let output): content(ofOutput: output, context)
        case .transition(let transition): content(ofTransition: transition, context)
        case .input(let message): .input(message.stored.portName, message.stored.input)
        case .cancel(let id): .cancel(EffectID(key: EffectKey(id.stored, in: context)))
        case .cancelAll(let id): .cancelIncludingChildren(EffectID(key: EffectKey(id.stored, in: context)))
        case .delay(let delay): reporting(node, context, .delay(delayed(delay, context)))
        case .sequence(let list):
            .sequence(
                list.elements.map { .init(flow: flow($0.node, context), evenAfterFailure: $0.evenAfterFailure) },
                ChildScope(context))
        case .merge(let list): .merge(list.elements.map { flow($0.node, context) })
        case .group(let node): .group(group(node, context))
        case .fault(let fault): .fault(fault.stored)
        case .mapped(let node): content(of: node.child, MapContext(node, in: context))
        }
    }

    private static func flow(_ node: FlowNode, _ context: MapContext?) -> Flow {
        Flow(context.map { $0.wrap(node) } ?? node)
    }

    private static func mapped(_ action: AnyBox, _ context: MapContext?) -> R.Action {
        (context?.mapped(action.address) ?? action).value(as: R.Action.self)
    }

    private static func content(ofOutput output: AnyBox, _ context: MapContext?) -> Content {
        guard let context else { return .output(output.value(as: R.Output.self)) }
        return context.mapped(output: output.address).map { .send($0.value(as: R.Action.self)) } ?? .none
    }

    private static func content(ofTransition transition: AnyBox, _ context: MapContext?) -> Content {
        guard let own = context.map({ $0.mapped(transition: transition.address) }) ?? transition else { return .none }
        return .transition(own.value(as: R.Transition.self))
    }

    private static func delayed(_ delay: DelayNode, _ context: MapContext?) -> Delayed {
        let kind: Delayed.Kind =
            switch delay.kind {
            case .after: .after
            case .debounce: .debounce
            case .throttle(let latest): .throttle(latest: latest)
            }
        return Delayed(
            kind: kind, duration: delay.duration, effectID: delay.id.map { EffectID(key: EffectKey($0, in: context)) },
            flow: flow(delay.node, context), childScope: ChildScope(context))
    }

    private static func group(_ group: GroupNode, _ context: MapContext?) -> Group {
        let kind: Group.Kind =
            switch group.kind {
            case .plain: .named
            case .race: .race
            case .all: .all
            case .runner: .runner
            }
        return Group(
            kind: kind, effectID: group.id.map { EffectID(key: EffectKey($0, in: context)) }, policy: group.policy,
            flow: flow(group.node, context), childScope: ChildScope(context))
    }

    /// Adds the fault of a parent that did not pass its child's key path.
    private static func reporting(_ node: FlowNode, _ context: MapContext?, _ content: Content) -> Content {
        guard let context, let fault = context.missingPath else { return content }
        // The mappings without their key paths.
        return .merge([Flow(context.wrap(node, withoutPaths: true)), .fault(fault)])
    }
}

extension Reducer {
    /// Whether the reducer implements `activeCommands(for:_:)`.
    package func declaresActiveCommands(for state: State) -> Bool {
        let list = ActiveCommandList()
        var commands = ActiveCommands<Self>(list)
        activeCommands(for: state, &commands)
        return list.isDeclared
    }

    /// Returns the active commands that `state` requests, with their identifiers. Of two commands with the same identifier, the
    /// first counts.
    public func activeRequests(for state: State) -> [(effectID: EffectID, request: CommandRequest<Self>)] {
        let list = ActiveCommandList()
        var commands = ActiveCommands<Self>(list)
        activeCommands(for: state, &commands)
        _ = list.update()
        var ids: Set<EffectID> = []
        return list.entries.compactMap { entry in
            let id = EffectID(key: entry.key)
            guard ids.insert(id).inserted else { return nil }
            return (id, CommandRequest(node: entry.node, context: entry.context))
        }
    }
}
