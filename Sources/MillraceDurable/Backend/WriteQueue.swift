#if SQLite || App
    import Dispatch
    import Millrace

    /// The writes to a database. Those that wait for the end of a transaction share the next one, and so its sync.
    final class WriteQueue<Context, Write: Sendable>: Sendable {
        private struct Content {
            var waiting: [Write] = []
            /// The shortest delay of the waiting writes, in seconds.
            var delay = Double.infinity
            /// Whether a transaction runs, or is about to begin.
            var isRunning = false
            /// When the last transaction began.
            var lastStart = -Double.infinity
            /// The time of the first timer.
            var timer = Double.infinity
            var isClosed = false
        }

        private let clock: WriteClock
        private let execute: @Sendable (@escaping @Sendable (Context) -> Void) -> Void
        private let commit: @Sendable ([Write], Context) -> Void
        private let content = Lock(Content())

        /// - Parameters:
        ///   - execute: Calls a function with the database, on its thread.
        ///   - commit: Commits writes in a transaction, and reports the result of each.
        init(
            _ clock: WriteClock, execute: @escaping @Sendable (@escaping @Sendable (Context) -> Void) -> Void,
            commit: @escaping @Sendable ([Write], Context) -> Void
        ) { (self.clock, self.execute, self.commit) = (clock, execute, commit) }

        var isClosed: Bool { content.withLock { $0.isClosed } }

        /// Adds a write behind those that wait. Returns `false` if the queue is closed.
        ///
        /// - Parameter delay: How long it may wait after the begin of the last transaction, in seconds. Other writes do not wait for it.
        func add(_ write: Write, delay: Double) -> Bool {
            let isAdded = content.withLock { content in
                if content.isClosed { return false }
                content.waiting.append(write)
                content.delay = min(content.delay, delay)
                return true
            }
            if isAdded { start() }
            return isAdded
        }

        /// Refuses later writes. Those that wait are committed by the next ``run(_:)``.
        func close() { content.withLock { $0.isClosed = true } }

        /// Starts a transaction, or a timer for it, if writes wait and none runs.
        private func start() {
            let now = clock.now()
            let due: Double? = content.withLock { content in
                if content.isRunning || content.waiting.isEmpty { return nil }
                let due = content.delay > 0 ? content.lastStart + content.delay : now
                if due <= now {
                    content.isRunning = true
                } else if due < content.timer {
                    content.timer = due
                } else {
                    return nil
                }
                return due
            }
            guard let due else { return }
            if due <= now { return execute { self.run($0) } }
            clock.schedule(due - now) {
                self.content.withLock { if $0.timer == due { $0.timer = .infinity } }
                self.start()
            }
        }

        /// The maximum number of writes in a transaction.
        private static var maxWrites: Int { 1_000 }

        /// Commits the waiting writes in a transaction, and starts the next one. Called on the thread of the database.
        func run(_ context: Context) {
            while true {
                let writes = takeWrites()
                if !writes.isEmpty { commit(writes, context) }
                // After the end, this is the last call.
                if writes.isEmpty || !isClosed { break }
            }
            content.withLock { $0.isRunning = false }
            start()
        }

        private func takeWrites() -> [Write] {
            let now = clock.now()
            return content.withLock { content in
                if !content.waiting.isEmpty { content.lastStart = now }
                let writes = Array(content.waiting.prefix(Self.maxWrites))
                content.waiting.removeFirst(writes.count)
                content.delay = content.waiting.isEmpty ? .infinity : 0
                return writes
            }
        }
    }

    /// The time of delayed writes.
    package struct WriteClock: Sendable {
        /// Returns the time in seconds since any origin.
        let now: @Sendable () -> Double
        /// Calls a function after a number of seconds, on any thread.
        let schedule: @Sendable (Double, @escaping @Sendable () -> Void) -> Void

        /// The clock of the system.
        package static let system = WriteClock {
            Double(DispatchTime.now().uptimeNanoseconds) / 1e9
        } schedule: { seconds, body in
            DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + seconds, execute: body)
        }
    }
#endif
