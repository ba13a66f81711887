#if PostgreSQL
    import PostgresTestSupport
    import TestSupport
    import Testing

    /// The server that the tests of PostgreSQL start.
    @Suite struct PostgresServerTests {
        @Test("All tests share a server, and each database is new and writes to the disk") func databases() async throws
        {
            try await withDeadline("the databases") {
                let server = try await PostgresServer.shared()
                #expect(try await PostgresServer.shared().folder == server.folder)
                let names = [try await server.createDatabase(), try await server.createDatabase()]
                #expect(names[0] != names[1])
                _ = try await server.query("CREATE TABLE t (n int)", database: names[0])
                #expect(try await server.query("SELECT to_regclass('t')", database: names[1]) == "")
                #expect(try await server.query("SHOW fsync; SHOW synchronous_commit") == "on\non")
            }
        }

        @Test(
            "What was committed is there after the server was stopped, stopped without a checkpoint, and killed",
            arguments: ["stop", "stop immediately", "kill"])
        func restarts(_ end: String) async throws {
            try await withDeadline("the restart") {
                let server = try await PostgresServer()
                let database = try await server.createDatabase()
                _ = try await server.query("CREATE TABLE t (n int); INSERT INTO t VALUES (7)", database: database)
                switch end {
                case "kill": try await server.kill()
                default: try await server.stop(immediately: end == "stop immediately")
                }
                await #expect(throws: (any Error).self) { _ = try await server.query("SELECT 1") }
                try await server.start()
                #expect(try await server.query("SELECT n FROM t", database: database) == "7")
                try await server.restart()
                #expect(try await server.query("SELECT n FROM t", database: database) == "7")
                try await server.stop()
            }
        }

        @Test("A server gets settings of its own") func settings() async throws {
            try await withDeadline("the settings") {
                let server = try await PostgresServer(settings: ["max_connections = 7"])
                #expect(try await server.query("SHOW max_connections") == "7")
                try await server.stop(immediately: true)
            }
        }
    }
#endif
