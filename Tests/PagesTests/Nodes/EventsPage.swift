#if Hummingbird && SQLite || App
    import Millrace
    import MillraceHummingbird
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    /// A page of ``Letters`` whose browser uses events and requests: its frames come from one server, and its requests go to all in turn.
    final class EventsPage {
        private let servers: [WebServer]
        private let session, cookie: String
        private let client = RandomID.make()
        private var connection = RandomID.make()
        private var stream: RawSocket?
        private var received = ""
        private var sequence: String
        private var turn = 0
        private var number = 0
        /// The presses that the server has not acknowledged, by number.
        private(set) var unacknowledged: [(number: Int, letter: String)] = []
        /// The letters of the page as its frames show them.
        private(set) var shown = ""
        /// The statuses of the requests other than 204.
        private(set) var refused: [Int] = []

        /// Opens a document of the first server.
        init(_ servers: [WebServer]) async throws {
            self.servers = servers
            let response = try await Self.answer(servers[0], "GET / HTTP/1.1", "")
            (session, cookie) = (try #require(response.session), try #require(response.cookie))
            sequence = String(try #require(response.body.firstMatch(of: /data-seq="(\d+)"/)).1)
        }

        private static func answer(_ server: WebServer, _ first: String, _ fields: String, _ body: String = "")
            async throws -> ParsedResponse
        {
            let socket = try await RawSocket(port: try await server.port)
            await socket.send(
                "\(first)\r\nHost: localhost\r\nConnection: close\r\nReferer: http://localhost/\r\n\(fields)\r\n\(body)"
            )
            return ParsedResponse(await socket.readAll())
        }

        /// Begins a live connection with a server, and sends again what it has not acknowledged.
        func connect(to server: WebServer) async throws {
            connection = RandomID.make()
            let stream = try await RawSocket(port: try await server.port)
            await stream.send(
                "GET /millrace/events?c=\(connection)&open HTTP/1.1\r\nHost: localhost\r\nReferer: http://localhost/\r\nCookie: \(cookie)\r\n\r\n"
            )
            (self.stream, received) = (stream, "")
            // The head of the response.
            _ = await line(where: { $0.isEmpty })
            try await post(
                "{\"h\":1,\"s\":\"\(session)\",\"d\":\"\(session)\",\"c\":\"\(client)\",\"q\":\(sequence),\"a\":\"/\"}")
            try #require(await frame())
            for (number, letter) in unacknowledged { try await send(number, letter) }
        }

        func press(_ letter: String) async throws {
            number += 1
            unacknowledged.append((number, letter))
            try await send(number, letter)
        }

        private func send(_ number: Int, _ letter: String) async throws {
            let reference = try await reference(of: letter)
            try await post("{\"n\":\(number),\"q\":\(sequence),\"r\":\"\(reference)\"}")
        }

        private func post(_ text: String) async throws {
            let server = servers[turn % servers.count]
            turn += 1
            let status = try await Self.answer(
                server, "POST /millrace/events?c=\(connection) HTTP/1.1",
                "Cookie: \(cookie)\r\nContent-Length: \(text.utf8.count)\r\n", text
            ).status
            if status != 204 { refused.append(status) }
        }

        /// Returns the reference of a button, as the node that has the page would send it.
        private func reference(of letter: String) async throws -> Substring {
            for server in servers {
                guard let html = await server.pages.context.registry.table[session]?.page?.content.html else {
                    continue
                }
                let buttons = html.matches(of: /<button[^>]*value="(\d+)"[^>]*>([^<]*)</)
                return try #require(buttons.first { $0.2 == letter }).1
            }
            throw CancellationError()
        }

        // MARK: Frames

        /// Reads frames until all presses are acknowledged. Returns `false` if the stream ends before.
        func settle() async -> Bool {
            while !unacknowledged.isEmpty { if await !frame() { return false } }
            return true
        }

        /// Reads to the end of the stream.
        func readToEnd() async { while await frame() {} }

        /// Reads a frame. Returns `false` at the end of the stream.
        private func frame() async -> Bool {
            guard let frame = await line(where: { $0.hasPrefix("data: ") || $0 == "event: end" }), frame != "event: end"
            else { return false }
            if let q = frame.firstMatch(of: /"q":(\d+)/) { sequence = String(q.1) }
            if let text = frame.firstMatch(of: /pressed ([abc]*)/) { shown = String(text.1) }
            if let last = frame.firstMatch(of: /"x":(\d+)/).flatMap({ Int($0.1) }) {
                unacknowledged.removeAll { $0.number <= last }
            }
            guard let answers = frame.firstMatch(of: /"k":\[(\[.*?\])\]/) else { return true }
            for answer in answers.1.matches(of: /\[(\d+),(\d)/) {
                #expect(answer.2 == "0", "\(frame)")
                unacknowledged.removeAll { $0.number == Int(answer.1) }
            }
            return true
        }

        private func line(where isWanted: (String) -> Bool) async -> String? {
            while let stream {
                while let end = received.firstRange(of: "\n") {
                    let line = String(received[..<end.lowerBound])
                    received = String(received[end.upperBound...])
                    if isWanted(line) { return line }
                }
                let more = await stream.read()
                if more.isEmpty { return nil }
                received += String(decoding: more.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
            }
            return nil
        }
    }
#endif
