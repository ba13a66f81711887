#if Hummingbird || App
    import Foundation
    import Millrace
    import MillraceModules
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    /// Files over loopback, with a browser's and with a hostile client's requests.
    @MainActor @Suite(.serialized) struct UploadServerTests {
        /// A client that has announced a file, and was asked for it.
        private struct Client {
            let port: UInt16
            let session: String
            let cookie: String
            let socket: WebSocketClient
            /// The reference of the file field.
            let field: String

            init(_ fixture: LivePageFixture, at path: String = "/") async throws {
                port = fixture.port
                let raw = try await RawSocket(port: port)
                await raw.send("GET \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\n\r\n")
                let response = ParsedResponse(await raw.readAll())
                (session, cookie) = (try #require(response.session), try #require(response.cookie))
                socket = try await WebSocketClient(
                    to: port, host: "localhost:\(port)", origin: "http://localhost:\(port)", cookie: cookie)
                field = try #require(
                    response.body.firstMatch(of: /aria-label="File"[^>]*data-m-on="([0-9]+) file"/)?.1
                ).description
                await socket.send(WebSocketClient.hello(session, client: "client"))
            }

            /// Announces a file, and waits until the server asks for it.
            func announce(_ id: String = "client-1", size: Int) async throws {
                await socket.send(
                    #"{"n":1,"q":1,"r":"\#(field)","e":"file","v":{"id":["\#(id)"],"name":["a"],"type":[""],"size":["\#(size)"]}}"#
                )
                try await waitFor("\"u\":[\"\(id)\"]")
            }

            /// Waits for a frame that contains the text.
            func waitFor(_ text: String) async throws {
                while true { if try #require(await socket.next()).text.contains(text) { return } }
            }

            func head(_ size: Int, id: String = "client-1", _ change: (inout [String: String]) -> Void = { _ in })
                -> String
            {
                var fields = [
                    "Host": "localhost:\(port)", "Origin": "http://localhost:\(port)", "Cookie": cookie,
                    "Content-Length": "\(size)", "Connection": "close",
                ]
                change(&fields)
                let lines = fields.map { "\($0): \($1)\r\n" }.joined()
                return "POST /millrace/upload?s=\(session)&u=\(id) HTTP/1.1\r\n\(lines)\r\n"
            }

            /// Sends a request with these bytes, and returns the status.
            func post(_ head: String, _ bytes: [UInt8] = []) async throws -> Int {
                let raw = try await RawSocket(port: port)
                await raw.send(Array(head.utf8) + bytes)
                return ParsedResponse(await raw.readAll()).status
            }

            /// Sends a request with these bytes, and ends the test if it has another status.
            func require(
                _ expected: Int, _ head: String, _ bytes: [UInt8] = [],
                sourceLocation: SourceLocation = #_sourceLocation
            ) async throws {
                let status = try await post(head, bytes)
                try #require(status == expected, "\(head)", sourceLocation: sourceLocation)
            }
        }

        private func run<Root: Module & WebModule>(
            _ root: Root, steps: StepByStep, configure: (inout LivePages.Configuration) -> Void = { _ in },
            _ body: (LivePageFixture) async throws -> Void
        ) async throws where Root.Requirement == Void {
            try await LivePageFixture.run(root, configure: configure) { fixture in
                let handler = fixture.engine.handle(Locker.Store.self) { command, reply in
                    reply.finish(with: try await steps.read(command.file) { reply.progress($0) })
                }
                try await body(fixture)
                handler.cancel()
            }
        }

        /// A pattern in which each chunk is different.
        private func pattern(_ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8 ^ $0 >> 16) }
        }

        @Test("Uploads · a file reaches the handler unchanged, and the page shows the progress") func arrives()
            async throws
        {
            let steps = StepByStep()
            try await run(Locker(), steps: steps) { fixture in
                let client = try await Client(fixture)
                await steps.permit(10)
                let bytes = pattern(200_000)
                try await client.announce(size: bytes.count)
                try await client.require(204, client.head(bytes.count), bytes)
                try await client.waitFor("stored 200000")
                #expect(await steps.bytes == bytes)
                #expect(try fixture.store(of: Locker.self).received == 200_000)
                // The bytes are sent once.
                try await client.require(410, client.head(bytes.count), bytes)
            }
        }

        @Test("Uploads · an empty file arrives") func empty() async throws {
            let steps = StepByStep()
            try await run(Locker(), steps: steps) { fixture in
                let client = try await Client(fixture)
                await steps.permit(1)
                try await client.announce(size: 0)
                try await client.require(204, client.head(0))
                try await client.waitFor("stored 0")
            }
        }

        @Test("Uploads · a slow handler stops the client, and one chunk is in memory") func backpressure() async throws
        {
            let steps = StepByStep()
            try await run(Locker(), steps: steps) { fixture in
                let client = try await Client(fixture)
                await steps.permit(1)
                let bytes = pattern(1_000_000)
                try await client.announce(size: bytes.count)
                let post = Task { try await client.post(client.head(bytes.count), bytes) }
                try await client.waitFor("65536")
                #expect(await steps.bytes.count == 65_536)
                #expect(fixture.sessions[0].page?.uploads.memory == 1_000 + FileUpload.chunkBytes)
                await steps.permit(20)
                #expect(try await post.value == 204)
                #expect(await steps.bytes == bytes)
            }
        }

        @Test("Uploads · when the user cancels a transfer, the client gets a message") func cancelled() async throws {
            let steps = StepByStep()
            try await run(Locker(), steps: steps) { fixture in
                let client = try await Client(fixture)
                await steps.permit(1)
                try await client.announce(size: 500_000)
                let post = Task { try await client.post(client.head(500_000), pattern(500_000)) }
                try await client.waitFor("65536")
                try fixture.store(of: Locker.self).send(.cancel)
                await steps.permit(1)
                try await client.waitFor("cancelled")
                #expect(try await post.value == 410)
            }
        }

        @Test("Uploads · a transfer ends with its scene") func dismissed() async throws {
            let steps = StepByStep()
            try await run(Lobby(), steps: steps) { fixture in
                let client = try await Client(fixture, at: "/locker")
                await steps.permit(1)
                try await client.announce(size: 500_000)
                let post = Task { try await client.post(client.head(500_000), pattern(500_000)) }
                try await client.waitFor("65536")
                let scene = try #require(fixture.navigators[0].tree.top)
                fixture.navigators[0].request(.back(from: scene.id))
                await steps.permit(1)
                #expect(try await post.value == 410)
            }
        }

        @Test("Uploads · a transfer ends with its session") func sessionEnded() async throws {
            let steps = StepByStep()
            try await run(Locker(), steps: steps) { fixture in
                let client = try await Client(fixture)
                await steps.permit(1)
                try await client.announce(size: 500_000)
                let post = Task { try await client.post(client.head(500_000), pattern(500_000)) }
                try await client.waitFor("65536")
                fixture.endSession(0)
                await steps.permit(1)
                #expect(try await post.value == 410)
            }
        }

        @Test("Uploads · a client that disconnects during a transfer fails it") func lost() async throws {
            let steps = StepByStep()
            try await run(Locker(), steps: steps) { fixture in
                let client = try await Client(fixture)
                await steps.permit(2)
                try await client.announce(size: 500_000)
                let raw = try await RawSocket(port: client.port)
                await raw.send(Array(client.head(500_000).utf8) + pattern(70_000))
                try await client.waitFor("65536")
                raw.finish()
                try await client.waitFor("failed connectionLost")
            }
        }

        @Test("Uploads · a client that reports that it cannot send the file fails the transfer") func reported()
            async throws
        {
            let steps = StepByStep()
            try await run(Locker(), steps: steps) { fixture in
                let client = try await Client(fixture)
                await steps.permit(1)
                try await client.announce(size: 500_000)
                await client.socket.send(#"{"n":2,"q":1,"u":"client-1"}"#)
                try await client.waitFor("failed connectionLost")
                try await client.require(410, client.head(500_000))
            }
        }

        @Test("Uploads · beside the file that is received, eight wait, and further ones are refused at once")
        func many()
            async throws
        {
            let steps = StepByStep()
            try await run(Locker(), steps: steps, configure: { $0.limits.requestsOfAddress = 1 }) { fixture in
                let client = try await Client(fixture)
                await steps.permit(5)
                try await client.announce(size: 3)
                let first = try await RawSocket(port: client.port)
                await first.send(client.head(3) { $0["Expect"] = "100-continue" })
                #expect(String(decoding: await first.read(), as: UTF8.self).hasPrefix("HTTP/1.1 100"))
                try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 0..<12 { group.addTask { try await client.post(client.head(3, id: "other"), [1, 2, 3]) } }
                    for _ in 0..<4 {
                        let status = try await group.next()
                        #expect(status == 503)
                    }
                    await first.send([1, 2, 3])
                    #expect(ParsedResponse(await first.readAll()).status == 204)
                    for _ in 0..<8 {
                        let status = try await group.next()
                        #expect(status == 410)
                    }
                }
            }
        }

        @Test("Uploads · hostile requests are refused, and the file still arrives") func hostile() async throws {
            let steps = StepByStep()
            try await run(Locker(), steps: steps) { fixture in
                let client = try await Client(fixture)
                try await client.require(410, client.head(3), [1, 2, 3])
                await steps.permit(5)
                try await client.announce(size: 3)
                let refused: [(Int, String)] = [
                    (410, client.head(4)), (410, client.head(2)), (410, client.head(3, id: "client-2")),
                    (410, client.head(3) { $0["Cookie"] = "millrace=\(RandomID.make())" }),
                    (403, client.head(3) { $0["Cookie"] = nil }),
                    (403, client.head(3) { $0["Origin"] = "http://evil.example" }),
                    (403, client.head(3) { $0["Origin"] = nil }), (421, client.head(3) { $0["Host"] = "evil.example" }),
                    (411, client.head(3) { $0["Content-Length"] = nil }),
                    (400, client.head(3) { $0["Content-Length"] = "-3" }),
                    (405, client.head(3).replacing("POST", with: "GET")),
                    (400, client.head(3).replacing("&u=client-1", with: "")),
                ]
                for (status, head) in refused { try await client.require(status, head, [1, 2, 3]) }
                try await client.require(204, client.head(3), [1, 2, 3])
                #expect(await steps.bytes == [1, 2, 3])
            }
        }
    }
#endif
