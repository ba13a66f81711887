public import Millrace

/// The storage that all copies of an inbox share.
///
/// The code that handles an action is inlinable, so that it is specialized for the action's type. Unspecialized code would look
/// up types while it holds the lock, and other senders would wait for the lock.
@usableFromInline final class InboxSlot<Action: Sendable>: PostedActions {
    @usableFromInline struct Entry {
        @usableFromInline let number: Int
        /// `nil` if a later action with the same key has replaced the action.
        @usableFromInline var action: Action?

        @inlinable init(number: Int, action: Action) { (self.number, self.action) = (number, action) }
    }

    @usableFromInline struct State {
        /// The pending actions, in the order of their numbers.
        @usableFromInline var entries = Ring<Entry>()
        /// The number of pending actions.
        @usableFromInline var count = 0
        /// The number of the pending action with each key.
        var numbers: [AnyKey: Int] = [:]
        @usableFromInline var isClosed = false
        @usableFromInline var counters = Inbox<Action>.Counters()
        var senders = SenderQueue()
    }

    @usableFromInline let storeNumber: Int32
    /// Safe: accessed only while the lock of `posted` is held.
    @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var nextNumber = 0
    /// Safe: only the engine's actor accesses it.
    @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var takenCount = 0
    @usableFromInline let capacity: Int
    @usableFromInline let waitsForSpace: Bool
    @usableFromInline let dropsOldest: Bool
    /// Returns the key of an action. An action replaces the pending action with the same key.
    @usableFromInline let key: (@Sendable (Action) -> any Hashable & Sendable)?
    @usableFromInline let posted: PostedJobs
    /// Removes the first action that was taken, and passes it to the sink.
    private let pass: @Sendable (InboxSlot<Action>, Sink) -> Void
    // Unchecked, because a check costs more than the access. Safe: accessed only while the lock of `posted` is held.
    @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var state = State()
    /// The actions that were taken and not yet passed to the store. Safe: only the engine's actor accesses it.
    @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var taken = Ring<Entry>()

    init(
        capacity: Int, policy: Inbox<Action>.Policy, store: Int32, _ posted: PostedJobs,
        pass: @escaping @Sendable (InboxSlot<Action>, Sink) -> Void
    ) {
        (self.capacity, storeNumber, self.posted, self.pass) = (max(1, capacity), store, posted, pass)
        waitsForSpace = if case .wait = policy { true } else { false }
        dropsOldest = if case .dropOldest = policy { true } else { false }
        key = if case .coalesce(let key) = policy { key } else { nil }
    }

    private func locked<Result>(_ body: (inout State) -> Result) -> Result { posted.withLock { body(&state) } }

    var counters: Inbox<Action>.Counters {
        locked { state in
            var counters = state.counters
            counters.waiting = state.count
            return counters
        }
    }

    // MARK: Adding

    @inlinable func offer(_ action: Action, countsRejection: Bool = true) -> Inbox<Action>.OfferResult {
        if let key { return offer(action, AnyKey(value: key(action)), countsRejection) }
        return post { put(action, countsRejection, &$0) }
    }

    /// Offers an action, which replaces the pending action with the same key.
    @usableFromInline
    func offer(_ action: Action, _ key: AnyKey, _ countsRejection: Bool) -> Inbox<Action>.OfferResult {
        post { discarded in
            discarded = removeAction(key)
            let result = put(action, countsRejection, &discarded)
            if result == .accepted || result == .replaced { noteNumber(of: key) }
            return result
        }
    }

    /// Posts the action that `put` appends under the lock.
    @inlinable func post(_ put: (inout Action?) -> Inbox<Action>.OfferResult) -> Inbox<Action>.OfferResult {
        var result = Inbox<Action>.OfferResult.closed
        // Released outside the lock: an object that is released with the action may use the engine.
        var discarded: Action?
        posted.post(to: self) {
            result = put(&discarded)
            return result == .accepted || result == .replaced
        }
        withExtendedLifetime(discarded) {}
        return result
    }

