// The fast path of `send`. If nothing but observers is attached to the engine and the store, `send` reduces the action at once,
// and the general path performs the flow. Otherwise, the general path processes the whole turn.
//
// This is the only code of the loop that is inlined at its callers.
extension Store {
    /// Sends `action`.
    ///
    /// If no turn is under way, the action and all messages that follow from it are processed before this method returns.
    /// Otherwise, the action is appended to the queue.
    ///
    /// - Returns: The receipt. It is complete when every effect that the action caused has ended. It may be ignored.
    @discardableResult
    @inlinable
    public func send(_ action: R.Action) -> Receipt {
        if engine.loop.flags | core.flags != 0 || engine.loop.hasPosted { return sendInQueue(action) }
        engine.loop.beginFastTurn()
        let cells = core.cells(R.self)
        let flow = cells.pointee.reducer.reduce(&cells.pointee.state, action)
        if case .none = flow.storage {
            if !core.observed.isNeeded, engine.loop.endFastTurn() { return .finished }
        } else {
            core.keep(flow)
        }
        return engine.conclude(core)
    }

    /// Sends an action on the general path. A function of its own, because taking the address of the action would slow each
    /// `send`.
    @inlinable @inline(never)
    func sendInQueue(_ action: R.Action) -> Receipt {
        withUnsafePointer(to: action) { engine.send($0, to: core) }
    }
}

extension Engine {
    /// Completes the turn of an action that `store` has reduced, and processes all messages that follow from it.
    @usableFromInline
    func conclude(_ store: StoreCore) -> Receipt {
        loop.countFastTurn()
        store.notifyObservers()
        if store.hasFlow || store.flags != 0 || store.observed.settles { settle(store, 0) }
        if effects.machine.hasSteps || effects.rootScope != 0 || loop.hasPosted || !loop.endFastTurn() {
            return drain()
        }
        loop.cause = 0
        return .finished
    }
}

extension Loop {
    @inlinable @inline(__always)
    func beginFastTurn() {
        flags = LoopFlags.running
        turn &+= 1
    }

    /// Ends the turn if it only reduced an action.
    ///
    /// - Returns: `false` if the turn caused other work. The turn is not ended then.
    @inlinable @inline(__always)
    func endFastTurn() -> Bool {
        if flags != LoopFlags.running { return false }
        flags = 0
        return true
    }
}
