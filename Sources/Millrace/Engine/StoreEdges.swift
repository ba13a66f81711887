/// The memory of a store.
@usableFromInline
struct StoreCells<R: Reducer>: ~Copyable {
    /// The first, so that it is where the cells are.
    @usableFromInline var state: R.State
    @usableFromInline let reducer: R
    /// The action that the flow of the turn sends, until the flow is performed.
    @usableFromInline var sent: R.Action?
    /// The actions that wait for their turns, in the order of their places in the engine's queue.
    @usableFromInline var waiting = Queue<R.Action>()

    @inlinable
    init(_ state: R.State, _ reducer: R) {
        self.state = state
        self.reducer = reducer
    }
}

/// The functions of the stores of one reducer, which know its types. They have no context, and are made in the module that
/// makes the first store, where the compiler knows the types too.
@usableFromInline
final class StoreEdges {
    @usableFromInline let actionType: ObjectIdentifier
    /// Reduces the action at an address. The flow is kept in the core.
    @usableFromInline let reduce: (StoreCore, UnsafeRawPointer) -> Void
    /// Gives the sink the first action that waits.
    @usableFromInline let take: (StoreCore, Sink) -> Void
    /// Gives the sink the same action, and leaves it there.
    @usableFromInline let peek: (StoreCore, Sink) -> Void
    /// Adds the action at an address to those that wait.
    @usableFromInline let append: (StoreCore, UnsafeRawPointer) -> Void
    /// Adds the action that the flow sends to those that wait.
    @usableFromInline let appendSent: (StoreCore) -> Void
    @usableFromInline let boxSent: (StoreCore) -> AnyBox
    /// Put a copy into a box: into the given one, which nothing else refers to, if it fits.
    @usableFromInline let boxAction: (UnsafeRawPointer, consuming AnyBox?) -> AnyBox
    @usableFromInline let boxState: (StoreCore, consuming AnyBox?) -> AnyBox
    @usableFromInline let setState: (StoreCore, AnyBox) -> Void
    @usableFromInline let declareActive: (StoreCore, ActiveCommandList) -> Void
    @usableFromInline let free: (UnsafeMutableRawPointer) -> Void
    /// Whether the reducer declares active commands, as far as is known. Safe: only the engine's actor touches it.
    @exclusivity(unchecked) @usableFromInline var declaresActive = true

    @inlinable
    init<R: Reducer>(_ type: R.Type) {
        actionType = ObjectIdentifier(R.Action.self)
        reduce = { core, action in
            let cells = core.cells(R.self)
            let flow = cells.pointee.reducer.reduce(
                &cells.pointee.state, action.assumingMemoryBound(to: R.Action.self).pointee)
            core.keep(flow)
        }
        take = { core, sink in
            if let action = core.cells(R.self).pointee.waiting.popFirst() { lend(action, to: sink) }
        }
        peek = { core, sink in lend(core.cells(R.self).pointee.waiting.first, to: sink) }
        append = { core, action in
            core.cells(R.self).pointee.waiting.append(action.assumingMemoryBound(to: R.Action.self).pointee)
        }
        appendSent = { core in
            let cells = core.cells(R.self)
            if let action = cells.pointee.sent.take() { cells.pointee.waiting.append(action) }
        }
        boxSent = { Box($0.cells(R.self).pointee.sent.take().unsafelyUnwrapped) }
        boxAction = { Box<R.Action>.make(at: $0, reusing: $1) }
        // The state is at the beginning of the cells.
        boxState = { Box<R.State>.make(at: UnsafeRawPointer($0.state), reusing: $1) }
        setState = { $0.cells(R.self).pointee.state = $1.address.assumingMemoryBound(to: R.State.self).pointee }
        declareActive = { core, list in
            let cells = core.cells(R.self)
            var commands = ActiveCommands<R>(list)
            cells.pointee.reducer.activeCommands(for: cells.pointee.state, &commands)
        }
        free = { state in
            let cells = state.assumingMemoryBound(to: StoreCells<R>.self)
            cells.deinitialize(count: 1)
            cells.deallocate()
        }
    }
}

extension StoreCore {
    /// Where the state, the reducer and the actions that wait are.
    @inlinable @inline(__always)
    func cells<R: Reducer>(_ type: R.Type) -> UnsafeMutablePointer<StoreCells<R>> {
        state.assumingMemoryBound(to: StoreCells<R>.self)
    }

    /// Keeps what a reduction asked for until the flows of the turn are performed.
    @inlinable @inline(__always)
    func keep<R: Reducer>(_ flow: Flow<R>) {
        switch flow.storage {
        case .none: return
        case .send(let action) where !hasFlow:
            cells(R.self).pointee.sent = action
            (hasFlow, hasSent) = (true, true)
        case .send(let action): add(.send(Box(action)))
        case .node(let node): add(node)
        }
    }
}
