#if SQLite || App
    import Millrace

    /// A clock whose time passes only when a test advances it. Any task may sleep. A sleep of at most 10 ms ends at once.
    final class StepClock: Clock {
        struct Instant: InstantProtocol {
            var time = Duration.zero
            func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
            func duration(to other: Instant) -> Duration { other.time - time }
            static func < (one: Instant, other: Instant) -> Bool { one.time < other.time }
        }

        private struct State {
            var now = Instant()
            var last = 0
            var sleepers: [Int: (end: Instant, length: Duration, continuation: CheckedContinuation<Void, any Error>)] =
                [:]
            var cancelled: Set<Int> = []
            var waiters: [(length: Duration, continuation: CheckedContinuation<Void, Never>)] = []

            /// Removes the callers that wait for a sleep that has begun.
            mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
                let lengths = Set(sleepers.values.map(\.length))
                let due = waiters.filter { lengths.contains($0.length) }
                waiters.removeAll { lengths.contains($0.length) }
                return due.map(\.continuation)
            }
        }

        private let state = Lock(State())

        var now: Instant { state.withLock { $0.now } }
        var minimumResolution: Duration { .zero }

        func sleep(until deadline: Instant, tolerance: Duration?) async throws {
            if now.duration(to: deadline) <= .milliseconds(10) { return }
            let id = state.withLock { state in
                state.last += 1
                return state.last
            }
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let (isOver, waiters) = state.withLock { state -> (Bool, [CheckedContinuation<Void, Never>]) in
                        if state.cancelled.contains(id) || deadline <= state.now { return (true, []) }
                        state.sleepers[id] = (deadline, state.now.duration(to: deadline), continuation)
                        return (false, state.takeWaiters())
                    }
                    if isOver { continuation.resume() }
                    for waiter in waiters { waiter.resume() }
                }
                try Task.checkCancellation()
            } onCancel: {
                let sleeper = state.withLock { state in
                    state.cancelled.insert(id)
                    return state.sleepers.removeValue(forKey: id)
                }
                sleeper?.continuation.resume(throwing: CancellationError())
            }
        }

        /// Returns when a task sleeps for this time.
        func sleeping(_ length: Duration) async {
            await withCheckedContinuation { continuation in
                let due = state.withLock { state in
                    state.waiters.append((length, continuation))
                    return state.takeWaiters()
                }
                for waiter in due { waiter.resume() }
            }
        }

        func advance(by duration: Duration) {
            let due = state.withLock { state in
                state.now = state.now.advanced(by: duration)
                let now = state.now
                let due = state.sleepers.filter { $0.value.end <= now }
                for id in due.keys { state.sleepers[id] = nil }
                return due.values.map(\.continuation)
            }
            for sleeper in due { sleeper.resume() }
        }
    }
#endif
