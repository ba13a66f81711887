#if Hummingbird || App
    import Foundation
    import MillraceModules
    import Testing

    @testable import Millrace
    import MillraceHummingbird
    @testable import MillraceWeb
    @testable import WebTestSupport

    /// An overloaded server does less work for each message.
    @Suite("Overload", .timeLimit(.minutes(20))) struct OverloadTests {
        @Test("Limits of the server · messages that wait are handled together, and the page is drawn once for them")
        func batch()
            async throws
        {
            let evaluations = Lock(0)
            var configuration = LivePages.Configuration()
            configuration.clock = ManualClock()
            let server = WebServer(
                port: 0, configuration,
                sessions: .perTab { _ in
                    Navigator(root: Ledger(count: 3, evaluations: evaluations), stacked: true, on: Engine())
                })
            let running = Task { try await server.run() }
            let fixture = ServerFixture(
                server: server, factory: SessionFactory(), clock: ManualClock(), running: running,
                port: try await server.port)
            let response = try await fixture.get("/")
            let opened = (session: try #require(response.session), cookie: try #require(response.cookie))
            let parts = response.body.components(separatedBy: ">Add<")
            let add = try #require(parts[0].components(separatedBy: "value=\"").last?.prefix { $0 != "\"" })
            let client = try await WebSocketClient(fixture, opened)
            let first = try #require(await client.next())
            let sequence = try #require(first.text.firstMatch(of: /"q":([0-9]+)/)?.1)
            let before = evaluations.withLock { $0 }
            let presses = (1...300).flatMap { number in
                WebSocketClient.frame(1, Array(#"{"n":\#(number),"q":\#(sequence),"r":"\#(add)"}"#.utf8))
            }
            await client.socket.send(presses)
            var acknowledged = 0
            while acknowledged < 300, let frame = await client.next() {
                acknowledged += frame.text.matches(of: /\[[0-9]+,0\]/).count
            }
            #expect(acknowledged == 300)
            // The presses arrive in parts of 4 KB, and each part is handled at once.
            #expect(evaluations.withLock { $0 } - before < 60)
            running.cancel()
            try await running.value
        }
    }
#endif
