#if PostgreSQL
    import BenchmarkDatabase
    import Foundation

    /// The times of a transaction that pgbench repeats on one connection.
    struct Pgbench {
        /// The transactions in a second.
        let rate: Double
        /// The median time of a transaction in seconds.
        let median: Double

        /// Runs a transaction again and again.
        ///
        /// - Parameters:
        ///   - statements: A line for each statement.
        ///   - folder: A folder for the files of pgbench.
        init(
            _ statements: String, _ server: PostgresServer, database: String, seconds: Int, in folder: URL
        ) async throws {
            let own = folder.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
            let (script, log) = (own.appendingPathComponent("script.sql").path, own.appendingPathComponent("log").path)
            try Data((statements + "\n").utf8).write(to: URL(fileURLWithPath: script))
            let command =
                "pgbench --no-vacuum --client 1 --time \"$1\" --file \"$0\" --log --log-prefix \"$2\" \"$DATABASE\" 2>&1"
            _ = try await server.run(["sh", "-c", command, script, "\(seconds)", log], database: database)
            var times: [Double] = []
            for name in try FileManager.default.contentsOfDirectory(atPath: own.path) where name.hasPrefix("log.") {
                let text = try String(contentsOf: own.appendingPathComponent(name), encoding: .utf8)
                // The third column is the time in microseconds.
                for line in text.split(separator: "\n") {
                    let columns = line.split(separator: " ")
                    if columns.count > 2, let time = Double(columns[2]) { times.append(time / 1_000_000) }
                }
            }
            guard !times.isEmpty else { throw NoTransactions() }
            times.sort()
            (rate, median) = (Double(times.count) / times.reduce(0, +), times[times.count / 2])
        }

        struct NoTransactions: Error, CustomStringConvertible {
            var description: String { "pgbench has written no transactions to its log." }
        }
    }
#endif
