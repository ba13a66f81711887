#if Hummingbird || App
    import NIOCore
    import NIOEmbedded
    import Testing

    @testable import Millrace
    @testable import MillraceHummingbird
    @testable import MillraceWeb
    @testable import WebTestSupport

    /// A client that opens connections or sends bytes without a break leaves room for others.
    @Suite("Floods", .timeLimit(.minutes(20))) struct FloodTests {
        private let limits = LivePages.Limits()

        /// The connections of a server with these limits, whose proxy has the address 127.0.0.9.
        private func connections(_ total: Int = 400) -> Connections {
            var configuration = LivePages.Configuration()
            configuration.limits.connections = total
            configuration.trustedProxies = .init(addresses: ["127.0.0.9"])
            return Connections(configuration)
        }

        /// Opens a connection, which waits. Returns `nil` if there is no place for it.
        private func open(from address: String, _ connections: Connections) throws -> Connection? {
            let channel = EmbeddedChannel()
            channel.remoteAddress = try SocketAddress(ipAddress: address, port: 1)
            guard let connection = connections.begin(channel), !connections.isRejected(connection) else { return nil }
            connections.beginWait(connection, .input)
            return connection
        }

        @Test("Limits of the server · one address gets half of the connections, also while they are being closed")
        func oneAddress() throws {
            let connections = connections()
            let accepted = try (0..<1_000).compactMap { _ in try open(from: "10.0.0.1", connections) }
            #expect(accepted.count == 1_000 && accepted.count { !$0.isAborted } == 200)
            let others = try (0..<200).compactMap { _ in try open(from: "10.0.0.2", connections) }
            #expect(others.count == 200 && others.allSatisfy { !$0.isAborted })
            // A proxy has no share of its own.
            #expect(try open(from: "127.0.0.9", connections) != nil)
            #expect(connections.count == 400)
        }

        @Test("Limits of the server · many addresses that use up their shares leave a place for another one")
        func manyAddresses() throws {
            let connections = connections()
            var all: [Connection?] = []
            for _ in 0..<100 { for number in 0..<20 { all.append(try open(from: "10.0.0.\(number)", connections)) } }
            #expect(connections.count == 400)
            // Connections that are busy keep their places.
            for connection in all.compactMap(\.self) { connections.endWait(connection, .input) }
            #expect(try open(from: "10.0.1.1", connections) == nil)
            connections.beginWait(try #require(all.last ?? nil), .output)
            #expect(try open(from: "10.0.1.1", connections) != nil)
            #expect(try #require(all.last ?? nil).isAborted)
        }

        @Test("Limits of the server · a client behind a proxy displaces its own waits, not those of another client")
        func proxied() throws {
            let connections = connections(4)
            func wait(for client: String) throws -> Connection {
                let connection = try #require(try open(from: "127.0.0.9", connections))
                connections.endWait(connection, .input)
                connection.assign(to: client)
                connection.beginWait()
                return connection
            }
            let victim = try wait(for: "10.0.0.1")
            let attacks = try (0..<10).map { _ in try wait(for: "10.0.0.2") }
            #expect(!victim.isAborted && attacks.map(\.isAborted) == (0..<10).map { $0 < 7 })
        }

        @Test(
            "Limits of the server · the connection that has been idle for the longest time is closed, and busy ones are not"
        )
        func displaced() throws {
            let connections = connections(6)
            var all: [Connection] = []
            func open(_ address: String) throws -> [Int] {
                all.append(try #require(try self.open(from: "10.0.0.\(address)", connections)))
                return all.indices.filter { all[$0].isAborted }.map { $0 + 1 }
            }
            for _ in 1...3 { #expect(try open("1") == []) }
            connections.endWait(all[0], .input)
            #expect(try open("2") == [])
            // The address of the newcomer is at its limit.
            #expect(try open("1") == [2])
            #expect(try open("2") == [2] && open("3") == [2])
            // All are at the limit. The address with the most loses one.
            #expect(try open("3") == [2, 3])
            // Each has two, and the one that has waited the longest is the second address's.
            #expect(try open("3") == [2, 3, 4])
            connections.beginWait(all[0], .turn)
            #expect(try open("4") == [2, 3, 4, 7])
        }

        @Test("Limits of the server · a client that sends without an end after its request is disconnected")
        func excess()
            async throws
        {
            try await withServer { fixture in
                let socket = try await RawSocket(port: fixture.port)
                await socket.send(fixture.head("GET /ready"))
                var chunks = 0
                while chunks < 900, await socket.send([UInt8](repeating: 0, count: 65_536)) { chunks += 1 }
                // The buffers of the sockets hold a few megabytes more than the server reads.
                #expect(chunks < 900)
                #expect(try await fixture.get("/").status == 200)
            }
        }

        @Test("Limits of the server · a client that connects again gets no new burst of messages") func rate()
            async throws
        {
            try await withServer({ $0.limits.messagesPerSecond = 1 }) { fixture in
                let opened = try await fixture.openPage()
                let first = try await WebSocketClient(fixture, opened)
                for text in ["a", "b"] {
                    await first.send(text)
                    try await fixture.factory.waitFor(.received(opened.session, text))
                }
                first.socket.finish()
                try await fixture.factory.waitFor(.disconnected(opened.session))
                let second = try await WebSocketClient(fixture, opened)
                await second.send("c")
                #expect(await second.closeFrame().code == 1008)
                // Another browser has a burst of its own.
                let other = try await WebSocketClient(fixture, fixture.openPage())
                _ = try await fixture.factory.waitFor { if case .connected = $0 { () } else { nil } }
                withExtendedLifetime(other) {}
            }
        }

        @Test("Limits of the server · the rates of clients that have been silent are forgotten") func forgotten() {
            let rates = MessageRates(limits)
            for number in 0..<10_000 {
                let client = ClientIdentity(cookie: "\(number)", address: "a")
                #expect(rates.allowsMessage(from: client, now: .seconds(number)))
            }
            #expect(rates.count < 200)
        }
    }
#endif
