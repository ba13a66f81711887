#if Hummingbird || App
    import Testing

    @testable import MillraceHummingbird
    @testable import MillraceWeb
    @testable import WebTestSupport

    /// Symptom: on a system without IPv6, a server for the network answered every request with 503.
    /// Cause: the pages were a service of the application. When its first address could not be opened, they ended, and the next address
    /// was served with them.
    /// Correct behavior: pages end with the server.
    struct FallbackAddressTests {
        @Test("a server whose first address does not exist serves pages at the next one") func next() async throws {
            // The first address is reserved for documentation, so no system has it.
            let server = WebServer(
                port: 0, .init(), addresses: ["192.0.2.1", "127.0.0.1"],
                sessions: WebSessions(isShared: false) { FakePage($0) { _ in } })
            let running = Task { try await server.run() }
            let socket = try await RawSocket(port: try await server.port)
            await socket.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            #expect(ParsedResponse(await socket.readAll()).status == 200)
            await server.shutDown()
            try await running.value
        }

        @Test("a port in use is not opened at another address") func inUse() async throws {
            try await withServer { fixture in
                let server = WebServer(
                    port: fixture.port, .init(), addresses: ["127.0.0.1", "127.0.0.2"],
                    sessions: WebSessions(isShared: false) { FakePage($0) { _ in } })
                await #expect(throws: WebServer.Failure.portInUse(fixture.port)) { try await server.run() }
            }
        }
    }
#endif
