#if Web || Hummingbird || App
    import Millrace

    /// Calls closures after a delay.
    ///
    /// One task serves all timers: it sleeps until the first one is due. One task for each timer would cost more,
    /// because the system keeps a cancelled sleep until its end, and almost all timers are cancelled.
    package final class TimerQueue: Sendable {
        package typealias ID = Int

        private struct State {
            var pending: [ID: (due: Duration, fire: @Sendable () -> Void)] = [:]
            var lastID = 0
            var hasEnded = false
            /// The sleeping task and the time when it wakes.
            var sleep: (end: Duration, task: Task<Void, Never>)?
            var sleepID = 0
        }

        /// Returns the time since the queue was created.
        package let now: @Sendable () -> Duration
        /// Sleeps until `end`, measured from the creation of the queue.
        private let sleep: @Sendable (_ end: Duration) async throws -> Void
        private let state = Lock(State())

        package init(_ clock: any Clock<Duration>) { (now, sleep) = Self.measure(clock) }

        private static func measure<C: Clock<Duration>>(
            _ clock: C
        ) -> (@Sendable () -> Duration, @Sendable (Duration) async throws -> Void) {
            let start = clock.now
            return (
                { start.duration(to: clock.now) },
                { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
            )
        }

        /// The number of pending timers.
        var count: Int { state.withLock { $0.pending.count } }

        /// Calls `fire` once after `delay`, unless the timer is cancelled. `fire` never runs during or after
        /// ``cancel(_:)``.
        ///
        /// `fire` is called under a lock: it must be short, and must not use the queue.
        package func schedule(after delay: Duration, fire: @escaping @Sendable () -> Void) -> ID {
            let due = now() + delay
            return state.withLock { state in
                state.lastID += 1
                guard !state.hasEnded else { return state.lastID }
                state.pending[state.lastID] = (due, fire)
                sleep(until: due, &state)
                return state.lastID
            }
        }

        /// Cancels a timer.
        package func cancel(_ id: ID) {
            state.withLock { _ = $0.pending.removeValue(forKey: id) }
        }

        /// Cancels all timers and ignores new ones.
        package func cancelAll() {
            state.withLock { state in
                (state.hasEnded, state.pending) = (true, [:])
                state.sleep?.task.cancel()
                state.sleep = nil
            }
        }

        private func sleep(until due: Duration, _ state: inout State) {
            if let sleep = state.sleep {
                if sleep.end <= due { return }
                sleep.task.cancel()
            }
            state.sleepID += 1
            let sleepID = state.sleepID
            let task = Task { [sleep, weak self] in
                guard (try? await sleep(due)) != nil else { return }
                self?.wake(sleepID)
            }
            state.sleep = (due, task)
        }

        private func wake(_ sleepID: Int) {
            let now = now()
            state.withLock { state in
                guard state.sleepID == sleepID, !state.hasEnded else { return }
                state.sleep = nil
                let due = state.pending.filter { $0.value.due <= now }.sorted { $0.value.due < $1.value.due }
                for (id, timer) in due {
                    state.pending[id] = nil
                    timer.fire()
                }
                if let next = state.pending.values.map(\.due).min() { sleep(until: next, &state) }
            }
        }
    }
#endif
