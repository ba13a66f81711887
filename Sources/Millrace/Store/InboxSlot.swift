/// What every copy of an inbox shares.
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
    }

    let capacity: Int
    private let policy: Inbox<Action>.Policy
    private let state = Lock(State())
    private let home: Home
    /// Folds what was taken out; on the engine's actor.
    private let fold: @Sendable ([Action]) -> Void

    init(
        capacity: Int, policy: Inbox<Action>.Policy, home: Home, fold: @escaping @Sendable ([Action]) -> Void
    ) {
        (self.capacity, self.policy, self.home, self.fold) = (max(1, capacity), policy, home, fold)
    }

    var waits: Bool {
        if case .wait = policy { true } else { false }
    }

    var counters: Inbox<Action>.Counters {
        state.withLock { state in
            var counters = state.counters
            counters.waiting = state.actions.count
            return counters
        }
    }

    // MARK: Putting in

    func offer(_ action: Action, countsRefusal: Bool = true) -> Inbox<Action>.Answer {
        let key: AnyKey? = if case .coalesce(let key) = policy { AnyKey(value: key(action)) } else { nil }
        let (answer, wakes) = state.withLock { state in
            let answer = put(action, key, in: &state)
            if answer == .refused, countsRefusal { state.counters.refused += 1 }
            let wakes = answer == .accepted && !state.isAwaited
            if wakes { state.isAwaited = true }
            return (answer, wakes)
        }
        if wakes { home.enqueue { self.deliver() } }
        return answer
    }

    private func put(_ action: Action, _ key: AnyKey?, in state: inout sending State) -> Inbox<Action>.Answer {
        if state.isClosed { return .closed }
        if let key, let place = state.places[key] {
            state.actions[place - state.taken] = action
            state.counters.accepted += 1
            state.counters.replaced += 1
            return .replaced
        }
        if state.actions.count >= capacity {
            guard case .dropOldest = policy else { return .refused }
            _ = state.actions.popFirst()
            state.taken += 1
            state.counters.replaced += 1
        }
        if let key { state.places[key] = state.taken + state.actions.count }
        state.actions.append(action)
        state.counters.accepted += 1
        state.counters.mostWaiting = max(state.counters.mostWaiting, state.actions.count)
        return .accepted
    }

    // MARK: Taking out

    /// Folds all that waits, on the engine's actor, at once.
    func settle() async {
        await home.land { deliver() }
    }

    private func deliver() { fold(take()) }

    /// Takes out all that waits, first to last, and lets those in who waited for room.
    private func take() -> [Action] {
        let (actions, continuations) = state.withLock { state in
            let actions = state.actions.removeAll()
            state.isAwaited = false
            state.taken += actions.count
            state.places = [:]
            state.counters.delivered += actions.count
            return (actions, state.line.leave())
        }
        for continuation in continuations { continuation.resume() }
        return actions
    }

    /// Refuses what comes from now on, and wakes those who wait for room to be told so.
    ///
    /// - Returns: how many actions wait that nobody will fold.
    func close() -> Int {
        let (count, continuations) = state.withLock { state in
            state.isClosed = true
            return (state.actions.removeAll().count, state.line.leave())
        }
        for continuation in continuations { continuation.resume() }
        return count
    }

    // MARK: Waiting for room

    /// Waits until there may be room, or the inbox is closed.
    func waitForRoom() async throws {
        let number = state.withLock { $0.line.takeNumber() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let mayGo = state.withLock { state in
                    if state.isClosed || state.actions.count < capacity { return true }
                    return !state.line.enter(number, continuation)
                }
                if mayGo { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.line.cancel(number) }?.resume(throwing: CancellationError())
        }
        try Task.checkCancellation()
    }
}

/// A key of any type.
private struct AnyKey: Hashable, Sendable {
    let value: any Hashable & Sendable

    static func == (one: AnyKey, other: AnyKey) -> Bool { AnyHashable(one.value) == AnyHashable(other.value) }
    func hash(into hasher: inout Hasher) { AnyHashable(value).hash(into: &hasher) }
}

/// Those who wait for room, each under a number, so that one can be cancelled before it has come.
private struct WaitingLine {
    private var members: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    private var cancelled: Set<Int> = []
    private var lastNumber = 0

    mutating func takeNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// - Returns: whether one waits now; not when it was cancelled before it came.
    mutating func enter(_ number: Int, _ continuation: CheckedContinuation<Void, any Error>) -> Bool {
        if cancelled.remove(number) != nil { return false }
        members.append((number, continuation))
        return true
    }

    mutating func cancel(_ number: Int) -> CheckedContinuation<Void, any Error>? {
        guard let index = members.firstIndex(where: { $0.number == number }) else {
            cancelled.insert(number)
            return nil
        }
        return members.remove(at: index).continuation
    }

    mutating func leave() -> [CheckedContinuation<Void, any Error>] {
        defer { members = [] }
        return members.map(\.continuation)
    }
}
