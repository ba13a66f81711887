#if (Hummingbird || Web) && SQLite || App
    import Foundation
    import Millrace
    import MillraceDurable
    import MillraceKit
    import MillraceModules
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    /// When sessions are stored, unloaded, loaded and deleted.
    @Suite("Stored sessions") struct StoredSessionTests {
        @Test("Pages 5 · a document and a connection store nothing; the first input stores the session")
        func firstInput()
            async throws
        {
            let server = PageServer()
            let page = try await server.open()
            #expect(try await server.backend.engines().isEmpty)
            try await page.type("hello", into: "Text")
            let sessions = try await server.backend.allSessions()
            #expect(sessions.map(\.session.id) == [page.session] && sessions.allSatisfy { $0.bytes > 0 })
            await server.registry.endAll()
        }

        @Test("Pages 6 · an idle session leaves memory, and comes back with its browser") func idle() async throws {
            let server = PageServer()
            let page = try await server.open()
            try await page.type("idle", into: "Text")
            await page.disconnect()
            server.clock.advance(by: .seconds(301))
            for await count in server.counts.stream where count == 0 { break }
            try await page.connect()
            #expect(await page.html.contains("value=\"idle\"") && server.log.lines == ["listen", "start", "listen"])
            await server.registry.endAll()
        }

        @Test("Pages 6 · a session with a delay is loaded when the delay ends, without a browser") func deadline()
            async throws
        {
            let server = PageServer()
            let page = try await server.open()
            try await page.press("Remind")
            await page.disconnect()
            server.clock.advance(by: .seconds(301))
            for await count in server.counts.stream where count == 0 { break }
            server.time.withLock { $0 += 60 }
            server.clock.advance(by: .seconds(60))
            await server.log.contains("tick")
            try await page.connect()
            #expect(await page.html.contains("ticks 1"))
            await server.registry.endAll()
        }

        @Test("Pages 6 · a session with a command or a past delay is loaded when the program starts") func work()
            async throws
        {
            let first = PageServer()
            let (page, other) = (try await first.open(), try await first.open("bob"))
            try await page.press("Remind")
            try await other.press("Look")
            for await _ in first.calls.stream { break }
            let second = await first.restarted(after: 61)
            #expect(await second.registry.startStorage())
            second.clock.advance(by: .zero)
            await second.log.contains("tick")
            for await _ in second.calls.stream { break }
            #expect(await second.registry.count == 2)
            for server in [first, second] { await server.registry.endAll() }
        }

        @Test("Pages 6 · a session with a command in flight stays in memory") func command() async throws {
            let server = PageServer()
            let page = try await server.open()
            try await page.press("Look")
            for await _ in server.calls.stream { break }
            await page.disconnect()
            #expect(await server.registry.isWorking(page.session))
            await server.registry.endAll()
        }

        @Test("Pages 5 · a session is deleted 24 hours after its last browser, not before") func expiry() async throws {
            let server = PageServer()
            let (left, connected) = (try await server.open(), try await server.open("bob"))
            for page in [left, connected] { try await page.type("text", into: "Text") }
            await left.disconnect()
            for hours in [23.0, 2.0] {
                server.time.withLock { $0 += hours * 3_600 }
                await server.registry.sweep()
                let ids = try await server.backend.allSessions().map(\.session.id)
                #expect(ids == (hours == 23 ? [left.session, connected.session] : [connected.session]))
            }
            #expect(try await server.backend.engines().count == 1)
            await server.registry.endAll()
        }

        @Test("Pages 5 · a sign-out deletes the sessions of its sign-in, also those that are not in memory")
        func signOut()
            async throws
        {
            let server = PageServer()
            let ada = Identity("ada", signIn: "1")
            let (first, second) = (try await server.open(identity: ada), try await server.open(identity: ada))
            let other = try await server.open("bob")
            for page in [first, second, other] { try await page.type("text", into: "Text") }
            await second.disconnect()
            await server.registry.endSession(second.session)
            await server.registry.signOut(ada)
            #expect(try await server.backend.allSessions().map(\.session.id) == [other.session])
            #expect(try await server.backend.engines().count == 1)
            await server.registry.endAll()
        }

        @Test(
            "Pages 5 · one address cannot fill the storage: its oldest idle session is deleted for its next one, others stay"
        )
        func shares() async throws {
            let server = PageServer { $0.limits.storedBytes = 4 * 4_096 }
            let other = try await server.open("bob", address: "192.0.2.9")
            try await other.type("mine", into: "Text")
            await other.disconnect()
            var pages: [PageClient] = []
            for number in 0..<4 {
                let page = try await server.open("eve \(number)", address: "192.0.2.1")
                try await page.type("x", into: "Text")
                await page.disconnect()
                pages.append(page)
            }
            let ids = try await server.backend.allSessions().map(\.session.id)
            #expect(ids == [other.session, pages[2].session, pages[3].session])
            await server.registry.endAll()
        }

        @Test("Pages 5 · a session for which there is no room works, and is not stored") func noRoom() async throws {
            let server = PageServer { $0.limits.storedBytes = 1 }
            let page = try await server.open()
            try await page.type("works", into: "Text")
            #expect(await page.html.contains("works"))
            #expect(try await server.backend.engines().isEmpty)
            await server.registry.endAll()
        }

        @Test("Pages 5 · a password of a live field is a fault, and is not stored") func password() async throws {
            let server = PageServer()
            let page = try await server.open()
            try await page.press("Options")
            try await page.type("secret", into: "Password")
            #expect(server.faults.lines.count == 1)
            let stored = try await server.backend.engines().values.flatMap(\.values.values)
            #expect(stored.allSatisfy { !String(decoding: $0.bytes, as: UTF8.self).contains("secret") })
            await server.registry.endAll()
        }
    }
#endif
