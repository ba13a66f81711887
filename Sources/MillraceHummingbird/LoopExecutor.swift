#if Hummingbird || App
    import Dispatch
    import NIOConcurrencyHelpers
    import NIOCore

    /// Runs the tasks of a live connection, and the actor of its page, on the event loop that reads its messages. So a message is
    /// received, handled, drawn and written without a change of the thread.
    ///
    /// Long jobs delay the other connections of the loop, and so do many jobs in a row, because the loop reads no socket before the last
    /// one. So the first hundred jobs run on other threads: they create and draw the page, and show whether its messages take long. If
    /// jobs take more than half of 40 ms, all further jobs run on other threads for a thousand times as long, and then another hundred.
    /// So the long jobs of a connection take at most a thousandth of a loop's time.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    final class LoopExecutor: TaskExecutor {
        private struct State {
            /// The start of the current period.
            var start = NIODeadline.uptimeNanoseconds(0)
            /// The time that the jobs of this period took.
            var used = TimeAmount.zero
            /// The number of jobs that run on other threads before the loop is used.
            var remaining = LoopExecutor.firstJobs
            /// The time until which jobs run on other threads. `nil` if there was no long work.
            var offLoopUntil: NIODeadline?
        }

        private static let period = TimeAmount.milliseconds(40)
        private static let firstJobs = 100

        private let loop: any EventLoop
        private let state = NIOLockedValueBox(State())
        private let others: DispatchQueue
        private let now: @Sendable () -> NIODeadline

        /// - Parameters:
        ///   - loop: The event loop of the connection.
        ///   - others: Runs jobs on other threads. Defaults to the system's queue.
        ///   - now: Measures the jobs. Defaults to the system's clock.
        init(
            _ loop: any EventLoop, others: DispatchQueue = .global(),
            now: @escaping @Sendable () -> NIODeadline = { .now() }
        ) {
            (self.loop, self.others, self.now) = (loop, others, now)
        }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            if usesOtherThreads {
                others.async { self.run(job) }
            } else {
                loop.execute { self.run(job) }
            }
        }

        private var usesOtherThreads: Bool {
            state.withLockedValue { state in
                if let end = state.offLoopUntil {
                    guard end <= now() else { return true }
                    (state.offLoopUntil, state.remaining) = (nil, Self.firstJobs)
                }
                return state.remaining > 0
            }
        }

        private func run(_ job: UnownedJob) {
            let start = now()
            job.runSynchronously(on: asUnownedTaskExecutor())
            let end = now()
            state.withLockedValue { state in
                if end - state.start > Self.period { (state.start, state.used) = (start, .zero) }
                state.used = state.used + (end - start)
                state.remaining = max(0, state.remaining - 1)
                guard state.used * 2 > Self.period else { return }
                state.offLoopUntil = end + state.used * 1_000
                state.used = .zero
            }
        }
    }
#endif
