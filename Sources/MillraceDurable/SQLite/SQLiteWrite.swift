#if SQLite || App
    import GRDB

    /// A write to a SQLite file.
    struct SQLiteWrite: Sendable {
        /// Returns the function that reports the success.
        let run: @Sendable (Database) throws -> @Sendable () -> Void
        let fail: @Sendable (any Error) -> Void

        /// - Parameter continuation: Resumed after the commit.
        init<Result: Sendable>(
            _ continuation: CheckedContinuation<Result, any Error>,
            _ body: @escaping @Sendable (Database) throws -> Result
        ) {
            run = { db in
                let result = try body(db)
                return { continuation.resume(returning: result) }
            }
            fail = { continuation.resume(throwing: $0) }
        }

        /// Commits writes in a transaction. Each write has a savepoint: its error is that of no other one. An error of the commit is the error
        /// of all writes.
        static func commit(_ writes: [SQLiteWrite], _ db: Database, _ log: SQLiteLog) {
            var results: [Result<@Sendable () -> Void, any Error>] = []
            do {
                var hasChanges = false
                try db.inTransaction {
                    for write in writes {
                        let result = write.result(db)
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

        /// Runs the write in a savepoint.
        private func result(_ db: Database) -> Result<@Sendable () -> Void, any Error> {
            Result {
                var end: @Sendable () -> Void = {}
                try db.inSavepoint {
                    end = try run(db)
                    return .commit
                }
                return end
            }
        }
    }
#endif
