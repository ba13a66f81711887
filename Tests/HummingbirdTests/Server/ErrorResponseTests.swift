#if Hummingbird || App
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    @Suite("Error responses", .timeLimit(.minutes(20))) struct ErrorResponseTests {
        private static let upgrade =
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        private static let host = "Host: localhost:PORT\r\n"
        private static let origin = "Origin: http://localhost:PORT\r\n"
        private static let form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n"
        private static let cookie = "Cookie: millrace=\(String(repeating: "0", count: 32))\r\n"
        private static let send = "POST /millrace/send?s=1&q=2 HTTP/1.1\r\n\(host)"

        static let errors: [(String, RequestError)] = [
            ("GARBAGE\r\n\r\n", .malformed),
            ("GET / HTTP/1.1\r\n\r\n", .malformed),
            ("\u{1}\u{2}\u{3}\n\n", .malformed),
            ("GET / HTTP/1.1\r\nHost: example.com\r\n\r\n", .unknownHost),
            ("GET / HTTP/1.1\r\nHost: localhost.example.com:PORT\r\n\r\n", .unknownHost),
            ("GET /millrace/live HTTP/1.1\r\nHost: example.com\r\nOrigin: http://example.com\r\n\r\n", .unknownHost),
            ("GET /lost HTTP/1.1\r\n\(host)\r\n", .notFound),
            ("GET /millrace/secret HTTP/1.1\r\n\(host)\r\n", .notFound),
            ("GET /favicon.ico HTTP/1.1\r\n\(host)\r\n", .notFound),
            ("GET /picture.png HTTP/1.1\r\n\(host)Sec-Fetch-Dest: image\r\n\r\n", .notFound),
            ("DELETE / HTTP/1.1\r\n\(host)\r\n", .methodNotAllowed),
            ("POST / HTTP/1.1\r\n\(host)\(origin)\(form)\r\na=b", .methodNotAllowed),
            ("PUT /millrace/send HTTP/1.1\r\n\(host)\r\n", .methodNotAllowed),
            ("POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", .lengthRequired),
            ("POST / HTTP/1.1\r\n\(host)Content-Length: 4000001\r\n\r\n", .bodyTooLarge(4_000_000)),
            ("POST / HTTP/1.1\r\n\(host)Content-Length: 99999999999999999999\r\n\r\n", .malformed),
            ("GET / HTTP/1.1\r\n\(host)X: \(String(repeating: "x", count: 40_000))\r\n\r\n", .headTooLarge(16_384)),
            // A form must come from a page of this server, from a known browser, and for an existing session.
            ("\(send)\(cookie)\(form)\r\na=b", .crossOrigin),
            ("\(send)\(cookie)\(form)Origin: null\r\n\r\na=b", .crossOrigin),
            ("\(send)\(cookie)\(form)Origin: http://example.com\r\n\r\na=b", .crossOrigin),
            ("\(send)\(cookie)\(form)Origin: http://localhost:1\r\n\r\na=b", .crossOrigin),
            ("\(send)\(cookie)\(form)Origin: null\r\nSec-Fetch-Site: same-origin\r\n\r\na=b", .crossOrigin),
            ("\(send)\(cookie)\(form)Sec-Fetch-Site: same-site\r\n\r\na=b", .crossOrigin),
            ("\(send)\(cookie)\(form)Referer: http://localhost:PORT.example.com/\r\n\r\na=b", .crossOrigin),
            ("\(send)\(form)\(origin)\r\na=b", .missingCookie),
            ("\(send)\(form)\(origin)Cookie: millrace=short\r\n\r\na=b", .missingCookie),
            ("\(send)\(cookie)\(origin)Content-Length: 3\r\n\r\na=b", .unsupportedMediaType),
            (
                "\(send)\(cookie)\(origin)Content-Type: text/plain\r\nContent-Length: 3\r\n\r\na=b",
                .unsupportedMediaType
            ),
            ("\(send)\(cookie)\(origin)\(form)\r\n%zz", .malformedForm),
            ("POST /millrace/send?s=1&q=x HTTP/1.1\r\n\(host)\(cookie)\(origin)\(form)\r\na=b", .malformedForm),
            ("POST /millrace/send?q=1 HTTP/1.1\r\n\(host)\(cookie)\(origin)\(form)\r\na=b", .malformedForm),
            ("\(send)\(cookie)\(origin)\(form)\r\na=b", .gone),
            ("\(send)\(cookie)\(form)Sec-Fetch-Site: same-origin\r\n\r\na=b", .gone),
            ("\(send)\(cookie)\(form)Referer: http://localhost:PORT/notes/3\r\n\r\na=b", .gone),
            // The same holds for a WebSocket.
            ("GET /millrace/live HTTP/1.1\r\n\(host)\(cookie)\(upgrade)\r\n", .crossOrigin),
            (
                "GET /millrace/live HTTP/1.1\r\n\(host)\(cookie)\(upgrade)Origin: http://example.com\r\n\r\n",
                .crossOrigin
            ),
            (
                "GET /millrace/live HTTP/1.1\r\n\(host)\(cookie)\(upgrade)Origin: http://127.0.0.1:PORT\r\n\r\n",
                .crossOrigin
            ),
            ("GET /millrace/live HTTP/1.1\r\n\(host)\(origin)\(upgrade)\r\n", .missingCookie),
            ("GET /millrace/live HTTP/1.1\r\n\(host)\(origin)\(cookie)\r\n", .upgradeRequired),
            (
                "GET /millrace/live HTTP/1.1\r\n\(host)\(origin)\(cookie)Upgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
                .upgradeRequired
            ),
            (
                "GET /millrace/live HTTP/1.1\r\n\(host)\(origin)\(cookie)\(upgrade.replacing("13", with: "12"))\r\n",
                .upgradeRequired
            ),
            (
                "GET /millrace/live HTTP/1.1\r\n\(host)\(origin)\(cookie)\(upgrade.replacing("dGhl", with: ""))\r\n",
                .upgradeRequired
            ),
            ("POST /millrace/live HTTP/1.1\r\n\(host)\(origin)\(cookie)\(upgrade)\r\n", .methodNotAllowed),
        ]

        @Test("M15 · an invalid request gets a status and a one-line message", arguments: errors)
        func errorResponse(request: String, error: RequestError) async throws {
            try await withServer { fixture in
                let response = try await fixture.answer(to: request)
                #expect(response.status == error.status && response.body.contains(error.message))
                #expect(response.body.hasSuffix("\n") && response.body.count { $0 == "\n" } == 1)
                #expect(error.hasStartLink == response.body.contains(#"<a href="/">"#))
                #expect(
                    response["content-length"] == "\(response.body.utf8.count)" && response["connection"] == "close")
                #expect(response["set-cookie"] == nil && response["cache-control"] == "no-store")
                #expect(await fixture.server.resources.sessions == 0)
            }
        }

        @Test("M15 · every response restricts the browser to this server's content") func policy() async throws {
            try await withServer { fixture in
                for request in [fixture.head("GET /"), fixture.head("GET /millrace/millrace.js"), "GARBAGE\r\n\r\n"] {
                    let response = try await fixture.answer(to: request)
                    let policy = try #require(response["content-security-policy"])
                    #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self';"))
                    #expect(policy.contains("form-action 'self'; base-uri 'none'; frame-ancestors 'none'"))
                    #expect(!policy.contains("unsafe") && !policy.contains("*"))
                    #expect(
                        response["x-content-type-options"] == "nosniff" && response["referrer-policy"] == "same-origin")
                    #expect(response["cross-origin-opener-policy"] == "same-origin")
                    #expect(response["cross-origin-resource-policy"] == "same-origin")
                }
            }
        }

        @Test("M15 · a body of 10 MB is rejected, and other requests are served") func tenMegabytes()
            async throws
        {
            try await withServer { fixture in
                let socket = try await RawSocket(port: fixture.port)
                await socket.send(fixture.head("POST /millrace/send?s=1&q=1", "Content-Length: 10000000\r\n"))
                await socket.send([UInt8](repeating: 0, count: 10_000_000))
                let response = ParsedResponse(await socket.readAll())
                #expect(response.status == 413 && response.body == RequestError.bodyTooLarge(4_000_000).message + "\n")
                #expect(try await fixture.get("/").status == 200)
            }
        }

        @Test("M15 · a server for the network accepts only its own host names") func names() async throws {
            try await withServer({ $0.access = .network(hostNames: ["notes.example"]) }) { fixture in
                for (host, status) in [("notes.example", 200), ("Notes.Example:443", 200), ("localhost", 421)] {
                    let response = try await fixture.answer(to: "GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
                    #expect(response.status == status)
                }
            }
        }

        @Test("M15 · a second request on a connection is ignored") func pipelining() async throws {
            try await withServer { fixture in
                let request = fixture.head("GET /millrace/millrace.css")
                let response = try await fixture.answer(to: request + request)
                #expect(response.status == 200 && !response.body.contains("HTTP/1.1"))
            }
        }

        @Test("M15 · a client that sends Expect: 100-continue receives the interim response") func expectation()
            async throws
        {
            try await withServer { fixture in
                let opened = try await fixture.openPage()
                let socket = try await RawSocket(port: fixture.port)
                await socket.send(
                    fixture.head(
                        "POST /millrace/send?s=\(opened.session)&q=7",
                        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\nExpect: 100-continue\r\n"
                            + "Origin: \(fixture.origin)\r\nCookie: \(opened.cookie)\r\n"))
                #expect(await socket.read() == Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
                await socket.send("r=1")
                #expect(ParsedResponse(await socket.readAll()).status == 200)
            }
        }
    }
#endif
