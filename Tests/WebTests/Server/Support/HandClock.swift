#if Web
    import Millrace

    /// A clock that a test moves on.
    final class HandClock: Clock {
        struct Instant: InstantProtocol {
            var time = Duration.zero
            func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
            func duration(to other: Instant) -> Duration { other.time - time }
            static func < (one: Instant, other: Instant) -> Bool { one.time < other.time }
        }

        private struct State {
            var now = Instant()
            var sleepers: [Int: (end: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
            var cancelled: Set<Int> = []
            var last = 0
            var isRushing = false
        }
        private let state = Lock(State())

        var now: Instant { state.withLock { $0.now } }
        var minimumResolution: Duration { .zero }

        func advance(by duration: Duration) {
            let due = state.withLock { state in
                state.now = state.now.advanced(by: duration)
                let due = state.sleepers.filter { $0.value.end <= state.now }
                for id in due.keys { state.sleepers[id] = nil }
                return due.values.map(\.continuation)
            }
            for sleeper in due { sleeper.resume() }
        }

        /// From now on every sleep is over at once, and its end is the time.
        ///
        /// So a limit of time is reached by whoever waits for it, whether it began to wait before or begins later.
        func rush() {
            let due = state.withLock { state in
                let sleepers = state.sleepers.values
                (state.isRushing, state.sleepers) = (true, [:])
                state.now = sleepers.map(\.end).max().map { max($0, state.now) } ?? state.now
                return sleepers.map(\.continuation)
            }
            for sleeper in due { sleeper.resume() }
        }

        func sleep(until deadline: Instant, tolerance: Duration?) async throws {
            let id = state.withLock { state in
                state.last += 1
                return state.last
            }
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let result: Result<Void, any Error>? = state.withLock { state in
                        if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                        if state.isRushing { state.now = max(state.now, deadline) }
                        if deadline <= state.now { return .success(()) }
                        state.sleepers[id] = (deadline, continuation)
                        return nil
                    }
                    if let result { continuation.resume(with: result) }
                }
            } onCancel: {
                let sleeper = state.withLock { state in
                    let sleeper = state.sleepers.removeValue(forKey: id)
                    if sleeper == nil { state.cancelled.insert(id) }
                    return sleeper?.continuation
                }
                sleeper?.resume(throwing: CancellationError())
            }
        }
    }
#endif
