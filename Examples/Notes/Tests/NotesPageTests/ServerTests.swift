import FlyingSocks
import Foundation
import Millrace
import NotesTestSupport
import Testing

@testable import NotesPage

/// The server as it is, over real connections.
@MainActor @Suite("The server", .serialized) struct ServerTests {
    /// Serves the notes of `world` while `body` runs.
    private func serving(_ world: World, _ body: (UInt16) async throws -> Void) async throws {
        let server = try PageServer(port: 0, library: world.library)
        let running = Task { try await server.run() }
        defer { running.cancel() }
        try await body(server.port)
    }

    /// Sends `request` as it is, and reads the answer to its end.
    private func answer(to request: String, _ body: Data = Data(), port: UInt16) async throws -> String {
        let socket = try await AsyncSocket.connected(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port))
        defer { try? socket.close() }
        try await socket.write(Data(request.utf8) + body)
        var answer: [UInt8] = []
        while let more = try? await socket.read(atMost: 4_096) { answer += more }
        return String(decoding: answer, as: UTF8.self)
    }

    private func get(_ path: String, _ fields: String = "", port: UInt16) -> String {
        "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(fields)\r\n"
    }

    @Test("The page is rendered with its notes and a strict policy") func page() async throws {
        try await serving(World("<b>one</b>")) { port in
            let page = try await answer(to: get("/", port: port), port: port)
            #expect(page.hasPrefix("HTTP/1.1 200"))
            #expect(page.contains("&lt;b&gt;one") && !page.contains("<b>one"))
            #expect(page.contains("default-src 'none'") && !page.contains("unsafe-inline"))
            for path in ["/page.css", "/page.js", "/morph.js", "/typing.js", "/icon.svg"] {
                #expect(try await answer(to: get(path, port: port), port: port).hasPrefix("HTTP/1.1 200"))
            }
        }
    }

    @Test(
        "What cannot be served is answered with a status and one sentence",
        arguments: [
            ("GARBAGE\r\n\r\n", 400), ("GET / HTTP/1.1\r\n\r\n", 400), ("\u{1}\u{2}\u{3}\n\n", 400),
            ("GET /nowhere HTTP/1.1\r\nHost: localhost:PORT\r\n\r\n", 404),
            ("DELETE / HTTP/1.1\r\nHost: localhost:PORT\r\n\r\n", 405),
            ("GET / HTTP/1.1\r\nHost: example.com\r\n\r\n", 403),
            (
                "GET /live HTTP/1.1\r\nHost: localhost:PORT\r\nOrigin: http://example.com\r\nUpgrade: websocket\r\n\r\n",
                403
            ),
            ("GET /live HTTP/1.1\r\nHost: localhost:PORT\r\nUpgrade: websocket\r\n\r\n", 403),
            ("GET /live HTTP/1.1\r\nHost: localhost:PORT\r\nOrigin: http://localhost:PORT\r\n\r\n", 426),
            ("GET / HTTP/1.1\r\nHost: localhost:PORT\r\nX: \(String(repeating: "x", count: 40_000))\r\n\r\n", 431),
        ])
    func refusals(request: String, status: Int) async throws {
        try await serving(World()) { port in
            let answer = try await answer(to: request.replacing("PORT", with: "\(port)"), port: port)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
            let body = answer.components(separatedBy: "\r\n\r\n").last ?? ""
            #expect(body.hasSuffix(".\n") && body.count { $0 == "\n" } == 1)
        }
    }

    @Test("A request of 10 MB is refused when it has come, and others are served") func tenMegabytes() async throws {
        try await serving(World("one")) { port in
            let head = "POST / HTTP/1.1\r\nHost: localhost:\(port)\r\nContent-Length: 10000000\r\n\r\n"
            let refusal = try await answer(to: head, Data(count: 10_000_000), port: port)
            #expect(refusal.hasPrefix("HTTP/1.1 413 ") && refusal.contains(Refusal.tooLong.sentence))
            #expect(try await answer(to: get("/", port: port), port: port).hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test("A WebSocket of the page is let in") func webSocket() async throws {
        try await serving(World("one")) { port in
            let fields =
                "Origin: http://127.0.0.1:\(port)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            let socket = try await AsyncSocket.connected(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port))
            defer { try? socket.close() }
            try await socket.write(Data(get("/live", fields, port: port).utf8))
            let answer = String(decoding: try await socket.read(atMost: 4_096), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 101 "))
        }
    }

    @Test("A port that is taken is said to be") func portTaken() async throws {
        let world = World()
        try await serving(world) { port in
            #expect(throws: ServerFailure.portTaken(port)) { _ = try PageServer(port: port, library: world.library) }
        }
    }
}
