#if Hummingbird || App
    import Dispatch
    import NIOConcurrencyHelpers
    import NIOCore

    /// Runs the tasks of a live connection, and the actor of its page, on the event loop that reads its messages. So a message is
    /// received, handled, drawn and written without a change of the thread.
    ///
    /// A long job delays the other connections of the loop. After one, the jobs of this connection run on other threads, for a thousand
    /// times as long as it took. So the long jobs of a connection take at most a thousandth of a loop's time.
    final class LoopExecutor: TaskExecutor {
        /// The duration above which a job is long.
        private static let longJob = TimeAmount.milliseconds(5)

        private let loop: any EventLoop
        /// The time until which jobs run on other threads; `nil` after no long job.
        private let end = NIOLockedValueBox(NIODeadline?.none)

        private let now: @Sendable () -> NIODeadline

        /// - Parameters:
        ///   - loop: The event loop of the connection.
        ///   - now: Measures the jobs. Defaults to the system's clock.
        init(_ loop: any EventLoop, now: @escaping @Sendable () -> NIODeadline = { .now() }) {
            (self.loop, self.now) = (loop, now)
        }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            if isAway {
                DispatchQueue.global().async { self.run(job) }
            } else {
                loop.execute { self.run(job) }
            }
        }

        /// Whether jobs run on other threads.
        private var isAway: Bool {
            end.withLockedValue { end in
                guard let time = end else { return false }
                if time <= now() { end = nil }
                return end != nil
            }
        }

        private func run(_ job: UnownedJob) {
            let start = now()
            job.runSynchronously(on: asUnownedTaskExecutor())
            let time = now() - start
            if time > Self.longJob { end.withLockedValue { $0 = now() + time * 1_000 } }
        }
    }
#endif
