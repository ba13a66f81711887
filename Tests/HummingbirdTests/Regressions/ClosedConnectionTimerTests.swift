#if Hummingbird || App
    import Testing

    @testable import MillraceHummingbird
    @testable import MillraceWeb
    @testable import WebTestSupport

    /// Symptom: behind a proxy that opens a connection for each request, the memory of each connection stayed for ten seconds.
    /// Cause: the time limit of the next head began after the connection had closed.
    /// Correct behavior: a closed connection has no timer.
    struct ClosedConnectionTimerTests {
        @Test("after a response that ends its connection, no timer remains") func timers() async throws {
            try await withServer { fixture in
                for _ in 0..<20 {
                    let response = try await fixture.get("/ready")
                    #expect(response.status == 200)
                }
                await fixture.server.waitUntilDisconnected()
                #expect(fixture.server.connections.timers.count == 0)
            }
        }
    }
#endif
