#if PostgreSQL && App
    import MachineSupport
    import Millrace
    import PostgresTestSupport

    @testable import MillraceDurable

    extension History.Stored {
        /// Reads a ledger that no node has, after the messages in its inbox are reduced.
        @MainActor init(_ ledger: String, in database: String, of server: PostgresServer) async throws {
            self.init()
            let storage = try await DurableStorage(postgres: server.connectionString(database: database))
            let engine = try await storage.engine(ledger)
            let store = try engine.ledger(owner: "check")
            try await engine.resume()
            try await engine.stored()
            entries = store.state.entries
            try await engine.suspend(grace: .zero)
            await storage.close()
            let rows = try await server.query(
                "SELECT convert_from(id, 'UTF8'), turn FROM millrace.message WHERE engine = '\(ledger)'",
                database: database)
            for row in rows.split(separator: "\n") {
                let columns = row.split(separator: "|")
                turns[String(columns[0])] = UInt64(columns[1])
            }
        }
    }
#endif
