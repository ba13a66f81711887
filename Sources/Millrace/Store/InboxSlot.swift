/// What every copy of an inbox shares.
///
/// What is done with each action is inlinable, so that it is compiled for their type.
@usableFromInline final class InboxSlot<Action: Sendable>: Sendable {
    @usableFromInline struct State {
        @usableFromInline var actions = Ring<Action>()
        /// How many actions were taken out before the first that waits.
        @usableFromInline var taken = 0
        /// Where an action with this key waits, counted from the first ever.
        var places: [AnyKey: Int] = [:]
        @usableFromInline var isAwaited = false
        @usableFromInline var isClosed = false
        @usableFromInline var counters = Inbox<Action>.Counters()
        var line = WaitingLine()
    }

    @usableFromInline let capacity: Int
    @usableFromInline let policy: Inbox<Action>.Policy
    /// Safe: touched while the latch is held, and freed with the slot.
    @usableFromInline nonisolated(unsafe) let state: UnsafeMutablePointer<State>
    @usableFromInline let latch = Latch()
    private let home: Home
    /// Folds what was taken out; on the engine's actor.
    private let fold: @Sendable (inout Ring<Action>) -> Void
    /// Room that was emptied, for the next that is taken out. Safe: touched on the engine's actor only.
    private nonisolated(unsafe) var room = Ring<Action>()

    @usableFromInline init(
        capacity: Int, policy: Inbox<Action>.Policy, home: Home,
        fold: @escaping @Sendable (inout Ring<Action>) -> Void
    ) {
        (self.capacity, self.policy, self.home, self.fold) = (max(1, capacity), policy, home, fold)
        state = .allocate(capacity: 1)
        state.initialize(to: State())
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    @inlinable var waits: Bool {
        if case .wait = policy { true } else { false }
    }

    var counters: Inbox<Action>.Counters {
        locked { state in
            var counters = state.counters
            counters.waiting = state.actions.count
            return counters
        }
    }

    private func locked<Result>(_ body: (inout State) -> Result) -> Result {
        var result: Result?
        latch.hold { result = body(&state.pointee) }
        guard let result else { preconditionFailure("The latch ran nothing.") }
        return result
    }

    // MARK: Putting in

    @inlinable func offer(_ action: Action, countsRefusal: Bool = true) -> Inbox<Action>.Answer {
        if case .coalesce(let key) = policy { return offer(action, key(action), countsRefusal) }
        var (answer, wakes) = (Inbox<Action>.Answer.closed, false)
        latch.hold {
            answer = put(action, countsRefusal)
            if answer != .accepted || state.pointee.isAwaited { return }
            state.pointee.isAwaited = true
            wakes = true
        }
        if wakes { wake() }
        return answer
    }

    /// Offers an action that takes the place of the one that waits under `key`.
    @usableFromInline
    func offer(_ action: Action, _ key: any Hashable & Sendable, _ countsRefusal: Bool) -> Inbox<Action>.Answer {
        let key = AnyKey(value: key)
        let (answer, wakes) = locked { state in
            if !state.isClosed, let place = state.places[key] {
                state.actions[place - state.taken] = action
                state.counters.accepted += 1
                state.counters.replaced += 1
                return (Inbox<Action>.Answer.replaced, false)
            }
            let answer = put(action, countsRefusal)
            guard answer == .accepted else { return (answer, false) }
            state.places[key] = state.taken + state.actions.count - 1
            defer { state.isAwaited = true }
            return (answer, !state.isAwaited)
        }
        if wakes { wake() }
        return answer
    }

    /// Puts `action` in, behind the lock.
    @inlinable func put(_ action: Action, _ countsRefusal: Bool) -> Inbox<Action>.Answer {
        if state.pointee.isClosed { return .closed }
        if state.pointee.actions.count >= capacity {
            guard case .dropOldest = policy else {
                if countsRefusal { state.pointee.counters.refused += 1 }
                return .refused
            }
            _ = state.pointee.actions.popFirst()
            state.pointee.taken += 1
            state.pointee.counters.replaced += 1
        }
        state.pointee.actions.append(action)
        state.pointee.counters.accepted += 1
        let count = state.pointee.actions.count
        if count > state.pointee.counters.mostWaiting { state.pointee.counters.mostWaiting = count }
        return .accepted
    }

    @usableFromInline func wake() { home.enqueue { self.deliver() } }

    // MARK: Taking out

    /// Folds all that waits, on the engine's actor, at once.
    func settle() async {
        await home.land { deliver() }
    }

    private func deliver() {
        var actions = take()
        fold(&actions)
        room = actions.isEmpty ? actions : Ring()
    }

    /// Takes out all that waits, first to last, and lets those in who waited for room.
    private func take() -> Ring<Action> {
        var actions = Ring<Action>()
        swap(&actions, &room)
        let continuations = locked { state in
            swap(&actions, &state.actions)
            state.isAwaited = false
            state.taken += actions.count
            state.places = [:]
            state.counters.delivered += actions.count
            return state.line.leave()
        }
        for continuation in continuations { continuation.resume() }
        return actions
    }

    /// Refuses what comes from now on, and wakes those who wait for room to be told so.
    ///
    /// - Returns: how many actions wait that nobody will fold.
    @usableFromInline func close() -> Int {
        let (count, continuations) = locked { state in
            state.isClosed = true
            defer { state.actions = Ring() }
            return (state.actions.count, state.line.leave())
        }
        for continuation in continuations { continuation.resume() }
        return count
    }

    // MARK: Waiting for room

    /// Waits until there may be room, or the inbox is closed.
    @usableFromInline func waitForRoom() async throws {
        let number = locked { $0.line.takeNumber() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let mayGo = locked { state in
                    if state.isClosed || state.actions.count < capacity { return true }
                    return !state.line.enter(number, continuation)
                }
                if mayGo { continuation.resume() }
            }
        } onCancel: {
            locked { $0.line.cancel(number) }?.resume(throwing: CancellationError())
        }
        try Task.checkCancellation()
    }
}

/// A key of any type.
struct AnyKey: Hashable, Sendable {
    let value: any Hashable & Sendable

    static func == (one: AnyKey, other: AnyKey) -> Bool { AnyHashable(one.value) == AnyHashable(other.value) }
    func hash(into hasher: inout Hasher) { AnyHashable(value).hash(into: &hasher) }
}
