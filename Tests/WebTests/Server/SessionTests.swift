#if Web
    import Testing

    @testable import MillraceWeb

    @Suite("The server's sessions", .timeLimit(.minutes(10))) struct ServedSessionTests {
        private func form(_ served: Served, _ session: String, _ cookie: String) async throws -> Answer {
            try await served.post(
                "r=17&f18=%C3%A4+b", to: "/millrace/send?s=\(session)&q=7",
                "Origin: \(served.origin)\r\nCookie: \(cookie)\r\n")
        }

        @Test("M15 · a browser gets a cookie that no script and no other site has") func cookie() async throws {
            try await serving { served in
                let first = try await served.get("/")
                let cookie = try #require(first.cookie)
                #expect(first["set-cookie"] == "\(cookie); HttpOnly; SameSite=Lax; Path=/")
                #expect(Secret.isOne(String(cookie.dropFirst("millrace=".count))))
                let second = try await served.get("/", "Cookie: theme=dark; \(cookie)\r\n")
                #expect(second["set-cookie"] == nil && second.session != first.session)
                #expect(try await served.get("/", "Cookie: millrace=mine\r\n").cookie != cookie)
            }
        }

        @Test("M15 · a form is done in its session, and answered by what is shown then") func form() async throws {
            try await serving { served in
                let opened = try await served.openPage()
                await served.house.pages[0].object("No & never.")
                let answer = try await form(served, opened.session, opened.cookie)
                try await served.house.hear(.submitted(opened.session, ["r=17", "f18=ä b"], number: 7))
                #expect(answer.status == 200 && answer.session == opened.session)
                #expect(answer.body.contains(#"<div id="m-status" role="status">No &amp; never.</div>"#))
                #expect(answer.body.contains("data-seq=\"8\"") && answer.body.contains("&amp;q=8"))
                let reload = try await served.get("/millrace/send?s=\(opened.session)&q=7")
                #expect(reload.status == 303 && reload["location"] == "/")
            }
        }

        @Test("M15 · a session is found only by the browser that it was made for") func foreign() async throws {
            try await serving { served in
                let (mine, other) = (try await served.openPage(), try await served.openPage())
                #expect(mine.cookie != other.cookie)
                let answer = try await form(served, mine.session, other.cookie)
                #expect(answer.status == 410 && answer.body.contains(Refusal.gone.sentence))
                // A live connection of the other browser gets a session of its own.
                _ = try await LiveCaller(served, (mine.session, other.cookie), address: "/notes/3")
                let connected = try await served.house.hear { told in
                    if case .connected(let id, let hello, let isNew) = told { (id, hello, isNew) } else { nil }
                }
                #expect(connected.0 != mine.session && connected.0 != other.session && connected.2)
                #expect(try await form(served, mine.session, mine.cookie).status == 200)
            }
        }

        @Test("M15 · a session that is not there any more is made anew, at the same address") func anew() async throws {
            try await serving { served in
                let cookie = "millrace=\(Secret.make())"
                _ = try await LiveCaller(served, (Secret.make(), cookie), address: "/notes/3")
                let id = try await served.house.hear { if case .made(let id) = $0 { id } else { nil } }
                try await served.house.hear(.opened(id, address: "/notes/3"))
                let isNew = try await served.house.hear {
                    if case .connected(id, _, let isNew) = $0 { isNew } else { nil }
                }
                #expect(isNew)
            }
        }

        @Test("M15 · at an address that leads nowhere any more it begins anew") func lost() async throws {
            try await serving { served in
                _ = try await LiveCaller(served, (Secret.make(), "millrace=\(Secret.make())"), address: "/lost")
                let id = try await served.house.hear { if case .opened(let id, "/lost") = $0 { id } else { nil } }
                try await served.house.hear(.opened(id, address: "/"))
            }
        }

        @Test("M15 · a page that has ended by itself is made anew for who comes back") func ended() async throws {
            try await serving { served in
                let opened = try await served.openPage()
                let live = try await LiveCaller(served, opened)
                _ = try await served.house.hear { if case .connected = $0 { () } else { nil } }
                await served.house.pages[0].end()
                #expect(await live.closeFrame() == (nil, 1001))
                #expect(try await form(served, opened.session, opened.cookie).status == 410)
                _ = try await LiveCaller(served, opened)
                let isNew = try await served.house.hear {
                    if case .connected(_, _, let isNew) = $0 { isNew } else { nil }
                }
                #expect(isNew)
            }
        }

        @Test("M15 · a session that nobody used goes after a minute, and not before") func unused() async throws {
            try await serving { served in
                let opened = try await served.openPage()
                served.clock.advance(by: .milliseconds(59_999))
                #expect(await served.server.census.sessions == 1)
                served.clock.advance(by: .milliseconds(1))
                try await served.house.hear(.ended(opened.session))
                #expect(await served.server.census.sessions == 0)
            }
        }

        @Test("M15 · a session that was used goes five minutes after it was used last") func idle() async throws {
            try await serving { served in
                let opened = try await served.openPage()
                served.clock.advance(by: .milliseconds(59_999))
                #expect(try await form(served, opened.session, opened.cookie).status == 200)
                served.clock.advance(by: .seconds(299))
                #expect(try await form(served, opened.session, opened.cookie).status == 200)
                served.clock.advance(by: .seconds(300))
                try await served.house.hear(.ended(opened.session))
            }
        }

        @Test("M15 · a session with a connection stays, and goes five minutes after the last has gone")
        func connected() async throws {
            try await serving({ $0.limits.silence = .seconds(1_000_000) }) { served in
                let opened = try await served.openPage()
                let live = try await LiveCaller(served, opened)
                _ = try await served.house.hear { if case .connected = $0 { () } else { nil } }
                served.clock.advance(by: .seconds(100_000))
                await live.say("there")
                try await served.house.hear(.received(opened.session, "there"))
                live.caller.finish()
                try await served.house.hear(.disconnected(opened.session))
                served.clock.advance(by: .milliseconds(299_999))
                #expect(await served.server.census.sessions == 1)
                served.clock.advance(by: .milliseconds(1))
                try await served.house.hear(.ended(opened.session))
            }
        }

        @Test("M15 · one for all: every browser has the same, made once, and it stays") func shared() async throws {
            try await serving(shared: true) { served in
                let pages = try await withThrowingTaskGroup { group in
                    for _ in 0..<8 { group.addTask { try await served.openPage() } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(Set(pages.map(\.session)).count == 1 && Set(pages.map(\.cookie)).count == 8)
                #expect(await served.house.pages.count == 1)
                #expect(try await form(served, pages[0].session, pages[1].cookie).status == 200)
                #expect(try await served.get("/lost").status == 404)
                served.clock.advance(by: .seconds(100_000))
                #expect(try await form(served, pages[0].session, pages[2].cookie).status == 200)
                // A stranger's hello leads into it, and does not move the others elsewhere.
                _ = try await LiveCaller(served, (Secret.make(), pages[3].cookie), address: "/notes/3")
                let opened = try await served.house.hear { told in
                    switch told {
                    case .opened(_, "/notes/3"): true
                    case .connected(pages[0].session, _, let isNew): !isNew
                    default: nil
                    }
                }
                #expect(!opened)
            }
        }

        @Test("M15 · one for all is made again when it has ended") func sharedAgain() async throws {
            try await serving(shared: true) { served in
                let opened = try await served.openPage()
                await served.house.pages[0].end()
                #expect(try await served.openPage().session != opened.session)
                #expect(await served.server.census.sessions == 1)
            }
        }

        @Test("M15 · who asks for the head only leaves no session") func head() async throws {
            try await serving { served in
                let answer = try await served.answer(to: served.head("HEAD /"))
                #expect(answer.status == 200 && answer.body.isEmpty && answer["set-cookie"] == nil)
                #expect(Int(answer["content-length"] ?? "") ?? 0 > 100)
                #expect(await served.server.census.sessions == 0)
            }
        }

        @Test("M15 · a session that cannot be made is told in a sentence, and is no place taken") func failing()
            async throws
        {
            struct Broken: Error {}
            for shared in [false, true] {
                try await serving(shared: shared, { $0.limits.sessions = 1 }) { served in
                    await served.house.fail(Broken())
                    for _ in 0..<3 {
                        let answer = try await served.get("/")
                        #expect(answer.status == 500 && answer.body == Refusal.failed.sentence + "\n")
                    }
                    await served.house.fail(nil)
                    #expect(try await served.get("/").status == 200)
                }
            }
        }
    }
#endif
