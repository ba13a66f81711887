#if Hummingbird || App
    import Foundation
    import Millrace
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    /// Each client address has a share of the live connections, the sessions and their memory.
    @Suite("Shares of the connections and sessions", .timeLimit(.minutes(20))) struct ConnectionShareTests {
        @Test(
            "Limits of the server · a client has a share of the live connections, also of a shared session",
            arguments: [false, true])
        func perAddress(isShared: Bool) async throws {
            try await withServer(
                shared: isShared,
                { configuration in
                    configuration.trustedProxies = .init(addresses: ["127.0.0.1"])
                    configuration.limits.connections = 24
                }
            ) { fixture in
                var clients: [WebSocketClient] = []
                for _ in 0..<9 {
                    clients.append(try await fixture.openLivePage(from: "192.0.2.1"))
                    _ = try await fixture.waitUntilConnected()
                }
                let refused = try await fixture.openLivePage(from: "192.0.2.1")
                #expect(await refused.closeFrame().code == 1013)
                clients.append(try await fixture.openLivePage(from: "192.0.2.2"))
                _ = try await fixture.waitUntilConnected()
                #expect(await fixture.server.liveConnectionCount == 10)
                clients[0].socket.finish()
                _ = try await fixture.factory.waitFor { if case .disconnected = $0 { () } else { nil } }
                clients.append(try await fixture.openLivePage(from: "192.0.2.1"))
                _ = try await fixture.waitUntilConnected()
                withExtendedLifetime(clients) {}
            }
        }

        @Test(
            "Limits of the server · a client with many sessions does not end the page that another client has just loaded"
        )
        func freshPages() async throws {
            try await withServer({ configuration in
                configuration.trustedProxies = .init(addresses: ["127.0.0.1"])
                configuration.limits.sessions = 4
            }) { fixture in
                var joined: [String] = []
                for _ in 0..<2 {
                    let client = try await fixture.openLivePage(from: "192.0.2.1")
                    joined.append(try await fixture.waitUntilConnected())
                    client.socket.finish()
                    try await fixture.factory.waitFor(.disconnected(joined[joined.count - 1]))
                }
                let fresh = try #require(try await fixture.get("/", fixture.forwardedFields(for: "192.0.2.2")).session)
                let others = [
                    try await fixture.get("/", fixture.forwardedFields(for: "192.0.2.1")),
                    try await fixture.get("/", fixture.forwardedFields(for: "192.0.2.1")),
                ]
                let ended = try await fixture.factory.waitFor { event in
                    if case .ended(let id) = event { id } else { nil }
                }
                #expect(ended == joined[0] && ended != fresh && others.allSatisfy { $0.status == 200 })
            }
        }

        @Test(
            "Limits of the server · at the limit, a newcomer gets the place of the client with the most live connections"
        )
        func displaced() async throws {
            try await withServer({ configuration in
                configuration.trustedProxies = .init(addresses: ["127.0.0.1"])
                configuration.limits.connections = 8
            }) { fixture in
                var clients: [WebSocketClient] = []
                for address in [1, 1, 1, 2, 2, 3, 4] {
                    clients.append(try await fixture.openLivePage(from: "192.0.2.\(address)"))
                    _ = try await fixture.waitUntilConnected()
                }
                // Its oldest connection was closed. It has two left, so another client gets none of them.
                #expect(await clients[0].closeFrame().code == nil)
                let last = try await fixture.openLivePage(from: "192.0.2.3")
                #expect(await last.closeFrame().code == 1013)
                #expect(await fixture.server.liveConnectionCount == 6)
                withExtendedLifetime(clients) {}
            }
        }

        @Test(
            "Limits of the server · a newcomer gets the place of a session in use of the client with the most sessions")
        func sessions() async throws {
            try await withServer({ configuration in
                configuration.trustedProxies = .init(addresses: ["127.0.0.1"])
                configuration.limits.sessions = 6
            }) { fixture in
                var clients: [WebSocketClient] = []
                for address in [1, 1, 1, 2, 2, 3, 4] {
                    clients.append(try await fixture.openLivePage(from: "192.0.2.\(address)"))
                    _ = try await fixture.waitUntilConnected()
                }
                #expect(await clients[0].closeFrame().code == 1001)
                let refused = try await fixture.openLivePage(from: "192.0.2.1")
                #expect(await refused.closeFrame().code == 1013)
                #expect(await fixture.server.resources.sessions == 6)
                withExtendedLifetime(clients) {}
            }
        }

        @Test("Limits of the server · the memory of a live page is counted as it grows, and the largest session ends")
        func memory()
            async throws
        {
            try await withServer({ configuration in
                configuration.trustedProxies = .init(addresses: ["127.0.0.1"])
                configuration.limits.sessionMemory = 10_000_000
            }) { fixture in
                let (one, two) = (
                    try await fixture.openLivePage(from: "192.0.2.1"), try await fixture.openLivePage(from: "192.0.2.2")
                )
                _ = (try await fixture.waitUntilConnected(), try await fixture.waitUntilConnected())
                let pages = await fixture.factory.pages
                for (page, memory) in zip(pages, [9_000_000, 2_000_000]) {
                    await page.set(memory: memory)
                    await page.sendFrame("changed")
                }
                #expect(await two.next()?.text == "changed")
                #expect(await one.closeFrame().code == 1001)
                #expect(await fixture.server.resources.sessions == 1)
                withExtendedLifetime(two) {}
            }
        }

        @Test("Limits of the server · a newcomer gets the connection of a client that does not read its response")
        func unread()
            async throws
        {
            let file = WebFile("/long", type: "text/plain", bytes: [UInt8](repeating: 32, count: 50_000_000))
            try await withServer({ configuration in
                configuration.files.append(file)
                configuration.limits.connections = 1
            }) { fixture in
                let slow = try await RawSocket(port: fixture.port)
                await slow.send(fixture.head("GET /long"))
                // The connection waits from the first bytes after the head.
                var count = 0
                while count < 4_000, case let part = await slow.read(4_000).count, part > 0 { count += part }
                #expect(try await fixture.get("/").status == 200)
                #expect(await slow.readAll().count < file.bytes.count)
            }
        }
    }
#endif
