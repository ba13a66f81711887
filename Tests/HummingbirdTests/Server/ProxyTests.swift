#if Hummingbird || App
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    /// Behind a proxy, the server reads the client's address and scheme from the proxy's header fields only.
    @Suite("Proxies", .timeLimit(.minutes(20))) struct ProxyTests {
        private static let proxies = LivePages.TrustedProxies(addresses: ["127.0.0.1", "10.0.0.2", "2001:db8::2"])

        private func head(_ fields: String, from peer: String, _ proxies: LivePages.TrustedProxies? = proxies) throws
            -> PageRequest
        {
            var head = try PageRequest("GET / HTTP/1.1\r\nHost: inner\r\n\(fields)")
            head.applyProxyFields(from: peer, proxies)
            return head
        }

        @Test("Server · a trusted proxy names the address, the scheme and the host of a client") func trusted() throws {
            let fields = """
                X-Forwarded-For: 192.0.2.9, 198.51.100.7, 10.0.0.2\r\nX-Forwarded-Proto: https\r\n\
                X-Forwarded-Host: notes.example
                """
            let head = try head(fields, from: "127.0.0.1")
            // The client itself may have sent the first address.
            #expect(head.clientAddress == "198.51.100.7" && head.scheme == "https" && head["host"] == "notes.example")
            #expect(try self.head("X-Forwarded-For: 192.0.2.9", from: "2001:0db8:0::2").clientAddress == "192.0.2.9")
        }

        @Test("Server · the header fields of other clients are ignored", arguments: ["127.0.0.3", "2001:db8::3", ""])
        func others(peer: String) throws {
            let fields = """
                X-Forwarded-For: 192.0.2.9\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: evil.example\r\n\
                Forwarded: for=192.0.2.9;proto=https;host=evil.example
                """
            for proxies in [Self.proxies, .init(addresses: ["127.0.0.1"], fields: .forwarded), nil] {
                let head = try head(fields, from: peer, proxies)
                #expect(head.clientAddress == peer && head.scheme == nil && head["host"] == "inner")
            }
        }

        @Test("Server · only the configured header fields are read") func fields() throws {
            let both = "X-Forwarded-For: 192.0.2.1\r\nForwarded: for=192.0.2.2;proto=https;host=notes.example"
            let forwarded = LivePages.TrustedProxies(addresses: ["127.0.0.1"], fields: .forwarded)
            #expect(try head(both, from: "127.0.0.1").clientAddress == "192.0.2.1")
            let head = try head(both, from: "127.0.0.1", forwarded)
            #expect(head.clientAddress == "192.0.2.2" && head.scheme == "https" && head["host"] == "notes.example")
            let chain = #"Forwarded: for=192.0.2.2, For="[2001:DB8::7]:4711";Proto=http, for=127.0.0.1"#
            #expect(
                try self.head(chain, from: "127.0.0.1", forwarded).clientAddress
                    == ClientAddress.canonical("2001:db8::7"))
        }

        @Test(
            "Server · the port of a client is not part of its address",
            arguments: [
                ("192.0.2.9", "192.0.2.9"), ("192.0.2.9:5678", "192.0.2.9"), ("2001:db8::7", "2001:db8:0:0:0:0:0:7"),
                ("[2001:db8::7]:4711", "2001:db8:0:0:0:0:0:7"), ("[2001:DB8::7]", "2001:db8:0:0:0:0:0:7"),
                ("192.0.2.9:1, 10.0.0.2:443", "192.0.2.9"),
                ("[2001:db8::7]:1, [2001:db8::2]:80", "2001:db8:0:0:0:0:0:7"),
                ("::ffff:192.0.2.9", "192.0.2.9"), ("[::1]:443", "0:0:0:0:0:0:0:1"),
            ])
        func ports(value: String, address: String) throws {
            #expect(try head("X-Forwarded-For: \(value)", from: "127.0.0.1").clientAddress == address)
            let forwarded = LivePages.TrustedProxies(
                addresses: ["127.0.0.1", "10.0.0.2", "2001:db8::2"], fields: .forwarded)
            let elements = value.split(separator: ", ").map { "for=\"\($0)\";proto=https" }.joined(separator: ", ")
            #expect(try head("Forwarded: \(elements)", from: "127.0.0.1", forwarded).clientAddress == address)
        }

        @Test("Server · an element of a proxy without an address does not make those before it trusted")
        func withoutAddress() throws {
            let forwarded = LivePages.TrustedProxies(addresses: ["127.0.0.1"], fields: .forwarded)
            let head = try head("Forwarded: for=192.0.2.9, proto=https", from: "127.0.0.1", forwarded)
            #expect(head.clientAddress == "127.0.0.1" && head.scheme == "https")
        }

        @Test("Server · the cookie is secure and the origin must be HTTPS if the proxy says so") func secure()
            async throws
        {
            try await withServer({ $0.trustedProxies = Self.proxies }) { fixture in
                let https = "X-Forwarded-Proto: https\r\n"
                let response = try await fixture.get("/", https)
                #expect(response["set-cookie"]?.hasSuffix("; HttpOnly; SameSite=Lax; Path=/; Secure") == true)
                #expect(try await fixture.get("/")["set-cookie"]?.contains("Secure") == false)
                let (session, cookie) = (try #require(response.session), try #require(response.cookie))
                for (scheme, status) in [("http", 403), ("https", 200)] {
                    let form = try await fixture.post(
                        "r=17", to: "/millrace/send?s=\(session)&q=7",
                        "Origin: \(scheme)://localhost:\(fixture.port)\r\nCookie: \(cookie)\r\n\(https)")
                    #expect(form.status == status)
                }
            }
        }

        @Test("Server · clients behind a proxy have their own limits") func limits() async throws {
            try await withServer({ configuration in
                configuration.trustedProxies = Self.proxies
                configuration.limits.sessions = 6
            }) { fixture in
                for (client, sessions) in [(1, 3), (2, 6)] {
                    let fields = fixture.forwardedFields(for: "192.0.2.\(client)")
                    for _ in 0..<5 { _ = try await fixture.get("/", fields) }
                    #expect(await fixture.server.resources.sessions == sessions)
                }
            }
        }

        @Test("Server · the health path answers under any host name, and creates no session") func health()
            async throws
        {
            try await withServer { fixture in
                let response = try await fixture.answer(to: "GET /ready HTTP/1.1\r\nHost: 10.0.0.7\r\n\r\n")
                #expect(response.status == 200 && response.body == "ok\n" && response["set-cookie"] == nil)
                #expect(await fixture.factory.pages.isEmpty)
                #expect(try await fixture.answer(to: fixture.head("POST /ready")).status == 405)
            }
        }
    }
#endif
