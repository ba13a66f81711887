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
        case input(AnyHashable, Any)
        /// Cancels the effects of this name, and the interval of a throttle of this name.
        case cancel(EffectID)
        /// Waits for the clock.
        case delay(Delayed)
        /// Performs the links one after the other, for the child that asked for it if there is one.
        case sequence([SequenceLink], ChildScope?)
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
        public let effectID: EffectID?
        /// What is performed then.
        public let flow: Flow
        /// The child that asked for it, if it may be removed.
        public let childScope: ChildScope?
    }

    /// A link of a sequence.
    public struct SequenceLink {
        /// What it does.
        public let flow: Flow
        /// Whether it does so when a link before it has failed.
        public let evenAfterFailure: Bool
    }

    /// A child that may be removed, and whose effects are cancelled then.
    public struct ChildScope {
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
        case .post(let fact): (fact.any as? any Fact).map { .post($0) } ?? .none
        case .output(let output): content(ofOutput: output, context)
        case .transition(let transition): content(ofTransition: transition, context)
        case .input(let message): .input(message.stored.portName, message.stored.input)
        case .cancel(let id): .cancel(EffectID(key: EffectKey(id.stored, in: context)))
        case .delay(let delay): reporting(node, context, .delay(delayed(delay, context)))
        case .sequence(let list):
            .sequence(
                list.elements.map { .init(flow: flow($0.node, context), evenAfterFailure: $0.evenAfterFailure) },
                ChildScope(context))
        case .merge(let list): .merge(list.elements.map { flow($0.node, context) })
        case .fault(let fault): .fault(fault.stored)
        case .lift(let node): content(of: node.child, LiftContext(node, in: context))
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
            kind: kind, duration: delay.duration, effectID: delay.id.map { EffectID(key: EffectKey($0, in: context)) },
            flow: flow(delay.node, context), childScope: ChildScope(context))
    }

    /// With the fault of a parent that did not say where its child is.
    private static func reporting(_ node: FlowNode, _ context: LiftContext?, _ content: Content) -> Content {
        guard let context, let fault = context.missingPath else { return content }
        // The lifts without the key paths that lead nowhere.
        return .merge([Flow(context.wrap(node, withoutPaths: true)), .fault(fault)])
    }
}

extension Reducer {
    /// Whether the reducer declares active commands at all.
    package func declaresActiveCommands(for state: State) -> Bool {
        let list = ActiveCommandList()
        var commands = ActiveCommands<Self>(list)
        activeCommands(for: state, &commands)
        return list.isDeclared
    }

    /// The active commands that `state` requests, with their identifiers; of two with the same identifier the first counts.
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
