#if Hummingbird || App
    import Foundation
    import Millrace
    import Testing

    @testable import MillraceAccounts
    @testable import MillraceHummingbird
    @testable import MillraceWeb
    @testable import WebTestSupport

    @Suite("Identities", .timeLimit(.minutes(20))) struct IdentityTests {
        /// The form of the sign-in, filled in.
        private static let form = "name=ada&password=adaada"

        @Test("Identity · a session knows who has signed in, and the request that opened it") func request()
            async throws
        {
            try await OfficeFixture.run { office in
                let page = try await office.open(office.cookie("ada")).page
                #expect(page.body.contains("Hello ada"))
                #expect(try await office.open().page.body.contains("Hello stranger"))
            }
            let visitors = Lock<[Visitor]>([])
            try await withServer(
                { $0.trustedProxies = .init(addresses: ["127.0.0.1"], userField: "X-User") },
                sessions: { factory in
                    WebSessions(isShared: false) { id, visitor in
                        visitors.withLock { $0.append(visitor) }
                        return try await factory.make(id)
                    }
                }
            ) { fixture in
                let fields = "X-Forwarded-For: 192.0.2.7\r\nX-User: ada\r\nCookie: theme=dark\r\n"
                _ = try await fixture.get("/notes/3", fields)
                let visitor = try #require(visitors.withLock { $0.first })
                #expect(visitor.identity == Identity("ada") && visitor.client?.address == "192.0.2.7")
                let request = try #require(visitor.request)
                #expect(request.cookie("theme") == "dark" && request["x-user"] == "ada" && request.target == "/notes/3")
            }
        }

        @Test(
            "Identity · without the script, the response to the form has the cookie, and the page and its session remain"
        )
        func form() async throws {
            try await OfficeFixture.run { office in
                let (page, session, cookies) = try await office.open()
                let pressed = try await office.press("press", on: page, cookies)
                #expect(pressed.body.contains("1 presses") && pressed.session == session)
                let refused = try await office.submitSignIn("name=ada&password=x", on: pressed, cookies)
                #expect(refused.body.contains("The name or the password is wrong.") && refused["set-cookie"] == nil)
                let entered = try await office.submitSignIn(Self.form, on: refused, cookies)
                let cookie = try #require(entered.cookie)
                #expect(try #require(entered["set-cookie"]).contains("; HttpOnly; SameSite=Lax; Path=/"))
                #expect(entered.body.contains("Hello ada") && entered.body.contains("1 presses"))
                #expect(entered.session != session)
                // The session has a new ID, and belongs to the identity.
                let again = try await office.press("press", on: entered, "\(cookies); \(cookie)")
                #expect(again.body.contains("2 presses"))
                #expect(try await office.press("press", on: entered, cookies).status == 410)
                #expect(try await office.press("press", on: page, cookies).status == 410)
                let left = try await office.press("leave", on: again, "\(cookies); \(cookie)")
                #expect(left.status == 303)
                #expect(left["location"] == "/")
                #expect(try #require(left["set-cookie"]).contains("Max-Age=0"))
                #expect(try await office.open(cookies, cookie).page.body.contains("Hello stranger"))
            }
        }

        @Test("Identity · a live page exchanges its token once, and joins again under a new ID with all that it had")
        func token() async throws {
            try await OfficeFixture.run { office in
                let (page, session, cookies) = try await office.open()
                let (client, _) = try await office.connect(session, cookies)
                let token = try await signIn(client, page)
                let response = try await office.exchange(token, session, cookies)
                #expect(response.status == 200)
                let (cookie, id) = (try #require(response.cookie), try newSession(response))
                #expect(id != session && response["set-cookie"]?.contains("HttpOnly") == true)
                // The old connection was closed.
                while await client.next() != nil {}
                let (_, frame) = try await office.connect(id, "\(cookies); \(cookie)")
                #expect(!frame.contains(#""s":""#) && frame.contains("Hello ada"))
                // Without the cookie, the session is not found, and neither is the old one with it.
                for (session, cookies) in [(id, cookies), (session, "\(cookies); \(cookie)")] {
                    #expect(try await office.connect(session, cookies).frame.contains(#""s":""#))
                }
                #expect(try await office.exchange(token, session, cookies).status == 410)
            }
        }

        @Test(
            "Identity · a hostile browser can use neither a stolen token, nor a session, nor the cookie of another site"
        )
        func hostile() async throws {
            try await OfficeFixture.run { office in
                let (page, session, cookies) = try await office.open()
                let thief = try await office.open()
                let (client, _) = try await office.connect(session, cookies)
                let token = try await signIn(client, page)
                // The token belongs to the session, and the session to its browser.
                #expect(try await office.exchange(token, session, thief.cookies).status == 410)
                #expect(try await office.exchange(token, thief.session, thief.cookies).status == 410)
                #expect(try await office.exchange("x", session, cookies).status == 410)
                #expect(
                    try await office.exchange(token, session, cookies, origin: "http://evil.example").status == 403)
                let response = try await office.exchange(token, session, cookies)
                let (cookie, id) = (try #require(response.cookie), try newSession(response))
                // Neither the ID nor the cookie of the browser is enough.
                #expect(try await office.connect(id, thief.cookies).frame.contains(#""s":""#))
                #expect(try await office.connect(id, cookies).frame.contains(#""s":""#))
                // A cookie that was changed is not valid.
                let forged = cookie.replacing("YWRh", with: "Ym9i")
                #expect(forged != cookie)
                #expect(try await office.open(forged).page.body.contains("Hello stranger"))
                #expect(try await office.open(forged).page.fields.contains { $0.value.contains("Max-Age=0") })
            }
        }

        @Test("Identity · a token ends after 30 seconds") func late() async throws {
            try await OfficeFixture.run(isManual: true) { office in
                let (page, session, cookies) = try await office.open()
                let (client, _) = try await office.connect(session, cookies)
                let token = try await signIn(client, page)
                office.fixture.clock.advance(by: .seconds(30))
                #expect(try await office.exchange(token, session, cookies).status == 410)
            }
        }

        @Test(
            "phoenix_live_view#3210 · a sign-out by a form in one tab ends all others, and a press in one makes no turn"
        )
        func signOut() async throws {
            try await OfficeFixture.run { office in
                let cookie = office.cookie("ada")
                let first = try await office.open(cookie)
                let second = try await office.open(first.cookies)
                let (client, _) = try await office.connect(second.session, second.cookies)
                let events = try await EventClient(office.fixture, (second.session, second.cookies))
                let other = try await office.open(office.cookie("ada"))
                // The browser has already lost the cookie of the sign-in.
                let reference = try office.reference(of: "press", on: second.page.body)
                let left = try await office.press("leave", on: first.page, first.cookies)
                #expect(left.status == 303)
                await client.send(#"{"n":1,"r":"\#(reference)","q":1}"#)
                while await client.next() != nil {}
                while try await events.next() != nil {}
                #expect(office.turns.withLock { $0 } == 0)
                #expect(try await office.press("press", on: second.page, second.cookies).status == 410)
                #expect(office.turns.withLock { $0 } == 0)
                // Another sign-in of the same account goes on.
                #expect(try await office.press("press", on: other.page, other.cookies).body.contains("1 presses"))
            }
        }

        @Test("Identity · the application signs out an identity whose browser has no cookie any more") func route()
            async throws
        {
            try await OfficeFixture.run { office in
                let signIn = RandomID.make()
                let page = try await office.open(office.cookie("ada", signIn: signIn))
                let (client, _) = try await office.connect(page.session, page.cookies)
                await office.fixture.server.pages.signOut(Identity("ada", signIn: signIn))
                while await client.next() != nil {}
                #expect(try await office.press("press", on: page.page, page.cookies).status == 410)
                #expect(try await office.open(page.cookies).page.body.contains("Hello stranger"))
            }
        }

        @Test("Identity · a connection that was admitted before the sign-out joins without the identity")
        func admitted()
            async throws
        {
            try await OfficeFixture.run { office in
                let signIn = RandomID.make()
                let page = try await office.open(office.cookie("ada", signIn: signIn))
                let client = try await WebSocketClient(office.fixture, cookie: page.cookies)
                await office.fixture.server.pages.signOut(Identity("ada", signIn: signIn))
                await client.send(WebSocketClient.hello(page.session))
                let frame = try #require(await client.next()).text
                #expect(frame.contains(#""s":""#) && frame.contains("Hello stranger"))
            }
        }

        @Test(
            "Identity · routes of the application accept changes from the server's own pages only, except where they say so"
        )
        func origins() async throws {
            try await OfficeFixture.run { (office: OfficeFixture) async throws in
                let (fixture, length) = (office.fixture, "Content-Length: 0\r\n")
                func status(_ first: String, _ fields: String) async throws -> Int {
                    try await fixture.answer(to: fixture.head(first, length + fields)).status
                }
                let foreign = "Origin: http://evil.example\r\n"
                #expect(try await status("POST /own", "Origin: \(fixture.origin)\r\n") == 200)
                #expect(try await status("POST /own", foreign) == 403)
                #expect(try await status("POST /own", "") == 403)
                #expect(try await status("POST /hook", foreign) == 200)
                #expect(try await status("POST /hook", "") == 200)
                #expect(try await fixture.get("/own", foreign).body == "read")
                #expect(try await fixture.get("/me").body == "stranger")
                #expect(try await fixture.get("/me", "Cookie: \(office.cookie("ada"))\r\n").body == "ada")
                #expect(try await status("OPTIONS /own", foreign) == 403)
                let probe = "GET /health HTTP/1.1\r\nHost: 10.0.0.5\r\nConnection: close\r\n\r\n"
                #expect(try await fixture.answer(to: probe).status == 200)
                let strange = "GET /own HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                #expect(try await fixture.answer(to: strange).status == 421)
            }
        }

        @Test("Identity · a token that a lost connection has received is offered again to the next one")
        func lostToken()
            async throws
        {
            try await OfficeFixture.run { office in
                let (page, session, cookies) = try await office.open()
                let (client, _) = try await office.connect(session, cookies)
                let token = try await signIn(client, page)
                let (next, frame) = try await office.connect(session, cookies)
                var text = frame
                while !text.contains(#""i":""#) { text = try #require(await next.next()).text }
                #expect(text.contains(token))
                #expect(try await office.exchange(token, session, cookies).status == 200)
            }
        }

        @Test("Identity · a sign-out before the exchange cancels the sign-in, and ends the session") func cancelled()
            async throws
        {
            let ended = Lock(0)
            let service = Visitor.Service(canSignIn: true, now: { .zero }, end: { _ in }) { _ in
                ended.withLock { $0 += 1 }
            }
            let visitor = Visitor(PageRequest(uncheckedFields: []), nil, service)
            visitor.signIn(as: "ada")
            let token = try #require(visitor.pendingToken)
            await visitor.signOut()
            #expect(visitor.accept(token) == nil && visitor.accept(nil) == nil && visitor.hasSignedOut)
            #expect(ended.withLock { $0 } == 1)
            visitor.signIn(as: "")
            visitor.signIn(as: String(repeating: "a", count: 513))
            #expect(visitor.pendingToken == nil)
        }

        @Test("Identity · a sign-in during another request leaves a session that can end") func otherRequest()
            async throws
        {
            try await OfficeFixture.run { office in
                var configuration = LivePages.Configuration()
                configuration.identities = office.signIns
                let registry = SessionRegistry(
                    WebSessions(isShared: false) { FakePage($0) { _ in } }, configuration, TimerQueue(ManualClock()))
                let request = PageRequest(uncheckedFields: [(name: "Cookie", value: "millrace=\(RandomID.make())")])
                let client = ClientIdentity(request)
                let id = try await registry.open("/", client: client, request: request, keepsSession: true).id
                _ = await registry.beginRequest(id)
                await registry.visitor(of: id)?.signIn(as: "ada")
                let renamed = try #require(await registry.signIn(id, token: nil, client: client))
                #expect(await registry.table[renamed.id]?.isUnused == true)
                #expect(renamed.identity.account == "ada")
                await registry.endAll()
            }
        }

        @Test("Identity · a sign-out while a session is created leaves a session without the identity") func creation()
            async throws
        {
            try await OfficeFixture.run { office in
                var configuration = LivePages.Configuration()
                configuration.identities = office.signIns
                let made = Lock((registry: SessionRegistry?.none, identities: [Identity?]()))
                let sessions = WebSessions(isShared: false) { (id: String, visitor: Visitor) async -> any ServedPage in
                    let registry = made.withLock {
                        $0.identities.append(visitor.identity)
                        return $0.registry
                    }
                    if let identity = visitor.identity { await registry?.signOut(identity) }
                    return FakePage(id) { _ in }
                }
                let registry = SessionRegistry(sessions, configuration, TimerQueue(ManualClock()))
                made.withLock { $0.registry = registry }
                var request = PageRequest(
                    uncheckedFields: [(name: "Cookie", value: "\(office.cookie("ada")); millrace=\(RandomID.make())")])
                request.identify(office.signIns)
                let client = ClientIdentity(request)
                let id = try await registry.open("/", client: client, request: request, keepsSession: true).id
                #expect(made.withLock { $0.identities.map(\.?.account) } == ["ada", nil])
                let visitor = try #require(await registry.visitor(of: id))
                #expect(visitor.identity == nil)
                #expect(await registry.count == 1)
                made.withLock { $0.registry = nil }
                await registry.endAll()
            }
        }

        @Test("Identity · a proxy's person signs out of the sessions, and no file is changed") func proxySignOut()
            async throws
        {
            try await OfficeFixture.run {
                $0.trustedProxies = .init(addresses: ["127.0.0.1"], userField: "X-User")
            } _: { office in
                let page = try await office.fixture.get("/", "X-User: ada\r\n")
                #expect(page.body.contains("Hello ada"))
                await office.fixture.server.pages.signOut(Identity("ada"))
                #expect(await office.fixture.server.resources.sessions == 0)
                for name in ["j\u{f6}rg", "a?b"] {
                    #expect(try await office.fixture.get("/", "X-User: \(name)\r\n").body.contains("Hello stranger"))
                }
            }
        }

        @Test("Identity · only a trusted proxy names a person") func proxy() async throws {
            for (proxies, name) in [(["127.0.0.1"], "ada"), (["192.0.2.1"], "stranger")] {
                try await OfficeFixture.run {
                    $0.trustedProxies = .init(addresses: proxies, userField: "X-User")
                } _: { office in
                    let page = try await office.fixture.get("/", "X-User: ada\r\n")
                    #expect(page.body.contains("Hello \(name)"))
                    // Of two names, one can be the client's.
                    let two = try await office.fixture.get("/", "X-User: ada\r\nX-User: bob\r\n")
                    #expect(two.body.contains("Hello stranger"))
                }
            }
        }

        @Test("Server · /health answers while the server shuts down, and /ready does not") func health() async throws {
            try await withServer { (fixture: ServerFixture) async throws in
                await fixture.server.pages.context.registry.drain()
                #expect(try await fixture.get("/health").status == 200)
                #expect(try await fixture.get("/ready").status == 503)
            }
        }

        /// Signs in on a live page, and returns the token.
        private func signIn(_ client: WebSocketClient, _ page: ParsedResponse) async throws -> String {
            let form = try #require(page.body.firstMatch(of: #/send[^"]*&amp;r=([0-9]+)"/#)).1
            await client.send(#"{"n":1,"r":"\#(form)","v":{"name":["ada"],"password":["adaada"]},"q":1}"#)
            while let frame = await client.next() {
                if let match = frame.text.firstMatch(of: #/"i":"([0-9a-f]+)"/#) { return String(match.1) }
            }
            throw CancellationError()
        }

        private func newSession(_ response: ParsedResponse) throws -> String {
            String(try #require(response.body.firstMatch(of: #/"s":"([0-9a-f]+)"/#)).1)
        }
    }
#endif
