#if Hummingbird && SQLite || App
    import Foundation
    import Testing

    @testable import WebTestSupport

    /// A page of the program whose browser is only a WebSocket. It sends what a script sends.
    final class SocketPage {
        private let port: UInt16
        private let cookie: String
        private let client = "\(UInt32.random(in: 0 ... .max))"
        let session: String
        private var sequence: String
        private var number = 0
        private var socket: WebSocketClient?
        /// The document, and then the last frame with the whole page, as text.
        private(set) var content: String

        /// Opens a document, and connects.
        init(_ port: UInt16) async throws {
            self.port = port
            let request = try await RawSocket(port: port)
            await request.send("GET / HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\n\r\n")
            let response = ParsedResponse(await request.readAll())
            (session, cookie) = (try #require(response.session), try #require(response.cookie))
            content = response.body
            sequence = String(try #require(response.body.firstMatch(of: /data-seq="(\d+)"/)).1)
            try await connect()
        }

        /// Connects again. Returns the first frame.
        @discardableResult func connect() async throws -> JSON {
            let socket = try await WebSocketClient(
                to: port, host: "localhost:\(port)", origin: "http://localhost:\(port)", cookie: cookie)
            self.socket = socket
            await socket.send(
                "{\"h\":1,\"s\":\"\(session)\",\"d\":\"\(session)\",\"c\":\"\(client)\",\"q\":\(sequence),\"a\":\"/\"}")
            return try await frame()
        }

        /// Reads the next frame.
        private func frame() async throws -> JSON {
            let text = try #require(await socket?.next()).text
            let frame = try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
            if case .number(let number) = frame["q"] { sequence = "\(Int(number))" }
            if frame["full"] != nil { content = text }
            return frame
        }

        /// Presses a button of the document, and reads frames until that is acknowledged.
        func press(_ label: String) async throws {
            let buttons = content.matches(of: /<button[^>]*value="(\d+)"[^>]*>([^<]*)</)
            let button = try #require(buttons.first { $0.2 == label })
            try await send("\"r\":\"\(button.1)\"")
        }

        /// Types into the field of the document with this ID.
        func type(_ text: String, into id: String) async throws {
            let fields = content.matches(of: /<input[^>]*>/).map { String($0.0) }
            let field = try #require(fields.first { $0.contains("id=\"\(id)\"") }?.firstMatch(of: /name="f(\d+)"/))
            try await send("\"r\":\"\(field.1)\",\"v\":\"\(text)\"")
        }

        private func send(_ body: String) async throws {
            number += 1
            await socket?.send("{\"n\":\(number),\"q\":\(sequence),\(body)}")
            while true {
                let answers = try await frame()["k"].elements ?? []
                guard let answer = answers.first(where: { $0[0] == .number(Double(number)) }) else { continue }
                #expect(answer[1] == 0, "\(body)")
                return
            }
        }
    }
#endif
