#if PostgreSQL
    import BenchmarkDatabase
    import Foundation

    /// Runs pgbench, which repeats a transaction on one connection.
    struct Pgbench {
        let server: PostgresServer
        let database: String
        /// A folder for its files.
        let folder: URL

        /// Creates a table.
        ///
        /// - Parameter table: Its name and columns, and statements that follow.
        func create(_ table: String) async throws {
            _ = try await server.query("CREATE TABLE \(table)", database: database)
        }

        /// Repeats a transaction. Returns the time of each one.
        ///
        /// - Parameters:
        ///   - statements: A line for each statement.
        ///   - seconds: The length of the run.
        ///   - rate: How often the transaction begins in a second, at random times. Defaults to `nil`: each one follows the one before.
        func run(_ statements: String, seconds: Int, rate: Int? = nil) async throws -> Times {
            let own = folder.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
            let (script, log) = (own.appendingPathComponent("script.sql").path, own.appendingPathComponent("log").path)
            try Data((statements + "\n").utf8).write(to: URL(fileURLWithPath: script))
            let command = "pgbench --no-vacuum --client 1 --file \"$0\" --log --log-prefix \"$1\" $2 \"$DATABASE\" 2>&1"
            let options = "--time \(seconds)" + (rate.map { " --rate \($0)" } ?? "")
            _ = try await server.run(["sh", "-c", command, script, log, options], database: database)
            var times: [Double] = []
            for name in try FileManager.default.contentsOfDirectory(atPath: own.path) where name.hasPrefix("log.") {
                let text = try String(contentsOf: own.appendingPathComponent(name), encoding: .utf8)
                // The third column is the time in microseconds. With a rate, it contains the lag in the seventh one.
                for line in text.split(separator: "\n") {
                    let columns = line.split(separator: " ").map { Double($0) ?? 0 }
                    guard columns.count > 2 else { continue }
                    times.append((columns[2] - (columns.count > 6 ? columns[6] : 0)) / 1_000_000)
                }
            }
            guard !times.isEmpty else { throw NoTransactions() }
            return Times(times)
        }

        private struct NoTransactions: Error, CustomStringConvertible {
            var description: String { "pgbench has written no transactions to its log." }
        }
    }
#endif
