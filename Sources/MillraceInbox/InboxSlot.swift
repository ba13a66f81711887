import Millrace

/// What every copy of an inbox shares.
///
/// What is done with each action is inlinable, so that it is compiled for their type.
final class InboxSlot<Action: Sendable>: Sendable {
    private struct State {
        var actions = Ring<Action>()
        /// How many actions were taken out before the first that waits.
        var taken = 0
        /// Where an action with this key waits, counted from the first ever.
        var places: [AnyKey: Int] = [:]
        var isAwaited = false
        var isClosed = false
        var counters = Inbox<Action>.Counters()
        var line = WaitingLine()

        mutating func put(
            _ action: Action, _ key: AnyKey?, _ policy: Inbox<Action>.Policy, _ capacity: Int, _ countsRefusal: Bool
        ) -> Inbox<Action>.Answer {
            if isClosed { return .closed }
            if let key, let place = places[key] {
                actions[place - taken] = action
                counters.accepted += 1
                counters.replaced += 1
                return .replaced
            }
            var answer = Inbox<Action>.Answer.accepted
            if actions.count >= capacity {
                guard case .dropOldest = policy else {
                    if countsRefusal { counters.refused += 1 }
                    return .refused
                }
                _ = actions.popFirst()
                taken += 1
                counters.replaced += 1
                answer = .replaced
            }
            actions.append(action)
            if let key { places[key] = taken + actions.count - 1 }
            counters.accepted += 1
            counters.mostWaiting = max(counters.mostWaiting, actions.count)
            return answer
        }
    }

    let capacity: Int
    private let policy: Inbox<Action>.Policy
    /// Safe: touched while the lock is held, and freed with the slot.
    private nonisolated(unsafe) let state: UnsafeMutablePointer<State>
    private let lock = Lock(())
    private let actorContext: ActorContext
    /// Sends what was taken out; on the engine's actor.
    private let send: @Sendable (inout Ring<Action>) -> Void
    /// Room that was emptied, for the next that is taken out. Safe: touched on the engine's actor only.
    private nonisolated(unsafe) var room = Ring<Action>()

    init(
        capacity: Int, policy: Inbox<Action>.Policy, on actorContext: ActorContext,
        send: @escaping @Sendable (inout Ring<Action>) -> Void
    ) {
        (self.capacity, self.policy, self.actorContext, self.send) = (max(1, capacity), policy, actorContext, send)
        state = .allocate(capacity: 1)
        state.initialize(to: State())
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    private func locked<Result>(_ body: (inout State) -> Result) -> Result {
        var result: Result?
        lock.withLock { _ in result = body(&state.pointee) }
        guard let result else { preconditionFailure("The lock runs its body.") }
        return result
    }

    var waits: Bool {
        if case .wait = policy { true } else { false }
    }

    var counters: Inbox<Action>.Counters {
        locked { state in
            var counters = state.counters
            counters.waiting = state.actions.count
            return counters
        }
    }

    // MARK: Putting in

    func offer(_ action: Action, countsRefusal: Bool = true) -> Inbox<Action>.Answer {
        var key: AnyKey?
        if case .coalesce(let keyOf) = policy { key = AnyKey(value: keyOf(action)) }
        let (answer, wakes) = locked { state in
            let answer = state.put(action, key, policy, capacity, countsRefusal)
            guard answer == .accepted || answer == .replaced else { return (answer, false) }
            defer { state.isAwaited = true }
            return (answer, !state.isAwaited)
        }
        if wakes { actorContext.enqueue { self.deliver() } }
        return answer
    }

    // MARK: Taking out

    /// Folds all that waits, on the engine's actor, at once.
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
    /// - Returns: how many actions wait that nobody will fold.
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
    func waitForRoom() async throws {
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
