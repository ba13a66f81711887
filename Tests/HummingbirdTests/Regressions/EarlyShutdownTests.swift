#if Hummingbird || App
    import TestSupport
    import Testing

    @testable import MillraceHummingbird
    @testable import MillraceWeb
    @testable import WebTestSupport

    /// Symptom: a shutdown never ended, and the server ran on.
    /// Cause: it came after `run()` had begun, and before it had stored the services to shut down.
    /// Correct behavior: the server does not start, or shuts down.
    struct EarlyShutdownTests {
        @Test("a server that is shut down while it starts ends") func early() async throws {
            for delay in 0..<60 {
                let server = WebServer(port: 0, sessions: WebSessions(isShared: false) { FakePage($0) { _ in } })
                let running = Task { try await server.run() }
                for _ in 0..<delay { await Task.yield() }
                try await withDeadline("the server to end") { await server.shutDown() }
                // If it had not begun, it refuses to.
                _ = await running.result
                #expect(server.connections.count == 0)
            }
        }
    }
#endif
