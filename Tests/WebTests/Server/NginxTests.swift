#if Web || App
    import Foundation
    import GuideBlocks
    import Logging
    import Millrace
    import Testing

    import MillraceHummingbird
    @testable import MillraceWeb

    /// The configuration of the guide works in nginx. `Scripts/setup test` installs nginx and OpenSSL.
    @Suite("nginx", .timeLimit(.minutes(20))) struct NginxTests {
        /// nginx with the configuration of the guide, and a second server that represents the browser. It receives HTTP, and
        /// sends it over TLS to the first server, from the address 127.0.0.9.
        private struct Nginx {
            let port: UInt16
            /// The process ends when this pipe is closed.
            private let input = Pipe()

            /// Starts nginx. A port can be taken by another process before nginx listens on it, so this tries five times.
            static func start(for server: WebServer) async throws -> Nginx {
                for _ in 0..<4 {
                    if let nginx = try? await Nginx(for: server) { return nginx }
                }
                return try await Nginx(for: server)
            }

            private init(for server: WebServer) async throws {
                let folder = FileManager.default.temporaryDirectory.appending(
                    path: "millrace-nginx-\(UUID().uuidString)")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                let ports = try Self.freePorts(2)
                port = ports[0]
                let site = try Self.guideConfiguration().replacing("443 ssl", with: "127.0.0.1:\(ports[1]) ssl")
                    .replacing("/etc/ssl/notes.example.pem", with: "certificate.pem")
                    .replacing("/etc/ssl/notes.example.key", with: "key.pem")
                    .replacing("127.0.0.1:8080", with: "127.0.0.1:\(try await server.port)")
                try Data(Self.configuration(site, port, ports[1]).utf8).write(to: folder.appending(path: "nginx.conf"))
                try await run(in: folder)
            }

            /// Starts nginx with a new certificate, and returns when it listens.
            private func run(in folder: URL) async throws {
                let script = """
                    cd "$0"; openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 \
                        -subj /CN=notes.example -keyout key.pem -out certificate.pem 2>&1
                    exec 3<&0; nginx -p "$0" -c nginx.conf -e stderr </dev/null 2>&1 & nginx=$!
                    (cat <&3; kill -KILL $nginx) >/dev/null 2>&1 & exec 2>/dev/null; wait $nginx; rm -rf "$0"
                    """
                let (process, output) = (Process(), Pipe())
                process.executableURL = URL(filePath: "/bin/sh")
                process.arguments = ["-c", script, folder.path]
                // Debian installs nginx into a folder that is in the search path of root only.
                process.environment = ["PATH": "/usr/local/sbin:/usr/sbin:/usr/local/bin:/usr/bin:/bin"]
                (process.standardInput, process.standardOutput) = (input, output)
                try process.run()
                // On a thread of its own, because reading blocks.
                let text = await withCheckedContinuation { continuation in
                    Thread { continuation.resume(returning: Self.readStart(output.fileHandleForReading)) }.start()
                }
                if !text.contains(Self.started) {
                    throw NginxFailure(description: "nginx did not start. Run Scripts/setup test. Its output: \(text)")
                }
            }

            /// nginx listens before it writes this.
            private static let started = "event method"

            /// Returns the output until nginx listens or ends.
            private static func readStart(_ output: FileHandle) -> String {
                var text = ""
                while !text.contains(started), case let data = output.availableData, !data.isEmpty {
                    text += String(decoding: data, as: UTF8.self)
                }
                return text
            }

            /// Returns the configuration in the guide.
            private static func guideConfiguration() throws -> String {
                let guide = try Guide.text(at: "Sources/MillraceWeb/MillraceWeb.docc/LivePagesGuide.md")
                let block = guide.components(separatedBy: "```text\n").first { $0.contains("proxy_pass") }
                return try #require(block?.components(separatedBy: "```").first)
            }

            private static func configuration(_ site: String, _ port: UInt16, _ tlsPort: UInt16) -> String {
                let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \($0);" }
                return """
                    pid nginx.pid;
                    error_log stderr notice;
                    daemon off;
                    master_process off;
                    events {}
                    http {
                        access_log off;
                        \(temporary.joined(separator: "\n"))
                        \(site)
                        server {
                            listen 127.0.0.1:\(port);
                            location / {
                                proxy_pass https://127.0.0.1:\(tlsPort);
                                proxy_bind 127.0.0.9;
                                proxy_http_version 1.1;
                                proxy_set_header Host $http_host;
                                proxy_set_header Upgrade $http_upgrade;
                                proxy_set_header Connection $connection_upgrade;
                            }
                        }
                    }
                    """
            }

            private static func freePorts(_ count: Int) throws -> [UInt16] {
                // All are in use at the same time, so they differ.
                let sockets = try (0..<count).map { _ in try ListeningSocket() }
                return sockets.map(\.port)
            }
        }

        private struct NginxFailure: Error { var description: String }

        private func get(_ path: String, _ fields: String = "", through nginx: Nginx) async throws -> ParsedResponse {
            let socket = try RawSocket(port: nginx.port)
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
                let nginx = try await Nginx.start(for: fixture.server)
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
