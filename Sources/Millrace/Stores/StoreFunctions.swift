/// The memory of a store.
@usableFromInline
struct StoreCells<R: Reducer>: ~Copyable {
    /// The state. It is the first member, so its address is the address of the cells.
    @usableFromInline var state: R.State
    @usableFromInline let reducer: R
    /// The action that the flow of this turn sends, until the flow is performed.
    @usableFromInline var sent: R.Action?
    /// The pending actions. They have the same order as in the engine's queue.
    @usableFromInline var waiting = Queue<R.Action>()

    @inlinable
    init(_ state: R.State, _ reducer: R) {
        self.state = state
        self.reducer = reducer
    }
}

/// The functions for all stores of one reducer type.
///
/// They are closures without a context. They are created in the module that creates the first store, where the compiler knows
/// the types.
@usableFromInline
package final class StoreFunctions {
    @usableFromInline package let actionType: ObjectIdentifier
    /// Reduces the action at an address. The core keeps the flow.
    @usableFromInline let reduce: (StoreCore, UnsafeRawPointer) -> Void
    /// Removes the first pending action, and passes it to the sink.
    @usableFromInline let take: (StoreCore, Sink) -> Void
    /// Passes the first pending action to the sink, without removing it.
    @usableFromInline let peek: (StoreCore, Sink) -> Void
    /// Appends the action at an address to the pending actions.
    @usableFromInline let append: (StoreCore, UnsafeRawPointer) -> Void
    /// Appends the action that the flow sends to the pending actions.
    @usableFromInline let appendSent: (StoreCore) -> Void
    @usableFromInline let boxSent: (StoreCore) -> AnyBox
    /// These functions return a copy in a box: in the given box if it fits and there is no other reference to
    /// it.
    @usableFromInline let boxAction: (UnsafeRawPointer, consuming AnyBox?) -> AnyBox
    @usableFromInline let boxState: (StoreCore, consuming AnyBox?) -> AnyBox
    @usableFromInline let setState: (StoreCore, AnyBox) -> Void
    @usableFromInline let declareActive: (StoreCore, ActiveCommandList) -> Void
    @usableFromInline let free: (UnsafeMutableRawPointer) -> Void
    /// Whether the reducer declares active commands; `true` until the reducer was called. Safe: only the engine's actor uses
    /// this property.
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
            if let action = core.cells(R.self).pointee.waiting.popFirst() { withAddress(of: consume action, to: sink) }
        }
        peek = { core, sink in withAddress(of: core.cells(R.self).pointee.waiting.first, to: sink) }
        append = { core, action in
            core.cells(R.self).pointee.waiting.append(action.assumingMemoryBound(to: R.Action.self).pointee)
        }
        appendSent = { core in
            let cells = core.cells(R.self)
            if let action = cells.pointee.sent.take() { cells.pointee.waiting.append(action) }
        }
        boxSent = { Box($0.cells(R.self).pointee.sent.take().unsafelyUnwrapped) }
        boxAction = { Box<R.Action>.make(at: $0, reusing: $1) }
        // The state is the first member of the cells.
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
    /// The memory with the state, the reducer and the pending actions.
    @inlinable @inline(__always)
    func cells<R: Reducer>(_ type: R.Type) -> UnsafeMutablePointer<StoreCells<R>> {
        state.assumingMemoryBound(to: StoreCells<R>.self)
    }

    /// Keeps the flow of a reduction until the flows of the turn are performed.
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
