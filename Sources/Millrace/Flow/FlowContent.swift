extension Flow {
    /// What a flow says, one level deep, for whoever draws, stores or explores flows instead of performing them.
    ///
    /// What a level holds of other flows has a content of its own. Looking performs nothing.
    public enum Content {
        /// Nothing.
        case none
        /// Sends the action to the same store.
        case send(R.Action)
        /// Executes a command.
        case execute(CommandRequest<R>)
        /// Posts a fact.
        case post(any Fact)
        /// Tells an output.
        case output(R.Output)
        /// Goes where the transition says.
        case transition(R.Transition)
        /// Tells the module on a port, which the name names, something of its type of input.
        case tell(PortName, Any)
        /// Cancels the work of this name, and a throttle's interval of this name.
        case cancel(WorkName)
        /// Waits for the clock.
        case delay(Delayed)
        /// Performs the links one after the other, for a child that asked for it if there is one.
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
            /// A while.
            case after
            /// A while without another of its name.
            case debounce
            /// The end of the interval of its name; `latest` says whether the newest of those that came meanwhile is
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
        /// The child that asked for it, if it may go.
        public let owner: Owner?
    }

    /// A link of a sequence.
    public struct SequenceLink {
        /// What it does.
        public let flow: Flow
        /// Whether it does so when a link before it has failed.
        public let evenAfterFailure: Bool
    }

    /// A child that may go, and whose work goes with it.
    public struct Owner {
        let residence: Residence<R.State>

        /// Who lives where the child lived; `nil` when nobody does. Work ends in the turn in which this changes.
        public func identity(in state: R.State) -> AnyHashable? { residence.resident(state) }
    }

    /// What the flow says, one level deep.
    public var content: Content {
        switch storage {
        case .none: .none
        case .send(let action): .send(action)
        case .execute(let execution): .execute(CommandRequest(execution: execution))
        case .step(let step): step.content
        }
    }
}

extension Step {
    fileprivate var content: Flow<R>.Content {
        switch self {
        case .post(let fact): .post(fact)
        case .output(let output): .output(output)
        case .transition(let transition): .transition(transition)
        case .tell(let telling): .tell(telling.port, telling.input)
        case .cancel(let key): .cancel(WorkName(key: key))
        case .delay(let delay): .delay(delay.content)
        case .sequence(let links, let residence):
            .sequence(
                links.map { .init(flow: $0.flow, evenAfterFailure: $0.evenAfterFailure) },
                residence.map { .init(residence: $0) })
        case .merge(let flows): .merge(flows)
        case .fault(let fault): .fault(fault)
        }
    }
}

extension Delay {
    fileprivate var content: Flow<R>.Delayed {
        let kind: Flow<R>.Delayed.Kind =
            switch kind {
            case .after: .after
            case .debounce: .debounce
            case .throttle(let latest): .throttle(latest: latest)
            }
        return .init(
            kind: kind, duration: duration, name: key.map { WorkName(key: $0) }, flow: flow,
            owner: residence.map { .init(residence: $0) })
    }
}

/// The name of work within a store: the id that a feature gave it, and the children on the way to that feature.
///
/// A command that is executed without an id, and with a policy other than `.concurrent`, is named by its type.
public struct WorkName: Hashable, CustomStringConvertible {
    let key: EffectKey

    /// The id that the feature gave.
    public var id: AnyHashable { key.id }

    /// The type of the commands that it names, where the feature gave no id.
    public var command: (any Command.Type)? { (key.id.base as? CommandName)?.type }

    /// What tells the feature from its siblings: the key paths on the way to it, the outermost first.
    public var path: [AnyHashable] { key.path }

    /// The id, or the type of the commands.
    public var description: String { "\(key.id)" }
}

/// A command that a flow asks for, with all that the flow says about it.
public struct CommandRequest<R: Reducer> {
    let execution: Execution<R>

    /// The command.
    public var command: any Command { execution.payload }

    /// What its policy and a cancel find it by, if it has a name.
    public var name: WorkName? { execution.key.map { WorkName(key: $0) } }

    /// What becomes of work of the same name.
    public var policy: Policy { execution.policy }

    /// How often a failure is tried again.
    public var retry: Retry { execution.trouble?.retry ?? .never }

    /// How long it may take in all, and what it fails with then, of the command's own type of failure.
    public var timeout: (duration: Duration, failure: any Error)? {
        guard let duration = execution.trouble?.timeout, let failure = execution.trouble?.failure else { return nil }
        return (duration, failure)
    }

    /// The child that asked for it, if it may go.
    public var owner: Flow<R>.Owner? { execution.residence.map { .init(residence: $0) } }

    /// Whether the store that asks folds the events.
    public var isHeard: Bool { execution.hasResponse }

    /// The action that the store folds when `event` happens; `nil` if it folds none, or the event is of another
    /// command.
    public func action<C: Command>(for event: Event<C>) -> R.Action? {
        (execution as? CommandExecution<C, R>)?.respond?(event)
    }
}

extension CommandRequest: Equatable {
    /// Whether both ask for the same, as two flows are compared: the functions that make actions of events are not.
    public static func == (one: CommandRequest, other: CommandRequest) -> Bool {
        one.execution === other.execution || one.execution.isSame(as: other.execution)
    }
}

extension Standing {
    /// What should be running, under its names; of two under one name the first counts.
    public var requests: [(name: WorkName, request: CommandRequest<R>)] {
        items.map { (WorkName(key: $0.key), CommandRequest(execution: $0.execution)) }
    }
}
