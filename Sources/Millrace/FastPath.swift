// The fast path of a send. It completes the turn where nothing but observers is attached, and enters the general path with the
// flow otherwise; nothing is half made. It is the only code of the loop that is inlined where it is used.
extension Store {
    /// Sends `action`: it was reduced when this returns, and so was all that follows from it at once.
    ///
    /// Within a turn it waits its turn instead, behind what waits already.
    ///
    /// - Returns: the receipt, which ends when every effect that the action caused has ended. It may be dropped.
    @discardableResult
    @inlinable
    public func send(_ action: R.Action) -> Receipt {
        if engine.flags | core.flags != 0 || engine.hasPosted { return sendInQueue(action) }
        engine.beginFastTurn()
        let cells = core.cells(R.self)
        let flow = cells.pointee.reducer.reduce(&cells.pointee.state, action)
        if case .none = flow.storage {
            if !core.observed.isNeeded, engine.endFastTurn() { return .finished }
        } else {
            core.keep(flow)
        }
        return engine.conclude(core)
    }

    /// Sends an action by the general path. Apart, because taking its address costs each send.
    @inlinable @inline(never)
    func sendInQueue(_ action: R.Action) -> Receipt {
        withUnsafePointer(to: action) { engine.send($0, to: core) }
    }
}

extension Engine {
    /// Whether something was posted that comes before a send.
    @inlinable var hasPosted: Bool { postedFlag.isRaised }

    @inlinable @inline(__always)
    func beginFastTurn() {
        flags = EngineFlags.running
        turn &+= 1
    }

    /// Ends the turn, if nothing has happened in it but a reduction.
    @inlinable @inline(__always)
    func endFastTurn() -> Bool {
        if flags != EngineFlags.running { return false }
        flags = 0
        return true
    }

    /// Whether nothing has happened in a fast turn that the loop must see to.
    private var isFast: Bool { flags == EngineFlags.running && !hasPosted }

    /// Completes the turn of an action that was reduced in `store`, and all that follows from it.
    @usableFromInline
    func conclude(_ store: StoreCore) -> Receipt {
        turnsLeft = turnsPerSlice - 1
        cause = turn
        store.notifyObservers()
        settleIfNeeded(store, 0)
        while hasNext, isFast { takeNext() }
        if hasNext || machine.hasSteps || rootScope != 0 || !isFast { return drain() }
        cause = 0
        flags = 0
        return .finished
    }
}
