#if Hummingbird || App
    import MillraceHummingbird
    import Testing

    @testable import WebTestSupport

    @Suite(.timeLimit(.minutes(20))) struct MountTests {
        @Test("Hummingbird · pages below a path have their files, links and forms there, and a cookie of their own")
        func documents() async throws {
            try await MountFixture.run { fixture in
                let admin = try await fixture.get("/back/office/items/2")
                #expect(admin.status == 200 && admin.body.contains("<h1>Item 2</h1>"))
                for url in [
                    #"src="/back/office/millrace/millrace.js""#, #"href="/back/office/shop.css""#,
                    #"href="/other.css""#, #"action="/back/office/millrace/send"#, #"data-base="/back/office""#,
                ] {
                    #expect(admin.body.contains(url), "\(url)")
                }
                let cookie = try #require(admin["set-cookie"])
                #expect(cookie.hasPrefix("millrace-back-office=") && cookie.contains("Path=/back/office"))
                let root = try await fixture.get("/items/2")
                #expect(root.body.contains(#"src="/millrace/millrace.js""#) && root.body.contains(#"href="/shop.css""#))
                #expect(try #require(root["set-cookie"]).hasPrefix("millrace=") && !root.body.contains("/back/office"))
                for (path, status) in [
                    ("/back/office", 200), ("/back/office/", 200), ("/back/office/shop.css", 200), ("/shop.css", 200),
                    ("/back/office/ready", 200), ("/status", 200), ("/back/office/lost", 404),
                    ("//back/office/items/2", 404), ("/back//office/items/2", 404), ("/b%61ck/office", 404),
                ] {
                    #expect(try await fixture.get(path).status == status, "\(path)")
                }
                #expect(try await fixture.get("/back/office/millrace/send")["location"] == "/back/office/")
            }
        }

        @Test("Hummingbird · a route of the application gets the address that a trusted proxy names, and no other")
        func addresses() async throws {
            let fields = "X-Forwarded-For: 192.0.2.7\r\n"
            for (proxies, address) in [([], "127.0.0.1"), (["127.0.0.1"], "192.0.2.7")] {
                try await MountFixture.run(trustedProxies: .init(addresses: proxies)) { fixture in
                    let response = try await fixture.get("/client", fields)
                    #expect(response.body == address)
                    // A request that pages would refuse has an address too.
                    for head in [
                        "POST /client HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n",
                        "GET /client HTTP/1.1\r\nHost: a\r\nOrigin: a\r\nOrigin: b\r\n", "GET /client HTTP/1.1\r\n",
                    ] {
                        let end = head.contains("chunked") ? "0\r\n\r\n" : ""
                        let answer = try await fixture.answer(to: head + "Connection: close\r\n\(fields)\r\n" + end)
                        #expect(answer.body == address, "\(head)")
                    }
                }
            }
        }

        @Test("Hummingbird · a session of one path is not found at another") func sessions() async throws {
            try await MountFixture.run { fixture in
                let admin = try await fixture.get("/back/office")
                let (session, cookie) = (try #require(admin.session), try #require(admin.cookie))
                func connect(at path: String, _ cookie: String) async throws -> WebSocketClient {
                    let client = try await WebSocketClient(
                        to: fixture.port, host: fixture.host, origin: "http://\(fixture.host)", cookie: cookie,
                        path: path)
                    await client.send(WebSocketClient.hello(session))
                    return client
                }
                let client = try await connect(at: "/back/office/millrace/live", cookie)
                #expect(try #require(await client.next()).text.contains(#""q":"#))
                // The root does not read this cookie, and with its own it does not know the session.
                let value = cookie.split(separator: "=")[1]
                let other = try await connect(at: "/millrace/live", "millrace=\(value)")
                let first = try #require(await other.next()).text
                #expect(first.contains(#""s":""#) && !first.contains(session), "\(first.prefix(200))")
                #expect(
                    try await fixture.get(
                        "/millrace/live",
                        "Origin: http://\(fixture.host)\r\nCookie: \(cookie)\r\n"
                    ).status == 426)
            }
        }
    }
#endif
