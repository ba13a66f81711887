#if Web || App
    import FlyingFox
    import FlyingSocks
    import Glibc
    import Testing

    @testable import Millrace
    @testable import MillraceWeb

    /// A client that opens connections or sends bytes without a break leaves room for others.
    @Suite("Floods", .timeLimit(.minutes(20))) struct FloodTests {
        private let limits = WebServer.Limits()

        private func open(_ address: String?, _ counter: ConnectionCounter) -> (id: Int, isAllowed: Bool)? {
            counter.begin(from: address, limits) {}
        }

        @Test("Limits of the server · one address gets half of the connections, also while they are being closed")
        func oneAddress() {
            let counter = ConnectionCounter()
            let accepted = (0..<10_000).compactMap { _ in open("a", counter) }
            #expect(accepted.count == limits.connections + 50 && accepted.allSatisfy(\.isAllowed))
            #expect((0..<100).allSatisfy { _ in open("b", counter)?.isAllowed == true })
            // A proxy has no share of its own.
            #expect(open(nil, counter)?.isAllowed == true)
        }

        @Test("Limits of the server · many addresses that use up their shares leave a place for another one")
        func manyAddresses() {
            let counter = ConnectionCounter()
            for _ in 0..<200 { for number in 0..<20 { _ = open("\(number)", counter) } }
            #expect(counter.count < 2 * (limits.connections + 50))
            #expect(open("b", counter)?.isAllowed == true)
        }

        @Test("Limits of the server · the cost of a connection does not depend on the number of open ones") func cost()
        {
            func examined(_ connections: Int) -> Int {
                var limits = limits
                (limits.connections, limits.connectionsPerAddress) = (connections, connections)
                let counter = ConnectionCounter()
                var open: [Int] = []
                for _ in 0..<20_000 {
                    if let (id, _) = counter.begin(from: "a", limits, close: {}) { open.append(id) }
                    counter.endIdle(open[open.count / 2])
                    if open.count > connections { counter.end(open.removeLast()) }
                }
                return counter.examinedCount
            }
            #expect(examined(4_000) < 5 * 20_000 && examined(100) < 5 * 20_000)
        }

        @Test("Limits of the server · a client behind a proxy displaces its own waits, not those of another client")
        func proxied() {
            let (counter, closed) = (ConnectionCounter(), Lock<[String]>([]))
            var limits = limits
            limits.connections = 4
            func wait(for client: String) {
                guard let (id, isAllowed) = counter.begin(from: nil, limits, close: {}) else { return }
                #expect(isAllowed)
                counter.endIdle(id)
                counter.assign(id, to: client)
                counter.beginIdle(id, needsInput: true) { closed.withLock { $0.append(client) } }
            }
            wait(for: "victim")
            for _ in 0..<10 { wait(for: "attacker") }
            #expect(closed.withLock { $0 } == Array(repeating: "attacker", count: 7))
        }

        @Test(
            "Limits of the server · the connection that has been idle for the longest time is closed, and busy ones are not"
        )
        func displaced() {
            let (counter, closed) = (ConnectionCounter(), Lock<[Int]>([]))
            var limits = limits
            (limits.connections, limits.connectionsPerAddress) = (4, 3)
            func open(_ address: String, _ number: Int) -> (id: Int, isAllowed: Bool)? {
                counter.begin(from: address, limits) { closed.withLock { $0.append(number) } }
            }
            let ids = (1...3).compactMap { open("a", $0)?.id }
            counter.endIdle(ids[0])
            #expect(open("b", 4)?.isAllowed == true && closed.withLock { $0 } == [])
            // The address of the newcomer is at its limit, and then all are.
            #expect(open("a", 5)?.isAllowed == true && closed.withLock { $0 } == [2])
            #expect(open("c", 6)?.isAllowed == true && closed.withLock { $0 } == [2, 3])
            // The address with the most idle connections loses one, and of two, the one that has waited longer.
            counter.beginIdle(ids[0], needsInput: true) { closed.withLock { $0.append(1) } }
            #expect(open("c", 7)?.isAllowed == true && closed.withLock { $0 } == [2, 3, 5])
            #expect(open("c", 8)?.isAllowed == true && closed.withLock { $0 } == [2, 3, 5, 6])
            counter.closeWaitingForInput()
            #expect(closed.withLock { $0.sorted() } == Array(1...8))
        }

        /// Two connected sockets, the first one for the server.
        private func pair() -> (Int32, RawSocket) {
            var files: [Int32] = [0, 0]
            _ = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &files)
            return (files[0], RawSocket(files[1]))
        }

        @Test(
            "Limits of the server · other tasks run after every 64 KB that a client sends, and discarding ends at its limit"
        )
        func reader() async throws {
            let pool = HTTPServer.defaultPool()
            try await pool.prepare()
            let running = Task { try await pool.run() }
            let (file, client) = pair()
            let socket = Socket(file: .init(rawValue: file))
            let reader = ConnectionReader(try AsyncSocket(socket: socket, pool: pool))
            let sending = Task { await client.send([UInt8](repeating: 0, count: 3_000_000)) }
            #expect(try await reader.read(1_000_000).count == 1_000_000)
            #expect(await (13...15).contains(reader.pauses))
            // The client has not closed its side.
            try await reader.discard(atMost: 1_000_000)
            #expect(await (27...30).contains(reader.pauses))
            try socket.close()
            #expect(await sending.value == false)
            running.cancel()
            _ = await running.result
        }

        @Test("Limits of the server · a client that sends without an end after its request is disconnected")
        func excess()
            async throws
        {
            try await withServer { fixture in
                let socket = try RawSocket(port: fixture.port)
                await socket.send(fixture.head("GET /millrace/health"))
                var chunks = 0
                while chunks < 900, await socket.send([UInt8](repeating: 0, count: 65_536)) { chunks += 1 }
                // The buffers of the sockets hold a few megabytes more than the server reads.
                #expect(chunks < 900)
                #expect(try await fixture.get("/").status == 200)
            }
        }

        @Test("Limits of the server · few connections of an address discard the long bodies of refused requests")
        func discards()
            async throws
        {
            try await withServer({ $0.limits.uploadsPerAddress = 1 }) { fixture in
                func refused() async throws -> RawSocket {
                    let socket = try RawSocket(port: fixture.port)
                    await socket.send(fixture.head("POST /", "Content-Length: 60000000\r\n"))
                    #expect(ParsedResponse(await socket.readAll()).status == 413)
                    return socket
                }
                func chunksSent(to socket: RawSocket) async -> Int {
                    var chunks = 0
                    while chunks < 900, await socket.send([UInt8](repeating: 0, count: 65_536)) { chunks += 1 }
                    return chunks
                }
                let (first, second) = (try await refused(), try await refused())
                // The buffers of the sockets hold a few megabytes.
                #expect(await chunksSent(to: second) < 450)
                #expect(await chunksSent(to: first) == 900)
            }
        }

        @Test("Limits of the server · a client that connects again gets no new burst of messages") func rate()
            async throws
        {
            try await withServer({ ($0.limits.messageBurst, $0.limits.messagesPerSecond) = (4, 1) }) { fixture in
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
