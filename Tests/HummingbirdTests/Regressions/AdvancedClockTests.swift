#if Hummingbird || App
    import Logging
    import TestSupport
    import Testing

    import MillraceHummingbird
    @testable import MillraceWeb
    @testable import WebTestSupport

    /// Symptom: the fuzz test of the server stopped now and then.
    /// Cause: the time that a page took to open was measured on the server's clock. When a test advanced that clock meanwhile, the
    /// next page waited for a pause that lasted until the test advanced the clock again.
    /// Correct behavior: work is measured by another clock than the server's.
    struct AdvancedClockTests {
        @Test("a page opens although the server's clock advanced while another one opened")
        func advances() async throws {
            let (clock, factory) = (ManualClock(), SessionFactory())
            var configuration = LivePages.Configuration()
            configuration.clock = clock
            configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let server = WebServer(
                port: 0, configuration,
                sessions: WebSessions(isShared: false) { id in
                    FakePage(id) { event in if case .opened = event { clock.advance(by: .seconds(20)) } }
                })
            let running = Task { try await server.run() }
            defer { running.cancel() }
            let fixture = ServerFixture(
                server: server, factory: factory, clock: clock, running: running, port: try await server.port)
            let sessions = try await withDeadline("three pages to open") {
                var sessions: Set<String> = []
                for _ in 0..<3 { sessions.insert(try await fixture.openPage().session) }
                return sessions
            }
            #expect(sessions.count == 3 && clock.now.time == .seconds(60))
            running.cancel()
            try await running.value
        }
    }
#endif
