#if Web
    import Testing

    @testable import MillraceWeb

    @Suite("The server's refusals", .timeLimit(.minutes(10))) struct RefusalTests {
        private static let upgrade =
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        private static let host = "Host: localhost:PORT\r\n"
        private static let origin = "Origin: http://localhost:PORT\r\n"
        private static let form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n"
        private static let cookie = "Cookie: millrace=\(String(repeating: "0", count: 32))\r\n"
        private static let send = "POST /millrace/send?s=1&q=2 HTTP/1.1\r\n\(host)"

        static let refusals: [(String, Refusal)] = [
            ("GARBAGE\r\n\r\n", .malformed),
            ("GET / HTTP/1.1\r\n\r\n", .malformed),
            ("\u{1}\u{2}\u{3}\n\n", .malformed),
            ("GET / HTTP/1.1\r\nHost: example.com\r\n\r\n", .otherHost),
            ("GET / HTTP/1.1\r\nHost: localhost.example.com:PORT\r\n\r\n", .otherHost),
            ("GET /millrace/live HTTP/1.1\r\nHost: example.com\r\nOrigin: http://example.com\r\n\r\n", .otherHost),
            ("GET /lost HTTP/1.1\r\n\(host)\r\n", .notFound),
            ("GET /millrace/secret HTTP/1.1\r\n\(host)\r\n", .notFound),
            ("GET /favicon.ico HTTP/1.1\r\n\(host)\r\n", .notFound),
            ("GET /picture.png HTTP/1.1\r\n\(host)Sec-Fetch-Dest: image\r\n\r\n", .notFound),
            ("DELETE / HTTP/1.1\r\n\(host)\r\n", .method),
            ("POST / HTTP/1.1\r\n\(host)\(origin)\(form)\r\na=b", .method),
            ("PUT /millrace/send HTTP/1.1\r\n\(host)\r\n", .method),
            ("POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", .unknownLength),
            ("POST / HTTP/1.1\r\n\(host)Content-Length: 1000001\r\n\r\n", .tooLong(1_000_000)),
            ("POST / HTTP/1.1\r\n\(host)Content-Length: 99999999999999999999\r\n\r\n", .tooLong(1_000_000)),
            ("GET / HTTP/1.1\r\n\(host)X: \(String(repeating: "x", count: 40_000))\r\n\r\n", .longHead(16_384)),
            // A form has to come from a page of ours, from a browser that we know, and for a session that is there.
            ("\(send)\(cookie)\(form)\r\na=b", .otherOrigin),
            ("\(send)\(cookie)\(form)Origin: null\r\n\r\na=b", .otherOrigin),
            ("\(send)\(cookie)\(form)Origin: http://example.com\r\n\r\na=b", .otherOrigin),
            ("\(send)\(cookie)\(form)Origin: http://localhost:1\r\n\r\na=b", .otherOrigin),
            ("\(send)\(cookie)\(form)Origin: null\r\nSec-Fetch-Site: same-origin\r\n\r\na=b", .otherOrigin),
            ("\(send)\(cookie)\(form)Sec-Fetch-Site: same-site\r\n\r\na=b", .otherOrigin),
            ("\(send)\(cookie)\(form)Referer: http://localhost:PORT.example.com/\r\n\r\na=b", .otherOrigin),
            ("\(send)\(form)\(origin)\r\na=b", .cookieMissing),
            ("\(send)\(form)\(origin)Cookie: millrace=short\r\n\r\na=b", .cookieMissing),
            ("\(send)\(cookie)\(origin)Content-Length: 3\r\n\r\na=b", .notForm),
            ("\(send)\(cookie)\(origin)Content-Type: text/plain\r\nContent-Length: 3\r\n\r\na=b", .notForm),
            ("\(send)\(cookie)\(origin)\(form)\r\n%zz", .malformedForm),
            ("POST /millrace/send?s=1&q=x HTTP/1.1\r\n\(host)\(cookie)\(origin)\(form)\r\na=b", .malformedForm),
            ("POST /millrace/send?q=1 HTTP/1.1\r\n\(host)\(cookie)\(origin)\(form)\r\na=b", .malformedForm),
            ("\(send)\(cookie)\(origin)\(form)\r\na=b", .gone),
            ("\(send)\(cookie)\(form)Sec-Fetch-Site: same-origin\r\n\r\na=b", .gone),
            ("\(send)\(cookie)\(form)Referer: http://localhost:PORT/notes/3\r\n\r\na=b", .gone),
            // So has a WebSocket.
            ("GET /millrace/live HTTP/1.1\r\n\(host)\(cookie)\(upgrade)\r\n", .otherOrigin),
            (
                "GET /millrace/live HTTP/1.1\r\n\(host)\(cookie)\(upgrade)Origin: http://example.com\r\n\r\n",
                .otherOrigin
            ),
            (
                "GET /millrace/live HTTP/1.1\r\n\(host)\(cookie)\(upgrade)Origin: http://127.0.0.1:PORT\r\n\r\n",
                .otherOrigin
            ),
            ("GET /millrace/live HTTP/1.1\r\n\(host)\(origin)\(upgrade)\r\n", .cookieMissing),
            ("GET /millrace/live HTTP/1.1\r\n\(host)\(origin)\(cookie)\r\n", .notWebSocket),
            (
                "GET /millrace/live HTTP/1.1\r\n\(host)\(origin)\(cookie)Upgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
                .notWebSocket
            ),
            (
                "GET /millrace/live HTTP/1.1\r\n\(host)\(origin)\(cookie)\(upgrade.replacing("13", with: "12"))\r\n",
                .notWebSocket
            ),
            (
                "GET /millrace/live HTTP/1.1\r\n\(host)\(origin)\(cookie)\(upgrade.replacing("dGhl", with: ""))\r\n",
                .malformed
            ),
            ("POST /millrace/live HTTP/1.1\r\n\(host)\(origin)\(cookie)\(upgrade)\r\n", .method),
        ]

        @Test("M15 · what is not served is answered with a status and one sentence", arguments: refusals)
        func refusal(request: String, refusal: Refusal) async throws {
            try await serving { served in
                let answer = try await served.answer(to: request)
                #expect(answer.status == refusal.status && answer.body.contains(refusal.sentence))
                #expect(answer.body.hasSuffix("\n") && answer.body.count { $0 == "\n" } == 1)
                #expect(refusal.hasLink == answer.body.contains(#"<a href="/">"#))
                #expect(answer["content-length"] == "\(answer.body.utf8.count)" && answer["connection"] == "close")
                #expect(answer["set-cookie"] == nil && answer["cache-control"] == "no-store")
                #expect(await served.server.census.sessions == 0)
            }
        }

        @Test("M15 · every answer binds the browser to what is served here") func policy() async throws {
            try await serving { served in
                for request in [served.head("GET /"), served.head("GET /millrace/millrace.js"), "GARBAGE\r\n\r\n"] {
                    let answer = try await served.answer(to: request)
                    let policy = try #require(answer["content-security-policy"])
                    #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self';"))
                    #expect(policy.contains("form-action 'self'; base-uri 'none'; frame-ancestors 'none'"))
                    #expect(!policy.contains("unsafe") && !policy.contains("*"))
                    #expect(answer["x-content-type-options"] == "nosniff" && answer["referrer-policy"] == "same-origin")
                    #expect(answer["cross-origin-opener-policy"] == "same-origin")
                    #expect(answer["cross-origin-resource-policy"] == "same-origin")
                }
            }
        }

        @Test("M15 · a body of 10 MB is refused when it has come, and others are served") func tenMegabytes()
            async throws
        {
            try await serving { served in
                let caller = try Caller(port: served.port)
                await caller.send(served.head("POST /millrace/send?s=1&q=1", "Content-Length: 10000000\r\n"))
                await caller.send([UInt8](repeating: 0, count: 10_000_000))
                let answer = Answer(await caller.readAll())
                #expect(answer.status == 413 && answer.body == Refusal.tooLong(1_000_000).sentence + "\n")
                #expect(try await served.get("/").status == 200)
            }
        }

        @Test("M15 · a server of a network answers to its own names only") func names() async throws {
            try await serving({ $0.reach = .any(names: ["notes.example"]) }) { served in
                for (host, status) in [("notes.example", 200), ("Notes.Example:443", 200), ("localhost", 421)] {
                    let answer = try await served.answer(to: "GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
                    #expect(answer.status == status)
                }
            }
        }

        @Test("M15 · what follows a request on its connection is not answered") func pipelining() async throws {
            try await serving { served in
                let request = served.head("GET /millrace/millrace.css")
                let answer = try await served.answer(to: request + request)
                #expect(answer.status == 200 && !answer.body.contains("HTTP/1.1"))
            }
        }

        @Test("M15 · a browser that asks before it sends a body is told to") func expectation() async throws {
            try await serving { served in
                let opened = try await served.openPage()
                let caller = try Caller(port: served.port)
                await caller.send(
                    served.head(
                        "POST /millrace/send?s=\(opened.session)&q=7",
                        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\nExpect: 100-continue\r\n"
                            + "Origin: \(served.origin)\r\nCookie: \(opened.cookie)\r\n"))
                #expect(await caller.read() == Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
                await caller.send("r=1")
                #expect(Answer(await caller.readAll()).status == 200)
            }
        }
    }
#endif
