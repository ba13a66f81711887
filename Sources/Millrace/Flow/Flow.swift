/// A value that describes what happens after an action: messages to send, commands to execute, effects to cancel.
///
/// A reducer returns a flow. The engine performs it after all stores that receive the message have reduced it, and their
/// observers have been called. A flow has no effect until then, so it can be compared, printed and tested.
public struct Flow<R: Reducer> {
    @usableFromInline package enum Storage {
        case none
        case send(R.Action)
        case node(FlowNode)
    }

    @usableFromInline package let storage: Storage

    @inlinable package init(_ storage: Storage) { self.storage = storage }

    @inlinable
    package init(_ node: FlowNode) {
        switch node {
        case .none: storage = .none
        case .send(let action): storage = .send(action.address.assumingMemoryBound(to: R.Action.self).pointee)
        default: storage = .node(node)
        }
    }

    /// A flow that does nothing.
    @inlinable public static var none: Flow { Flow(Storage.none) }

    /// Sends `action` to the same store. The action is appended to the queue of messages.
    @inlinable public static func send(_ action: R.Action) -> Flow { Flow(Storage.send(action)) }

    /// Posts `fact` to every listener of its type.
    @inlinable public static func post(_ fact: some Fact) -> Flow { Flow(.post(Box(fact))) }

    /// Sends `output` to the store's owner (for a module, its navigator), and to observers.
    ///
    /// ``Store/onOutput(owner:_:)`` registers an observer.
    ///
    /// In a child's flow, the parent's `map` turns the output into an action of the parent.
    @inlinable public static func output(_ output: R.Output) -> Flow { Flow(.output(Box(output))) }

    /// Requests `transition` from the store's owner (for a module, its navigator), which decides what to present or dismiss.
    ///
    /// In a store without an owner and without an observer of transitions, the request reports ``Fault/Kind/noOwner``.
    @inlinable public static func transition(_ transition: R.Transition) -> Flow { Flow(.transition(Box(transition))) }

    /// Cancels the effects, running or waiting, that this feature started with `id`. Does nothing if there are none.
    ///
    /// If the parent maps a child's flow with `at:`, a `cancel` in the flow finds only effects of that child.
    @inlinable public static func cancel(_ id: AnyHashable) -> Flow { Flow(.cancel(Box(id))) }

    /// Cancels the effects, running or waiting, that this feature or one of its children started with `id`.
    ///
    /// - Parameters:
    ///   - id: The id of the effects.
    ///   - includingChildren: Whether effects of children with this id are cancelled too. A child is one whose flows the parent
    ///     maps with `at:`.
    @inlinable
    public static func cancel(_ id: AnyHashable, includingChildren: Bool) -> Flow {
        includingChildren ? Flow(.cancelAll(Box(id))) : cancel(id)
    }

    /// Cancels all commands of this type, running or waiting, that flows of this feature executed: with or without an id, and
    /// whatever their policy. Does nothing if there are none.
    ///
    /// Active commands continue, because the state determines when they end. A delay, a debounce or a waiting group that would
    /// execute such a command later continues too; its id cancels it.
    public static func cancel<C: Command>(_ type: C.Type) -> Flow { cancel(type, includingChildren: false) }

    /// Cancels all commands of this type, with or without an id, that flows of this feature or one of its children
    /// executed.
    ///
    /// - Parameters:
    ///   - type: The type of the commands.
    ///   - includingChildren: Whether the commands of children are cancelled too. A child is one whose flows the parent maps with
    ///     `at:`.
    public static func cancel<C: Command>(_ type: C.Type, includingChildren: Bool) -> Flow {
        cancel(AnyHashable(CommandName(type)), includingChildren: includingChildren)
    }

    /// Performs `flow` after `delay` on the engine's clock.
    ///
    /// If the delay is cancelled, `flow` is discarded: its first commands send their `onCancel` actions.
    ///
    /// - Parameters:
    ///   - delay: The time to wait, from the turn in which this flow is performed.
    ///   - flow: The flow to perform after the delay.
    ///   - id: Identifies the delay for ``cancel(_:)-(AnyHashable)``. Defaults to `nil`: the delay has no id.
    public static func after(_ delay: Duration, _ flow: Flow, id: AnyHashable? = nil) -> Flow {
        Flow(.delay(DelayNode(.after, delay, id, flow.node)))
    }

    /// Performs `flow` after `delay`, unless another debounce with the same id follows within that time.
    ///
    /// A newer debounce replaces the pending one, whose flow is then discarded: it counts as cancelled, and its first commands
    /// send their `onCancel` actions.
    public static func debounce(_ delay: Duration, id: AnyHashable, _ flow: Flow) -> Flow {
        Flow(.delay(DelayNode(.debounce, delay, id, flow.node)))
    }

    /// Performs `flow` now, unless a throttle with the same id performed a flow within the last `interval`.
    ///
    /// - Parameters:
    ///   - interval: The minimum time between two flows with the same id. It starts when a flow is performed.
    ///   - id: Identifies the throttle, also for ``cancel(_:)-(AnyHashable)``.
    ///   - latest: Whether the newest flow that is requested during an interval is performed at its end. Defaults to `true`.
    ///     Every other flow that is requested during the interval is discarded: it counts as cancelled, and its first commands
    ///     send their `onCancel` actions.
    ///   - flow: The flow to perform.
    public static func throttle(_ interval: Duration, id: AnyHashable, latest: Bool = true, _ flow: Flow) -> Flow {
        Flow(.delay(DelayNode(.throttle(latest: latest), interval, id, flow.node)))
    }

    /// Reports `fault` to ``Engine/onFault``, for example when a reducer receives an impossible action.
    public static func fault(_ fault: Fault) -> Flow { Flow(.fault(Box(fault))) }

    /// Whether the flow does nothing.
    @inlinable public var isNone: Bool {
        if case .none = storage { true } else { false }
    }

    /// The flow without its reducer's type.
    @inlinable package var node: FlowNode {
        switch storage {
        case .none: .none
        case .send(let action): .send(Box(action))
        case .node(let node): node
        }
    }
}
