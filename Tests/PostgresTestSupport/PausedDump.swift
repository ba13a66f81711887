#if PostgreSQL
    import Foundation

    /// A `pg_dump` that waits in the middle of its output, so that its transaction and its snapshot stay open.
    ///
    /// It waits because nothing reads its output. So the database must have more content than fits into a pipe: about 64 kB.
    public struct PausedDump: Sendable {
        private let process: pid_t
        private let output: FileHandle

        /// Starts a dump, and returns when its output has begun: then it has its snapshot.
        init(_ connection: String, _ programs: PostgresPrograms) async throws {
            (process, output) = try programs.start(["pg_dump", "--dbname", connection])
            _ = try await read { try $0.read(upToCount: 1) }
        }

        /// Reads the rest of the output, and returns it when the dump has ended.
        public func finish() async throws -> String {
            let text = String(decoding: try await read { try $0.readToEnd() } ?? Data(), as: UTF8.self)
            guard await exitStatus() == 0 else { throw Spawn.Failure(description: "pg_dump has failed: \(text)") }
            return text
        }

        private func read(_ body: @escaping @Sendable (FileHandle) throws -> Data?) async throws -> Data? {
            try await withCheckedThrowingContinuation { continuation in
                // On a thread of its own, because it waits.
                Thread { continuation.resume(with: Result { try body(output) }) }.start()
            }
        }

        private func exitStatus() async -> Int32? {
            await withCheckedContinuation { continuation in
                Thread { continuation.resume(returning: Spawn.wait(for: process)) }.start()
            }
        }
    }

    extension PostgresServer {
        /// Starts a dump of a database that waits in the middle of its output. The database must have more content than fits into a pipe.
        public func pausedDump(of database: String) async throws -> PausedDump {
            try await PausedDump(connectionString(database: database), programs)
        }
    }
#endif
