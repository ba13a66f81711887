#if Hummingbird || App
    import Foundation
    import GuideBlocks
    import Logging
    import Millrace
    import Testing

    import MillraceHummingbird
    @testable import MillraceWeb
    @testable import WebTestSupport

    /// The configuration of the guide works in nginx. `Scripts/setup test` installs nginx and OpenSSL.
    @Suite("nginx", .timeLimit(.minutes(20))) struct NginxTests {
        /// Starts nginx with the configuration of the guide, and a second server that represents the browser. It receives HTTP, and
        /// sends it over TLS to the first server, from the address 127.0.0.9.
        private func start(for server: WebServer) async throws -> Nginx {
            let upstream = try await server.port
            return try await Nginx.start(ports: 2) { ports in
                let site = try Self.guideConfiguration().replacing("443 ssl", with: "127.0.0.1:\(ports[1]) ssl")
                    .replacing("/etc/ssl/notes.example.pem", with: "certificate.pem")
                    .replacing("/etc/ssl/notes.example.key", with: "key.pem")
                    .replacing("127.0.0.1:8080", with: "127.0.0.1:\(upstream)")
                return """
                    \(site)
                    server {
                        listen 127.0.0.1:\(ports[0]);
                        location / {
                            proxy_pass https://127.0.0.1:\(ports[1]);
                            proxy_bind 127.0.0.9;
                            proxy_http_version 1.1;
                            proxy_set_header Host $http_host;
                            proxy_set_header Upgrade $http_upgrade;
                            proxy_set_header Connection $connection_upgrade;
                        }
                    }
                    """
            }
        }

        /// Returns the configuration in the guide.
        private static func guideConfiguration() throws -> String {
            let guide = try Guide.text(at: "Sources/MillraceWeb/MillraceWeb.docc/LivePagesGuide.md")
            let block = guide.components(separatedBy: "```text\n").first { $0.contains("proxy_pass") }
            return try #require(block?.components(separatedBy: "```").first)
        }

        private func get(_ path: String, _ fields: String = "", through nginx: Nginx) async throws -> ParsedResponse {
            let socket = try await RawSocket(port: nginx.port)
            await socket.send("GET \(path) HTTP/1.1\r\nHost: notes.example\r\nConnection: close\r\n\(fields)\r\n")
            return ParsedResponse(await socket.readAll())
        }

        @Test("Server · nginx with the guide's configuration passes on pages, live connections and addresses")
        func nginx() async throws {
            let entries = Lock<[MemoryLog.Entry]>([])
            try await withServer({ configuration in
                configuration.access = .behindProxy(hostNames: ["notes.example"])
                configuration.trustedProxies = .init(addresses: ["127.0.0.1"])
                configuration.logger = Logger(label: "test") { _ in MemoryLog(entries) }
            }) { fixture in
                let nginx = try await start(for: fixture.server)
                let page = try await get("/", through: nginx)
                #expect(page.status == 200 && page.body.contains("<p>one</p>"))
                #expect(page["set-cookie"]?.hasSuffix("; HttpOnly; SameSite=Lax; Path=/; Secure") == true)
                #expect(page["content-security-policy"]?.contains("wss://notes.example") == true)
                let (session, cookie) = (try #require(page.session), try #require(page.cookie))

                let client = try await WebSocketClient(
                    to: nginx.port, host: "notes.example", origin: "https://notes.example", cookie: cookie)
                await client.send(WebSocketClient.hello(session))
                let id = try await fixture.factory.waitFor { event in
                    if case .connected(let id, _, false) = event { id } else { nil }
                }
                #expect(id == session)
                await client.send("echo")
                #expect(await client.next()?.text == "echoed")
                let foreign = try await get(
                    "/millrace/live",
                    "Origin: http://notes.example\r\nCookie: \(cookie)\r\nUpgrade: websocket\r\n"
                        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
                    through: nginx)
                #expect(foreign.status == 403)

                // A client cannot choose its address.
                entries.withLock { $0 = [] }
                #expect(try await get("/millrace/none", "X-Forwarded-For: 192.0.2.1\r\n", through: nginx).status == 404)
                #expect(entries.withLock { $0.map(\.text) }.contains { $0.contains("\"address\": 127.0.0.9") })
                withExtendedLifetime((nginx, client)) {}
            }
        }
    }
#endif
