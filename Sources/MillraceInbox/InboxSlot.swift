import Millrace

/// The storage that all copies of an inbox share.
///
/// The code that handles an action is inlinable, so that it is specialized for the action's type. Unspecialized code would look
/// up types while it holds the lock, and other senders would wait for the lock.
@usableFromInline final class InboxSlot<Action: Sendable>: Sendable {
    @usableFromInline struct State {
        @usableFromInline var actions = Ring<Action>()
        /// The number of actions that were removed before the first pending one.
        @usableFromInline var taken = 0
        /// The position of the pending action with each key, counted from the first action of the inbox.
        var positions: [AnyKey: Int] = [:]
        /// Whether a job of the actor will deliver the pending actions.
        @usableFromInline var isDeliveryScheduled = false
        @usableFromInline var isClosed = false
        @usableFromInline var counters = Inbox<Action>.Counters()
        var senders = SenderQueue()

        /// Replaces the pending action with this key. Returns whether there is one.
        mutating func replace(_ key: AnyKey, by action: Action) -> Bool {
            guard let position = positions[key] else { return false }
            actions[position - taken] = action
            counters.accepted += 1
            counters.replaced += 1
            return true
        }

        mutating func notePosition(of key: AnyKey) { positions[key] = taken + actions.count - 1 }
    }

    private let lock = Lock(())
    @usableFromInline let capacity: Int
    @usableFromInline let waitsForSpace: Bool
    @usableFromInline let dropsOldest: Bool
    /// Returns the key of an action. An action replaces the pending action with the same key.
    @usableFromInline let key: (@Sendable (Action) -> any Hashable & Sendable)?
    // Unchecked, because a check costs more than the access. Safe: accessed only while the lock is held.
    @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var state = State()
    private let actorContext: ActorContext
    /// Sends the removed actions to the store. Called on the engine's actor.
    private let send: @Sendable (inout Ring<Action>) -> Void
    /// An empty ring, whose memory is reused for the next actions. Safe: only the engine's actor accesses it.
    private nonisolated(unsafe) var spareRing = Ring<Action>()

    init(
        capacity: Int, policy: Inbox<Action>.Policy, on actorContext: ActorContext,
        send: @escaping @Sendable (inout Ring<Action>) -> Void
    ) {
        (self.capacity, self.actorContext, self.send) = (max(1, capacity), actorContext, send)
        waitsForSpace = if case .wait = policy { true } else { false }
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

    // MARK: Adding

    @inlinable func offer(_ action: Action, countsRejection: Bool = true) -> Inbox<Action>.OfferResult {
        let key = key.map { AnyKey(value: $0(action)) }
        acquire()
        let result = if let key { put(action, key, countsRejection) } else { put(action, countsRejection) }
        let schedules = !state.isDeliveryScheduled && (result == .accepted || result == .replaced)
        if schedules { state.isDeliveryScheduled = true }
        release()
        if schedules { scheduleDelivery() }
        return result
    }

    /// Replaces the pending action with the same key, or appends the action. The caller must hold the lock.
    @usableFromInline func put(_ action: Action, _ key: AnyKey, _ countsRejection: Bool) -> Inbox<Action>.OfferResult {
        if !state.isClosed, state.replace(key, by: action) { return .replaced }
        let result = put(action, countsRejection)
        if result == .accepted { state.notePosition(of: key) }
        return result
    }

    /// Appends an action. The caller must hold the lock.
    @inlinable func put(_ action: Action, _ countsRejection: Bool) -> Inbox<Action>.OfferResult {
        if state.isClosed { return .closed }
        var result = Inbox<Action>.OfferResult.accepted
        if state.actions.count >= capacity {
            guard dropsOldest else {
                if countsRejection { state.counters.rejected += 1 }
                return .rejected
            }
            _ = state.actions.popFirst()
            state.taken += 1
            state.counters.replaced += 1
            result = .replaced
        }
        state.actions.append(action)
        state.counters.accepted += 1
        state.counters.maxWaiting = max(state.counters.maxWaiting, state.actions.count)
        return result
    }

    /// Delivers the pending actions in one of the actor's next jobs.
    @usableFromInline func scheduleDelivery() { actorContext.enqueue { self.deliver() } }

    // MARK: Removing

    /// Switches to the engine's actor and sends all pending actions to the store.
    func settle() async {
        await actorContext.run { deliver() }
    }

    private func deliver() {
        var actions = take()
        send(&actions)
        spareRing = actions.isEmpty ? actions : Ring()
    }

    /// Removes all pending actions, and resumes the senders that wait for space.
    private func take() -> Ring<Action> {
        var actions = Ring<Action>()
        swap(&actions, &spareRing)
        let (taken, continuations) = locked { state in
            let taken = state.actions
            state.actions = actions
            state.isDeliveryScheduled = false
            state.taken += taken.count
            state.positions = [:]
            state.counters.delivered += taken.count
            return (taken, state.senders.removeAll())
        }
        for continuation in continuations { continuation.resume() }
        return taken
    }

    /// Closes the inbox to further actions, and resumes the senders that wait for space. They throw ``Inbox/Failure/closed``.
    ///
    /// - Returns: the number of pending actions. They will not be reduced.
    func close() -> Int {
        let (count, continuations) = locked { state in
            state.isClosed = true
            defer { state.actions = Ring() }
            return (state.actions.count, state.senders.removeAll())
        }
        for continuation in continuations { continuation.resume() }
        return count
    }

    // MARK: Waiting for space

    /// Waits until there may be space, or the inbox is closed.
    @usableFromInline func waitForSpace() async throws {
        let number = locked { $0.senders.takeNumber() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let canContinue = locked { state in
                    if state.isClosed || state.actions.count < capacity { return true }
                    return !state.senders.add(number, continuation)
                }
                if canContinue { continuation.resume() }
            }
        } onCancel: {
            locked { $0.senders.cancel(number) }?.resume(throwing: CancellationError())
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