    /// Appends an action. The caller must hold the lock.
    ///
    /// - Parameter discarded: The action that was replaced. It is set to the oldest pending action if this method discards it.
    @inlinable
    func put(_ action: Action, _ countsRejection: Bool, _ discarded: inout Action?) -> Inbox<Action>.OfferResult {
        if state.isClosed { return .closed }
        if state.count >= capacity {
            guard dropsOldest else {
                if countsRejection { state.counters.rejected += 1 }
                return .rejected
            }
            discarded = state.entries.popFirst()?.action
            state.count -= 1
        }
        let replaces = discarded != nil
        state.entries.append(Entry(number: nextNumber, action: action))
        nextNumber += 1
        state.count += 1
        state.counters.accepted += 1
        if replaces { state.counters.replaced += 1 }
        state.counters.maxWaiting = max(state.counters.maxWaiting, state.count)
        return replaces ? .replaced : .accepted
    }

    /// Removes and returns the pending action with a key. The caller must hold the lock.
    @usableFromInline func removeAction(_ key: AnyKey) -> Action? {
        guard let number = state.numbers.removeValue(forKey: key) else { return nil }
        let index = state.entries.firstIndex { $0.number >= number }
        state.count -= 1
        return state.entries.update(at: index) { $0.action.take() }
    }

    /// Notes that the last action has a key. The caller must hold the lock.
    @usableFromInline func noteNumber(of key: AnyKey) {
        state.numbers[key] = nextNumber - 1
        // Half of the entries were replaced. Removing them costs as much as adding them.
        if state.entries.count > 2 * state.count + 64 { state.entries.removeAll { $0.action == nil } }
    }

    // MARK: Taking

    @usableFromInline func hasActions(in range: Range<Int>) -> Bool {
        var index = state.entries.firstIndex { $0.number >= range.lowerBound }
        while index < state.entries.count, state.entries[index].number < range.upperBound {
            if state.entries[index].action != nil { return true }
            index += 1
        }
        return false
    }

    @usableFromInline func take(before end: Int) {
        let continuations = locked { state in
            move(before: end, of: &state)
            return state.senders.removeAll()
        }
        for continuation in continuations { continuation.resume() }
    }

    /// Moves the pending actions with numbers below `end` to the taken ones.
    private func move(before end: Int, of state: inout State) {
        if end >= nextNumber, state.entries.count == state.count {
            swap(&state.entries, &taken)
        } else {
            while let first = state.entries.first, first.number < end {
                _ = state.entries.popFirst()
                if first.action != nil { taken.append(first) }
            }
        }
        takenCount = taken.count
        state.count -= takenCount
        state.counters.delivered += takenCount
        if !state.numbers.isEmpty { state.numbers = state.numbers.filter { $0.value >= end } }
    }

    @usableFromInline func passFirst(to sink: Sink) { pass(self, sink) }

    /// Closes the inbox to further actions, and resumes the senders that wait for space. They throw ``Inbox/Failure/closed``.
    /// Called on the engine's actor.
    ///
    /// - Returns: The number of actions that will not be reduced.
    @usableFromInline func close() -> Int {
        let (pending, count, continuations) = locked { state in
            defer { (state.isClosed, state.entries, state.count, state.numbers) = (true, Ring(), 0, [:]) }
            return (state.entries, state.count, state.senders.removeAll())
        }
        for continuation in continuations { continuation.resume() }
        defer { (taken, takenCount) = (Ring(), 0) }
        return withExtendedLifetime(pending) { count + takenCount }
    }

    // MARK: Waiting for space

    /// Waits until there may be space, or the inbox is closed.
    @usableFromInline func waitForSpace() async throws {
        let number = locked { $0.senders.takeNumber() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let canContinue = locked { state in
                    if state.isClosed || state.count < capacity { return true }
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
        areSame(AnyHashable(one.value), AnyHashable(other.value))
    }
    @usableFromInline func hash(into hasher: inout Hasher) { AnyHashable(value).hash(into: &hasher) }
}
