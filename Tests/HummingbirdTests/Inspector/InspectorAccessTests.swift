#if Hummingbird || App
    import Foundation
    import Testing

    @testable import WebTestSupport

    @MainActor @Suite("Who may use an inspector") struct InspectorAccessTests {
        /// A request that is refused. The port is that of the server.
        struct Row: Sendable {
            let host: String
            /// The origin of a live connection; `nil` for a document.
            var origin: String?
            let status: Int
        }

        nonisolated static let refused = [
            Row(host: "127.attacker.example", status: 421),
            Row(host: "127.0.0.1.attacker.example", status: 421),
            Row(host: "localhost.attacker.example", status: 421),
            // A rebound name has the right address, and keeps its own host.
            Row(host: "rebound.example", status: 421),
            Row(host: "rebound.example", origin: "http://rebound.example", status: 421),
            Row(host: "127.0.0.1", origin: "null", status: 403),
            Row(host: "127.0.0.1", origin: "https://attacker.example", status: 403),
            Row(host: "127.0.0.1", origin: "http://127.0.0.1.attacker.example", status: 403),
            Row(host: "127.0.0.1", origin: "http://127.0.0.1:1", status: 403),
        ]

        @Test("Inspector · requests of other hosts and other origins are refused", arguments: refused)
        func refusals(_ row: Row) async throws {
            try await InspectorFixture.run { fixture, link in
                fixture.shop()
                let port = try #require(URL(string: link)?.port)
                let socket = try await RawSocket(port: UInt16(port))
                let live =
                    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                let fields = row.origin.map { "\(live)Origin: \($0)\r\n" } ?? "Connection: close\r\n"
                let path = row.origin == nil ? "/" : "/millrace/live"
                await socket.send("GET \(path) HTTP/1.1\r\nHost: \(row.host):\(port)\r\n\(fields)\r\n")
                let answer = ParsedResponse(await socket.readAll())
                #expect(answer.status == row.status)
                #expect(!answer.body.contains("Till"))
            }
        }

        @Test(
            "Inspector · without the key, no page shows anything of the program",
            arguments: ["/", "/turn/1", "/commands", "/turn/1/page/1", "/frame/1", "/frame/1?window=1"])
        func locked(_ path: String) async throws {
            try await InspectorFixture.run { fixture, link in
                fixture.shop()
                let port = try #require(URL(string: link)?.port)
                for cookie in ["", "Cookie: millrace-inspector=forged\r\n"] {
                    let socket = try await RawSocket(port: UInt16(port))
                    await socket.send(
                        "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\(cookie)\r\n")
                    let answer = ParsedResponse(await socket.readAll())
                    #expect(!answer.body.contains("Till") && !answer.body.contains("Timeline"))
                    #expect(!answer.body.contains(URL(string: link)?.fragment ?? "?"))
                }
            }
        }
    }
#endif
