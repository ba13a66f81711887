#if PostgreSQL && App
    import MillraceDurable

    /// The settings that the tests choose.
    struct NodeSettings: Sendable {
        /// The connection string of libpq.
        let database: String
        let port: UInt16
        /// The name of the node, which no other start has.
        let name: String
        /// The names of the engines.
        let ledgers: [String]
        private let lease: Double
        /// Whether it can stop within a transaction. Then each transaction has a further step.
        private let stops: Bool
        private let isWrong: @Sendable (String) -> Bool

        init(_ environment: [String: String]) {
            database = environment["DATABASE"] ?? ""
            port = environment["PORT"].flatMap { UInt16($0) } ?? 0
            name = environment["NAME"] ?? "node"
            ledgers = (0..<(environment["LEDGERS"].flatMap { Int($0) } ?? 3)).map { "ledger\($0)" }
            lease = environment["LEASE"].flatMap { Double($0) } ?? 1
            stops = environment["STOPS"] == "yes"
            let wrong = Set((environment["WRONG"] ?? "").split(separator: " ").map(String.init))
            isWrong = { wrong.contains($0) }
        }

        /// Opens the database. A busy machine may answer too late, so this tries it five times.
        ///
        /// - Parameter stopper: Stops the process within a transaction.
        func open(_ stopper: Stopper) async throws -> PostgresBackend {
            for _ in 1..<5 {
                do { return try await PostgresBackend(database, options(stopper)) } catch {
                    guard case .cannotOpen = error as? DurableError else { throw error }
                }
            }
            return try await PostgresBackend(database, options(stopper))
        }

        private func options(_ stopper: Stopper) -> PostgresOptions {
            var options = PostgresOptions()
            (options.lease, options.name) = (lease, name)
            options.ignoresToken = isWrong("token")
            options.ignoresOwners = isWrong("owners")
            options.ignoresOpenTransactions = isWrong("transactions")
            if stops { options.afterCheck = { stopper.stopIfAsked() } }
            return options
        }
    }
#endif
