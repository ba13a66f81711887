/// What happens next, as a value.
///
/// A reducer returns a flow; the engine performs it after it has notified the observers of the turn. Nothing has
/// happened until then, so a flow can be compared, printed and tested.
public struct Flow<R: Reducer> {
    @usableFromInline
    enum Storage {
        case none
        case send(R.Action)
        case node(FlowNode)
    }

    @usableFromInline let storage: Storage

    @inlinable
    init(_ storage: Storage) { self.storage = storage }

    @inlinable
    package init(_ node: FlowNode) {
        switch node {
        case .none: storage = .none
        case .send(let action): storage = .send(action.address.assumingMemoryBound(to: R.Action.self).pointee)
        default: storage = .node(node)
        }
    }

    /// Nothing.
    @inlinable public static var none: Flow { Flow(Storage.none) }

    /// Sends `action` to the same store. It is appended to the queue of messages.
    @inlinable public static func send(_ action: R.Action) -> Flow { Flow(Storage.send(action)) }

    /// Posts `fact` to every listener of its type.
    @inlinable public static func post(_ fact: some Fact) -> Flow { Flow(.post(Box(fact))) }

    /// Sends `output` to the store's creator, or to the parent that mapped it.
    @inlinable public static func output(_ output: R.Output) -> Flow { Flow(.output(Box(output))) }

    /// Goes where `transition` says; the owner of the store decides what that means.
    ///
    /// In a store without an owner and without an observer of transitions it is ``Fault/Kind/noOwner``.
    @inlinable public static func transition(_ transition: R.Transition) -> Flow { Flow(.transition(Box(transition))) }

    /// Cancels the effects, running or waiting, that this feature started under `id`. Does nothing if there are none.
    ///
    /// A child's cancel finds the effects of that child only, when the parent maps it with `at:`.
    @inlinable public static func cancel(_ id: AnyHashable) -> Flow { Flow(.cancel(Box(id))) }

    /// Cancels the commands of this type that this feature started without an id and with a policy other than
    /// `.concurrent`.
    public static func cancel<C: Command>(_ type: C.Type) -> Flow { cancel(AnyHashable(CommandName(type))) }

    /// Performs `flow` when `delay` has passed on the engine's clock.
    ///
    /// - Parameters:
    ///   - delay: how long to wait, from the turn that asks for it.
    ///   - flow: what to do then.
    ///   - id: names the delay for ``cancel(_:)-(AnyHashable)``. Defaults to `nil`: no name.
    public static func after(_ delay: Duration, _ flow: Flow, id: AnyHashable? = nil) -> Flow {
        Flow(.delay(DelayNode(.after, delay, id, flow.node)))
    }

    /// Performs `flow` when `delay` has passed without another debounce of the same id; a newer one replaces it, and the
    /// replaced one counts as cancelled.
    public static func debounce(_ delay: Duration, id: AnyHashable, _ flow: Flow) -> Flow {
        Flow(.delay(DelayNode(.debounce, delay, id, flow.node)))
    }

    /// Performs `flow` at once, and then at most one of the same id in each interval.
    ///
    /// - Parameters:
    ///   - interval: how long the others wait, counted from the one that was performed.
    ///   - id: names the throttle, for the others and for ``cancel(_:)-(AnyHashable)``.
    ///   - latest: whether the newest of those that came in the interval is performed when it ends. Defaults to `true`.
    ///     Those that are discarded count as cancelled.
    ///   - flow: what to do.
    public static func throttle(_ interval: Duration, id: AnyHashable, latest: Bool = true, _ flow: Flow) -> Flow {
        Flow(.delay(DelayNode(.throttle(latest: latest), interval, id, flow.node)))
    }

    /// Reports a fault to ``Engine/onFault``, for a reducer that received what cannot be.
    public static func fault(_ fault: Fault) -> Flow { Flow(.fault(Box(fault))) }

    /// Whether the flow does nothing.
    @inlinable public var isNone: Bool {
        if case .none = storage { true } else { false }
    }

    /// The flow without the type of its reducer.
    @inlinable package var node: FlowNode {
        switch storage {
        case .none: .none
        case .send(let action): .send(Box(action))
        case .node(let node): node
        }
    }
}
