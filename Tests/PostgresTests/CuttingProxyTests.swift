#if PostgreSQL && App
    import Dispatch
    import PostgresTestSupport
    import TestSupport
    import Testing

    /// The proxy that disturbs connections to the server.
    @Suite struct CuttingProxyTests {
        /// How a client sends a transaction with a `COMMIT`.
        enum Way: CaseIterable, Sendable { case messages, oneMessage, pipeline, preparedPipeline }

        /// Gives a test a proxy, and a database with an empty table `t`.
        private func withProxy(_ body: @escaping (CuttingProxy, PostgresServer, String) async throws -> Void)
            async throws
        {
            try await withDeadline("the proxy") {
                let server = try await PostgresServer.shared()
                let database = try await server.createDatabase()
                _ = try await server.query("CREATE TABLE t (n int)", database: database)
                let proxy = try await CuttingProxy(to: server)
                try await body(proxy, server, database)
                try await proxy.stop()
            }
        }

        private static func insert(_ number: Int, _ way: Way, _ client: TestClient) throws {
            let insert = "INSERT INTO t VALUES (\(number))"
            switch way {
            case .messages: for text in ["BEGIN", insert, "commit"] { try client.query(text) }
            case .oneMessage: try client.query("BEGIN; \(insert); COMMIT")
            case .pipeline: try client.pipeline("BEGIN", insert, "COMMIT")
            case .preparedPipeline: try client.pipeline("BEGIN", insert, "@end")
            }
        }

        private static func insert(_ number: Int, _ way: Way, _ connection: String) async throws {
            try await TestClient.run(connection) { client in
                if way == .preparedPipeline { try client.prepare("end", "COMMIT") }
                try insert(number, way, client)
            }
        }

        @Test("psql works through the proxy") func psql() async throws {
            try await withProxy { proxy, server, database in
                let connection = proxy.connectionString(database: database, applicationName: "psql-test")
                let rows = try await server.psql(
                    connection, "INSERT INTO t VALUES (1), (2)", "SELECT n FROM t ORDER BY n")
                #expect(rows == "1\n2")
                // Asks for encryption first.
                let encrypted = connection.replacing("sslmode=disable", with: "sslmode=prefer")
                #expect(try await server.psql(encrypted, "SELECT count(*) FROM t") == "2")
            }
        }

        @Test(
            "A COMMIT is cut before the server reads it, or before its answer reaches the client",
            arguments: Way.allCases)
        func cuts(_ way: Way) async throws {
            try await withProxy { proxy, server, database in
                let connection = proxy.connectionString(database: database)
                // The first and the last transaction pass.
                let cuts: [CommitCut?] = [nil, .before, .after, .during, nil]
                try await proxy.atCommit { cuts[$0.number - 1] }
                for (index, cut) in cuts.enumerated() {
                    do {
                        try await Self.insert(index, way, connection)
                        #expect(cut == nil)
                    } catch is TestClient.Failure {
                        #expect(cut != nil)
                    }
                }
                let stored = try await server.query("SELECT n FROM t WHERE n <> 3 ORDER BY n", database: database)
                #expect(stored == "0\n2\n4")
                for cut in CommitCut.allCases { #expect(try await proxy.count(of: cut) == 1) }
            }
        }

        @Test("A transaction that the server rolls back is not cut after its COMMIT", arguments: Way.allCases)
        func rolledBack(_ way: Way) async throws {
            try await withProxy { proxy, server, database in
                try await proxy.atCommit { _ in .after }
                let isOpen = try await TestClient.run(proxy.connectionString(database: database)) { client in
                    try client.prepare("end", "COMMIT")
                    for text in ["BEGIN", "INSERT INTO t VALUES (1)"] { try client.query(text) }
                    #expect(throws: TestClient.Failure.self) { try client.query("SELECT 1 / 0") }
                    switch way {
                    case .messages: try client.query("COMMIT")
                    case .oneMessage: try client.query("COMMIT; SELECT 1")
                    case .pipeline: try client.pipeline("COMMIT")
                    case .preparedPipeline: try client.pipeline("@end")
                    }
                    return client.isOpen
                }
                #expect(isOpen)
                #expect(try await proxy.count(of: .after) == 0)
                #expect(try await server.query("SELECT n FROM t", database: database) == "")
            }
        }

        @Test("The rule knows the client, and counts each COMMIT") func rule() async throws {
            try await withProxy { proxy, _, database in
                try await proxy.atCommit { $0.connection.applicationName == "b" && $0.number == 3 ? .before : nil }
                let a = proxy.connectionString(database: database, applicationName: "a")
                let b = proxy.connectionString(database: database, applicationName: "b")
                try await Self.insert(1, .messages, b)
                try await Self.insert(2, .pipeline, a)
                await #expect(throws: TestClient.Failure.self) { try await Self.insert(3, .messages, b) }
                try await Self.insert(4, .messages, b)
            }
        }

        @Test("Packets of the listening connection are dropped in silence, and those of other connections pass")
        func drops() async throws {
            try await withProxy { proxy, server, database in
                let (connection, isDropped) = (proxy.connectionString(database: database), DispatchSemaphore(value: 0))
                async let notifications = TestClient.run(connection) { client in
                    try client.query("LISTEN c")
                    isDropped.wait()
                    // It gets no answer. The end of the connection ends the wait.
                    #expect(throws: TestClient.Failure.self) { try client.query("INSERT INTO t VALUES (1)") }
                    return client.notifications()
                }
                _ = try await proxy.connection { $0.isListening }
                let count = try await proxy.drop { $0.isListening }
                #expect(count == 1)
                isDropped.signal()
                let dropped = try await proxy.connection { $0.hasDropped }
                _ = try await server.psql(connection, "NOTIFY c", "INSERT INTO t VALUES (2)")
                let listening = try await proxy.connections().filter(\.isListening)
                #expect(listening == [dropped])
                try await proxy.cut { $0.isListening }
                #expect(try await notifications == 0)
                #expect(try await server.query("SELECT n FROM t", database: database) == "2")
            }
        }

        @Test("A connection is paused, and goes on with all of its bytes") func pauses() async throws {
            try await withProxy { proxy, server, database in
                let isPaused = DispatchSemaphore(value: 0)
                async let rows = TestClient.run(proxy.connectionString(database: database)) { client in
                    isPaused.wait()
                    try Self.insert(1, .pipeline, client)
                    return try client.query("SELECT n FROM t")
                }
                _ = try await proxy.connection { $0.database == database }
                let count = try await proxy.pause { _ in true }
                #expect(count == 1)
                isPaused.signal()
                _ = try await proxy.connection { $0.holdsBytes }
                #expect(try await server.query("SELECT count(*) FROM t", database: database) == "0")
                try await proxy.resume()
                #expect(try await rows == ["1"])
            }
        }

        @Test("A proxy refuses new connections, and accepts them again") func refuses() async throws {
            try await withProxy { proxy, server, database in
                let connection = proxy.connectionString(database: database)
                try await proxy.refuse(true)
                await #expect(throws: TestClient.Failure.self) { try await Self.insert(1, .messages, connection) }
                try await proxy.refuse(false)
                try await Self.insert(2, .messages, connection)
                #expect(try await server.query("SELECT n FROM t", database: database) == "2")
            }
        }

        @Test("A connection ends with the server, and the next one works") func serverEnds() async throws {
            try await withDeadline("the restart") {
                let server = try await PostgresServer()
                let proxy = try await CuttingProxy(to: server)
                let connection = proxy.connectionString(database: "postgres")
                async let isOpen = TestClient.run(connection) { client in
                    try client.query("LISTEN c")
                    while client.isOpen { _ = try? client.query("SELECT pg_sleep(600)") }
                    return client.isOpen
                }
                _ = try await proxy.connection { $0.isListening }
                try await server.kill()
                #expect(try await !isOpen)
                try await server.start()
                #expect(try await server.psql(connection, "SELECT 1") == "1")
                try await proxy.stop()
                try await server.stop(immediately: true)
            }
        }
    }
#endif
