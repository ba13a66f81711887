/// What happens next, as a value.
///
/// A reducer returns a flow; the engine performs it when the turn's observers have heard. Nothing has happened until
/// then, so a flow can be compared, printed and tested. ``none`` and ``send(_:)`` allocate nothing.
public struct Flow<R: Reducer> {
    @usableFromInline enum Storage {
        case none
        case send(R.Action)
        case execute(Execution<R>)
        case step(Step<R>)
    }

    @usableFromInline let storage: Storage

    @inlinable init(_ storage: Storage) { self.storage = storage }
    init(step: Step<R>) { storage = .step(step) }

    /// Nothing.
    @inlinable public static var none: Flow { Flow(.none) }

    /// Sends `action` to the same store; it waits its turn behind what waits already.
    @inlinable public static func send(_ action: R.Action) -> Flow { Flow(.send(action)) }

    /// Executes `command` and folds each of its events as an action.
    ///
    /// The command is registered when the flow is performed, so a cancel in the same or the next turn finds it; its
    /// handler runs in a turn of its own.
    ///
    /// - Parameters:
    ///   - command: the request.
    ///   - respond: makes the action of an event: `Action.fetched`. Not compared when flows are.
    ///   - id: names the work for ``cancel(_:)-(AnyHashable)`` and for `policy`; the command's type unless given.
    ///   - policy: what becomes of work of the same name that is running.
    ///   - retry: how often a failure is tried again before it is told.
    ///   - timeout: how long the command may take in all, its retries too.
    public static func execute<C: Command>(
        _ command: C, as respond: ((Event<C>) -> R.Action)? = nil, id: AnyHashable? = nil,
        policy: Policy = .concurrent, retry: Retry = .never, timeout: Timeout<C.Failure>? = nil
    ) -> Flow {
        let key = id == nil && policy == .concurrent ? nil : EffectKey(id: id ?? AnyHashable(CommandName(C.self)))
        let patience = retry.attempts == 0 && timeout == nil ? nil : Patience(retry, timeout)
        return Flow(
            .execute(
                CommandExecution(
                    command: command, respond: respond, key: key, policy: policy, patience: patience, residence: nil)))
    }

    /// Executes `command`, beside whatever else runs, and folds each of its events as an action.
    ///
    /// The same as with every other parameter left out, and compiled for its types, which makes it cost less.
    @inlinable public static func execute<C: Command>(
        _ command: C, as respond: @escaping (Event<C>) -> R.Action
    ) -> Flow {
        Flow(
            .execute(
                CommandExecution(
                    command: command, respond: respond, key: nil, policy: .concurrent, patience: nil, residence: nil)))
    }

    /// Posts `fact` to every listener of its type.
    public static func post(_ fact: some Fact) -> Flow { Flow(step: .post(fact)) }

    /// Tells `output` to whoever holds the store, or to the parent that mapped it.
    public static func output(_ output: R.Output) -> Flow { Flow(step: .output(output)) }

    /// Goes where `transition` says: the router of the module makes route operations of it, ``Module/route(_:)``.
    ///
    /// In a store that is no scene of a ``Navigator`` it goes nowhere and is ``Fault/Kind/noNavigator``.
    public static func transition(_ transition: R.Transition) -> Flow { Flow(step: .transition(transition)) }

    /// Tells `input` to the module that this one presented, showed or embedded on `port`.
    ///
    /// It waits its turn, so what the same flow asked for before, such as the transition that presents the module, comes
    /// first. Where nobody is on the port then, it is recorded as late, and ``Fault/Kind/noChild``.
    public static func tell<Child: Module>(_ port: Navigator.Port<Child>, _ input: Child.Input) -> Flow {
        Flow(step: .tell(PortMessage(port, input)))
    }

    /// Cancels the running or waiting work that this feature started under `id`; nothing where there is none.
    ///
    /// A child's cancel finds the work of that child only, when the parent maps it with `at:`.
    public static func cancel(_ id: AnyHashable) -> Flow { Flow(step: .cancel(EffectKey(id: id))) }

