import Millrace

/// What every copy of an inbox shares.
///
/// The code for each action is inlinable, so that it is compiled for the type of the actions. Otherwise a sender looks up
/// types while it holds the lock, and the other senders wait for it.
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
        var line = SenderQueue()

        /// Replaces the waiting action with this key. Returns whether there is one.
        mutating func replace(_ key: AnyKey, by action: Action) -> Bool {
            guard let place = places[key] else { return false }
            actions[place - taken] = action
            counters.accepted += 1
            counters.replaced += 1
            return true
        }

        mutating func notePlace(of key: AnyKey) { places[key] = taken + actions.count - 1 }
    }

    private let lock = Lock(())
    @usableFromInline let capacity: Int
    @usableFromInline let waits: Bool
    @usableFromInline let dropsOldest: Bool
    /// Returns the key of an action. An action replaces the waiting one with the same key.
    @usableFromInline let key: (@Sendable (Action) -> any Hashable & Sendable)?
    // Unchecked, because a check costs more than the access. Safe: accessed only while the lock is held.
    @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var state = State()
    private let actorContext: ActorContext
    /// Sends what was taken out; on the engine's actor.
    private let send: @Sendable (inout Ring<Action>) -> Void
    /// Room that was emptied, for the next that is taken out. Safe: touched on the engine's actor only.
    private nonisolated(unsafe) var room = Ring<Action>()

    init(
        capacity: Int, policy: Inbox<Action>.Policy, on actorContext: ActorContext,
        send: @escaping @Sendable (inout Ring<Action>) -> Void
    ) {
        (self.capacity, self.actorContext, self.send) = (max(1, capacity), actorContext, send)
        waits = if case .wait = policy { true } else { false }
        dropsOldest = if case .dropOldest = policy { true } else { false }
        key = if case .coalesce(let key) = policy { key } else { nil }
    }

    @usableFromInline func acquire() { lock.acquire() }

    @usableFromInline func release() { lock.release() }

    private func locked<Result>(_ body: (inout State) -> Result) -> Result {
        acquire()
        defer { release() }
        return body(&state)
    }

    var counters: Inbox<Action>.Counters {
        locked { state in
            var counters = state.counters
            counters.waiting = state.actions.count
            return counters
        }
    }

    // MARK: Putting in

    @inlinable func offer(_ action: Action, countsRejection: Bool = true) -> Inbox<Action>.OfferResult {
        let key = key.map { AnyKey(value: $0(action)) }
        acquire()
        let answer = if let key { put(action, key, countsRejection) } else { put(action, countsRejection) }
        let wakes = !state.isAwaited && (answer == .accepted || answer == .replaced)
        if wakes { state.isAwaited = true }
        release()
        if wakes { wake() }
        return answer
    }

    /// Puts an action in the place of the one with its key, or behind the others; under the lock.
    @usableFromInline func put(_ action: Action, _ key: AnyKey, _ countsRejection: Bool) -> Inbox<Action>.OfferResult {
        if !state.isClosed, state.replace(key, by: action) { return .replaced }
        let answer = put(action, countsRejection)
        if answer == .accepted { state.notePlace(of: key) }
        return answer
    }

    /// Puts an action behind the others, under the lock.
    @inlinable func put(_ action: Action, _ countsRejection: Bool) -> Inbox<Action>.OfferResult {
        if state.isClosed { return .closed }
        var answer = Inbox<Action>.OfferResult.accepted
        if state.actions.count >= capacity {
            guard dropsOldest else {
                if countsRejection { state.counters.rejected += 1 }
                return .rejected
            }
            _ = state.actions.popFirst()
            state.taken += 1
            state.counters.replaced += 1
            answer = .replaced
        }
        state.actions.append(action)
        state.counters.accepted += 1
        state.counters.maxWaiting = max(state.counters.maxWaiting, state.actions.count)
        return answer
    }

    /// Delivers the waiting actions in one of the actor's next jobs.
    @usableFromInline func wake() { actorContext.enqueue { self.deliver() } }

    // MARK: Taking out

    /// Reduces all that waits, on the engine's actor, at once.
    func settle() async {
        await actorContext.run { deliver() }
    }

    private func deliver() {
        var actions = take()
        send(&actions)
        room = actions.isEmpty ? actions : Ring()
    }

    /// Takes out all that waits, first to last, and lets those in who waited for room.
    private func take() -> Ring<Action> {
        var actions = Ring<Action>()
        swap(&actions, &room)
        let (taken, continuations) = locked { state in
            let taken = state.actions
            state.actions = actions
            state.isAwaited = false
            state.taken += taken.count
            state.places = [:]
            state.counters.delivered += taken.count
            return (taken, state.line.leave())
        }
        for continuation in continuations { continuation.resume() }
        return taken
    }

    /// Refuses what comes from now on, and wakes those who wait for room to be told so.
    ///
    /// - Returns: how many actions wait that nobody will reduce.
    func close() -> Int {
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
@usableFromInline struct AnyKey: Hashable, Sendable {
    let value: any Hashable & Sendable

    @usableFromInline init(value: any Hashable & Sendable) { self.value = value }

    @usableFromInline static func == (one: AnyKey, other: AnyKey) -> Bool {
        AnyHashable(one.value) == AnyHashable(other.value)
    }
    @usableFromInline func hash(into hasher: inout Hasher) { AnyHashable(value).hash(into: &hasher) }
}
