public import Observation

/// One state and its reducer, on an engine.
///
/// A store lives on its engine's actor and cannot be sent elsewhere. Its subscriptions, its running commands and what
/// waits for it end when it goes. A member of the state can be read as the store's own, `store.books`, and is then
/// tracked by Observation alone: reading `state` tracks the whole of it.
@dynamicMemberLookup
public final class Store<R: Reducer> {
    /// The loop that it is on.
    public let engine: Engine
    @usableFromInline let core: StoreCore<R>
    // Safe: these stand as long as the engine and the core do, which the store holds; here they are one load nearer to a
    // send. What is unmanaged is not retained to be called.
    @usableFromInline let loop: UnsafeMutablePointer<LoopMemory>
    @usableFromInline let memory: UnsafeMutablePointer<StoreCore<R>.Memory>
    @usableFromInline let watch: Unmanaged<Watch>
    @usableFromInline let mailbox: Mailbox

    /// A store with `state`, folded by `reducer`.
    ///
    /// Work that the reducer wants standing in `state` is started before this returns.
    @inlinable
    public init(_ state: R.State, _ reducer: R, on engine: Engine) {
        self.engine = engine
        let core = StoreCore(state, reducer, on: engine)
        // Safe: the core holds the closure.
        core.setShortWay { [unowned(unsafe) core] in core.takeNext(job: $0, cause: $1) }
        (self.core, watch, mailbox) = (core, .passUnretained(core.watch), engine.mailbox)
        (loop, memory) = (engine.loop, core.memory)
        core.open()
    }

    /// The store may be let go of anywhere: a closure of the main actor's may hold it, and that is `Sendable`. Its core
    /// is closed on the engine's actor, before anything else happens there.
    deinit {
        // Safe: opened on the engine's actor, or when it has gone and nobody else can touch it.
        nonisolated(unsafe) let core = core
        if mailbox.canDeliver { mailbox.post { $0.retire(core) } } else { engine.retire(core) }
    }

    /// What the feature knows now. It cannot be changed from outside.
    ///
    /// Reading it takes part in Observation: within a tracking, the next turn of the store is told, whatever it
    /// changes.
    @inlinable public var state: R.State {
        if core.tracker.noteRead() { core.isTracked = true }
        return core.memory.pointee.state
    }

    /// A part of the state. Within a tracking of Observation, only a change of this part is told.
    @inlinable public subscript<Value: Equatable>(dynamicMember path: KeyPath<R.State, Value>) -> Value {
        core.probe.noteRead() ? core.tracked(path) : core.memory.pointee.state[keyPath: path]
    }

    /// Sends `action`: it is folded before this returns, and so is all that follows from it at once.
    ///
    /// Within a turn it waits its turn instead, behind what waits already.
    ///
    /// - Returns: the receipt, which ends when every effect that the action caused has ended. It may be dropped.
    @inlinable @inline(__always) @discardableResult
    public func send(_ action: R.Action) -> Receipt {
        // Always inlined, so that the caller need not release the receipt of what has ended: there is none.
        guard loop.pointee.gate == Gate.open, memory.pointee.attention == 0 else {
            return sendTheLongWay(action) ?? .finished
        }
        loop.pointee.gate = Gate.running
        let flow = core.reducer.reduce(&memory.pointee.state, action)
        guard case .none = flow.storage, loop.pointee.gate == Gate.running else { return core.goOn(with: flow) }
        loop.pointee.gate = Gate.open
        return .finished
    }

    /// - Returns: `nil` for what has ended, which the caller then need not release either.
    @inlinable @inline(never) func sendTheLongWay(_ action: R.Action) -> Receipt? {
        // What is expected is said here and below, so that the way of most sends is a straight one.
        guard
            _fastPath(
                loop.pointee.gate == Gate.open && memory.pointee.attention == Attention.watched
                    && !loop.pointee.letters.isRaised)
        else {
            return loop.pointee.gate == Gate.intercepted ? core.sendIntercepted(action) : sendRecorded(action)
        }
        loop.pointee.gate = Gate.running
        return sendWatched(action)
    }

    /// The send on an engine with a history; apart, so that the way above does not make room for it.
    @inlinable @inline(never) func sendRecorded(_ action: R.Action) -> Receipt? {
        if memory.pointee.attention & ~Attention.watched == 0, loop.beginAlone(gate: Gate.recorded) {
            core.recordedTurn(action, job: nil, cause: 0)
            return core.rest()
        }
        return core.send(action)
    }

    /// The send to a store that is only watched.
    @inlinable @inline(__always) func sendWatched(_ action: R.Action) -> Receipt? {
        let flow = core.reducer.reduce(&memory.pointee.state, action)
        let isNoticed = watch._withUnsafeGuaranteedRef { watch in
            watch.notify(memory.state()) {
                // As long as nobody notices, the turn needs no number.
                loop.beginTurn()
                return loop.pointee.lastNumber
            }
        }
        if case .none = flow.storage, _fastPath(loop.pointee.gate == Gate.running) {
            if !isNoticed {
                loop.pointee.gate = Gate.open
                return nil
            }
            if _fastPath(memory.pointee.attention == Attention.watched) {
                loop.pointee.gate = Gate.open
                loop.pointee.cause = 0
                return nil
            }
        }
        return goOn(with: flow, after: action, isNoticed: isNoticed)
    }

    /// The rest of a turn of which somebody was told, or whose flow asks for something.
    @inlinable @inline(never) func goOn(with flow: Flow<R>, after action: R.Action, isNoticed: Bool) -> Receipt? {
        _ = loop.begin()
        if !isNoticed { loop.beginTurn() }
        core.sweepWatch()
        core.finish(flow, after: action, job: nil)
        return core.rest()
    }
}

// Observation needs the conformance; the tracking itself is done part by part.
extension Store: Observable {}