    /// Cancels the commands of this type that this feature started without an id and with a policy other than
    /// `.concurrent`.
    public static func cancel<C: Command>(_ type: C.Type) -> Flow { cancel(AnyHashable(CommandName(type))) }

    /// Performs `flow` when `delay` has passed on the engine's clock.
    public static func after(_ delay: Duration, _ flow: Flow, id: AnyHashable? = nil) -> Flow {
        Flow(step: .delay(Delay(.after, delay, id, flow)))
    }

    /// Performs `flow` when `delay` has passed without another debounce of the same id; a newer one replaces it.
    public static func debounce(_ delay: Duration, id: AnyHashable, _ flow: Flow) -> Flow {
        Flow(step: .delay(Delay(.debounce, delay, id, flow)))
    }

    /// Performs `flow` at once, and then at most one of the same id in each interval.
    ///
    /// - Parameters:
    ///   - interval: how long the others wait, counted from the one that was performed.
    ///   - id: names the throttle, for the others and for ``cancel(_:)-(AnyHashable)``.
    ///   - latest: whether the newest of those that came meanwhile is performed when the interval ends (the default),
    ///     or none of them. Those that gave way end as cancelled.
    ///   - flow: what to do.
    public static func throttle(_ interval: Duration, id: AnyHashable, latest: Bool = true, _ flow: Flow) -> Flow {
        Flow(step: .delay(Delay(.throttle(latest: latest), interval, id, flow)))
    }

    /// Reports a fault to ``Engine/onFault``, for a reducer that was given what cannot be.
    public static func fault(_ fault: Fault) -> Flow { Flow(step: .fault(fault)) }

    /// The command that it asks for, if that is all that it does. Not retained, because that costs more than a call; the
    /// flow holds it.
    @inlinable var execution: Unmanaged<Execution<R>>? {
        if case .execute(let execution) = storage { .passUnretained(execution) } else { nil }
    }

    /// Whether the flow does nothing.
    public var isNone: Bool {
        if case .none = storage { true } else { false }
    }
}

/// What a flow does, where that needs more room than an action.
@usableFromInline indirect enum Step<R: Reducer> {
    case post(any Fact)
    case output(R.Output)
    case transition(R.Transition)
    case tell(AnyPortMessage)
    case cancel(EffectKey)
    case delay(Delay<R>)
    /// One after the other; none any more when whoever lived at the residence has gone.
    case sequence([Link<R>], Residence<R.State>?)
    case merge([Flow<R>])
    case fault(Fault)
}

/// One link of a sequence: what it does, and whether it does so when the one before has failed.
@usableFromInline struct Link<R: Reducer> {
    let flow: Flow<R>
    let evenAfterFailure: Bool
}

/// The name of an effect within its store: the children on the way to the feature that started it, and its id there.
///
/// An object, because most effects have none, and nothing takes less room than a value of this size that is not there.
@usableFromInline final class EffectKey: Hashable {
    let path: [AnyHashable]
    let id: AnyHashable
    /// The interval of a throttle, which is apart from the work that it lets through under the same id.
    let isInterval: Bool

    init(path: [AnyHashable] = [], id: AnyHashable, isInterval: Bool = false) {
        (self.path, self.id, self.isInterval) = (path, id, isInterval)
    }

    @usableFromInline static func == (one: EffectKey, other: EffectKey) -> Bool {
        one.id == other.id && one.path == other.path && one.isInterval == other.isInterval
    }

    @usableFromInline func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(path)
    }

    func within(_ component: AnyHashable?) -> EffectKey {
        guard let component else { return self }
        return EffectKey(path: [component] + path, id: id, isInterval: isInterval)
    }

    /// The key of the throttle's interval of this name.
    var interval: EffectKey { EffectKey(path: path, id: id, isInterval: true) }
}

/// The name of a command that was given no id: its type.
struct CommandName: Hashable, CustomStringConvertible {
    let type: any Command.Type

    init(_ type: any Command.Type) { self.type = type }

    static func == (one: CommandName, other: CommandName) -> Bool { one.type == other.type }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }

    var description: String { "\(type)" }
}
