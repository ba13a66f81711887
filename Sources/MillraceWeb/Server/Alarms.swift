#if Web
    import Millrace

    /// What is to be done when time has passed.
    ///
    /// All wait in one task, which sleeps until the first is due. One sleeping task for each would cost more: a sleep that
    /// is cancelled is kept by the system until it would have ended, and almost all are cancelled.
    final class Alarms: Sendable {
        typealias ID = Int

        private struct State {
            var waiting: [ID: (due: Duration, ring: @Sendable () -> Void)] = [:]
            var lastID = 0
            var hasEnded = false
            /// Until when the task sleeps, and which it is.
            var sleep: (end: Duration, task: Task<Void, Never>)?
            var round = 0
        }

        /// The time since these were made.
        let now: @Sendable () -> Duration
        /// Sleeps until so much time has passed since these were made, however long it takes to begin.
        private let sleep: @Sendable (_ end: Duration) async throws -> Void
        private let state = Lock(State())

        init(_ clock: any Clock<Duration>) { (now, sleep) = Self.measure(clock) }

        private static func measure<C: Clock<Duration>>(
            _ clock: C
        ) -> (@Sendable () -> Duration, @Sendable (Duration) async throws -> Void) {
            let start = clock.now
            return (
                { start.duration(to: clock.now) },
                { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
            )
        }

        /// How many wait.
        var count: Int { state.withLock { $0.waiting.count } }

        /// Has `ring` called once when `delay` has passed, unless it is cleared; after ``clear(_:)`` it is not running
        /// either. It is called under a lock: it has to be short, and may not touch the alarms.
        func set(_ delay: Duration, ring: @escaping @Sendable () -> Void) -> ID {
            let due = now() + delay
            return state.withLock { state in
                state.lastID += 1
                guard !state.hasEnded else { return state.lastID }
                state.waiting[state.lastID] = (due, ring)
                sleep(until: due, &state)
                return state.lastID
            }
        }

        func clear(_ id: ID) {
            state.withLock { _ = $0.waiting.removeValue(forKey: id) }
        }

        /// Nothing rings any more.
        func end() {
            state.withLock { state in
                (state.hasEnded, state.waiting) = (true, [:])
                state.sleep?.task.cancel()
                state.sleep = nil
            }
        }

        private func sleep(until due: Duration, _ state: inout State) {
            if let sleep = state.sleep {
                if sleep.end <= due { return }
                sleep.task.cancel()
            }
            state.round += 1
            let round = state.round
            let task = Task { [sleep, weak self] in
                guard (try? await sleep(due)) != nil else { return }
                self?.wake(round)
            }
            state.sleep = (due, task)
        }

        private func wake(_ round: Int) {
            let now = now()
            state.withLock { state in
                guard state.round == round, !state.hasEnded else { return }
                state.sleep = nil
                let due = state.waiting.filter { $0.value.due <= now }.sorted { $0.value.due < $1.value.due }
                for (id, alarm) in due {
                    state.waiting[id] = nil
                    alarm.ring()
                }
                if let next = state.waiting.values.map(\.due).min() { sleep(until: next, &state) }
            }
        }
    }
#endif
