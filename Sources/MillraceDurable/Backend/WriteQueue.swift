#if SQLite || App
    import Dispatch
    import GRDB
    import Millrace

    /// The writes to a SQLite file. Those that wait for the end of a transaction share the next one, and so its sync.
    ///
    /// Each write has a savepoint: its error is that of no other one. An error of the commit is the error of all writes in it.
    final class WriteQueue: Sendable {
        private struct Write: Sendable {
            /// Returns the function that reports the success.
            let run: @Sendable (Database) throws -> @Sendable () -> Void
            let fail: @Sendable (any Error) -> Void
        }

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

        private let database: DatabaseQueue
        private let log: SQLiteLog
        private let clock: WriteClock
        private let content = Lock(Content())

        init(_ database: DatabaseQueue, _ log: SQLiteLog, _ clock: WriteClock) {
            (self.database, self.log, self.clock) = (database, log, clock)
        }

        var isClosed: Bool { content.withLock { $0.isClosed } }

        /// Adds a write behind those that wait. Resumes the continuation after the commit.
        ///
        /// - Parameter delay: How long it may wait after the begin of the last transaction, in seconds. Other writes do not wait for it.
        func add<Result: Sendable>(
            _ delay: Double, _ continuation: CheckedContinuation<Result, any Error>,
            _ body: @escaping @Sendable (Database) throws -> Result
        ) {
            let write = Write { db in
                let result = try body(db)
                return { continuation.resume(returning: result) }
            } fail: {
                continuation.resume(throwing: $0)
            }
            let isAdded = content.withLock { content in
                if content.isClosed { return false }
                content.waiting.append(write)
                content.delay = min(content.delay, delay)
                return true
            }
            if isAdded { start() } else { write.fail(DurableError.closed) }
        }

        /// Stores the waiting writes, and closes the file. A later write fails.
        func close() {
            content.withLock { $0.isClosed = true }
            database.writeWithoutTransaction { run($0) }
            try? database.close()
        }

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
            if due <= now { return database.asyncWriteWithoutTransaction { self.run($0) } }
            clock.schedule(due - now) {
                self.content.withLock { if $0.timer == due { $0.timer = .infinity } }
                self.start()
            }
        }

        /// Runs all waiting writes in a transaction, and starts the next one.
        private func run(_ db: Database) {
            let now = clock.now()
            let writes = content.withLock { content in
                if !content.waiting.isEmpty { content.lastStart = now }
                let writes = content.waiting
                (content.waiting, content.delay) = ([], .infinity)
                return writes
            }
            if !writes.isEmpty { commit(writes, db) }
            content.withLock { $0.isRunning = false }
            start()
        }

        private func commit(_ writes: [Write], _ db: Database) {
            var results: [Result<@Sendable () -> Void, any Error>] = []
            do {
                var hasChanges = false
                try db.inTransaction {
                    for write in writes {
                        let result = Self.result(of: write, db)
                        // SQLite has ended the transaction, so nothing of it is left.
                        if case .failure(let error) = result, !db.isInsideTransaction { throw error }
                        if case .success = result { hasChanges = true }
                        results.append(result)
                    }
                    return hasChanges ? .commit : .rollback
                }
                if hasChanges { log.noteCommit(db) }
            } catch {
                results = results.map { $0.flatMap { _ in .failure(error) } }
                results += writes[results.count...].map { _ in .failure(error) }
            }
            for (write, result) in zip(writes, results) {
                switch result {
                case .success(let end): end()
                case .failure(let error): write.fail(error)
                }
            }
        }

        /// Runs a write in a savepoint.
        private static func result(of write: Write, _ db: Database) -> Result<@Sendable () -> Void, any Error> {
            Result {
                var end: @Sendable () -> Void = {}
                try db.inSavepoint {
                    end = try write.run(db)
                    return .commit
                }
                return end
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
