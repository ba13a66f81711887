#if DEBUG && (Web || Hummingbird || App)
    import Millrace

    /// A clock that a test advances.
    final class ManualClock: Clock {
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
            /// The callers that wait for a task that sleeps for a time.
            var watchers: [(time: Duration, continuation: CheckedContinuation<Void, Never>)] = []
            var last = 0
            /// The time until which sleeps end at once.
            var autoAdvanceEnd = Instant()

            /// Returns the sleepers that are due at `limit`, and advances the clock at least to the last of their
            /// times.
            mutating func wake(upTo limit: Instant) -> [CheckedContinuation<Void, any Error>] {
                let due = sleepers.filter { $0.value.end <= limit }
                for (id, sleeper) in due {
                    sleepers[id] = nil
                    now = max(now, sleeper.end)
                }
                return due.values.map(\.continuation)
            }
        }
        private let state = Lock(State())

        var now: Instant { state.withLock { $0.now } }
        var minimumResolution: Duration { .zero }

        func advance(by duration: Duration) {
            let due = state.withLock { state in
                state.now = state.now.advanced(by: duration)
                return state.wake(upTo: state.now)
            }
            for sleeper in due { sleeper.resume() }
        }

        /// Until then, each sleep ends at once and advances the clock to its end. This includes sleeps that begin
        /// later.
        ///
        /// A time limit is thus reached, whether or not it has been set already.
        func autoAdvance(by duration: Duration) {
            let due = state.withLock { state in
                state.autoAdvanceEnd = state.now.advanced(by: duration)
                return state.wake(upTo: state.autoAdvanceEnd)
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
                        if deadline <= state.autoAdvanceEnd { state.now = max(state.now, deadline) }
                        if deadline <= state.now { return .success(()) }
                        state.sleepers[id] = (deadline, continuation)
                        return nil
                    }
                    if result == nil { noteSleeper(until: deadline) }
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

        private func noteSleeper(until deadline: Instant) {
            let due = state.withLock { state in
                let time = state.now.duration(to: deadline)
                let due = state.watchers.filter { $0.time == time }
                state.watchers.removeAll { $0.time == time }
                return due
            }
            for watcher in due { watcher.continuation.resume() }
        }

        /// Returns when a task sleeps for this time.
        func sleeper(for time: Duration) async {
            await withCheckedContinuation { continuation in
                let sleeps = state.withLock { state in
                    let sleeps = state.sleepers.values.contains { state.now.duration(to: $0.end) == time }
                    if !sleeps { state.watchers.append((time, continuation)) }
                    return sleeps
                }
                if sleeps { continuation.resume() }
            }
        }
    }
#endif
