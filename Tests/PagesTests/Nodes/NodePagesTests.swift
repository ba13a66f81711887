#if (Hummingbird || Web) && SQLite || App
    import Foundation
    import Millrace
    import MillraceKit
    import Testing

    @testable import MillraceDurable
    @testable import MillraceWeb
    @testable import WebTestSupport

    /// Pages of nodes that share a storage.
    @Suite("Pages · several nodes", .timeLimit(.minutes(20))) struct NodePagesTests {
        private let database = MemoryNode.Database()

        private func end(_ nodes: PageNode...) async { for node in nodes { await node.registry.endAll() } }

        @Test(
            "Machines 3 · a browser that connects to another node goes on there, and what is sent again is handled once"
        )
        func moves() async throws {
            let (first, second) = (try await PageNode(database), try await PageNode(database))
            let page = try await first.server.open()
            try await page.type("one", into: "Text")
            try await page.press("Add")
            try await page.type("half", into: "Text")
            try await page.connect(to: second.server)
            #expect(page.frames.first?.contains("\"x\":\(page.number),") == true)
            let html = await page.html
            #expect(html.contains("value=\"half\"") && html.contains("Open one"))
            #expect(await first.registry.count == 0)
            try await page.press("Add")
            // Back again, and the last input once more.
            let add = page.number
            try await page.connect(to: first.server)
            let button = try #require(await page.html.firstMatch(of: /<button[^>]*value="(\d+)"[^>]*>Add/))
            try await page.send("\"r\":\"\(button.1)\"", number: add)
            #expect(page.frames.last?.contains("[\(add),0]") == true)
            #expect(await page.html.ranges(of: "Open half").count == 1)
            #expect(first.server.log.lines == ["listen", "start", "listen"] && second.server.log.lines == ["listen"])
            await end(first, second)
        }

        @Test(
            "Machines 3 · a browser that returns to a node whose lease has ended sees what it has done at another one since"
        )
        func staleNode() async throws {
            let (first, second) = (try await PageNode(database), try await PageNode(database))
            let page = try await first.server.open()
            try await page.type("one", into: "Text")
            await page.disconnect()
            // As if it had stopped for longer than its lease: it does not notice.
            await database.endLease(of: first.node, isReported: false)
            try await page.connect(to: second.server)
            try await page.type("two", into: "Text")
            await page.disconnect()
            try await page.connect(to: first.server)
            #expect(await page.html.contains("value=\"two\""))
            await end(first, second)
        }

        @Test("Machines 3 · a node finds a session as it is in the storage: stored, moved and deleted by others")
        func storage() async throws {
            let (first, second) = (try await PageNode(database), try await PageNode(database))
            let page = try await first.server.open()
            try await page.type("one", into: "Text")
            let name = try #require(await database.memory.allSessions().first?.session.engine)
            await page.disconnect()
            try await page.connect(to: second.server)
            #expect(await second.registry.records.all.map(\.name) == [name])
            // Only its owner finds it.
            let foreign = ClientIdentity("eve", at: "192.0.2.9")
            #expect(try await first.registry.find(page.session, foreign) == false)
            #expect(await second.registry.count == 1)
            await page.disconnect()
            await second.registry.delete([name])
            let old = page.session
            try await page.connect(to: first.server)
            #expect(page.session != old && page.frames.first?.contains("\"s\":") == true)
            #expect(await first.registry.records.count == 0)
            await end(first, second)
        }

        @Test("Machines 3 · after a sign-in, another node finds the session under its new ID only") func signIn()
            async throws
        {
            let ada = Lock<Visitor?>(nil)
            let configure: (inout LivePages.Configuration) -> Void = { $0.identities = AnyIdentities() }
            let (first, second) = (
                try await PageNode(database, configure: configure) { session, engine in
                    ada.withLock { $0 = session.visitor }
                    return Navigator(root: Diary(account: nil, log: DiaryLog()), stacked: true, on: engine.engine)
                }, try await PageNode(database, configure: configure)
            )
            let page = try await first.server.open()
            try await page.type("one", into: "Text")
            await page.disconnect()
            await first.registry.endSession(page.session)
            try await page.connect()
            ada.withLock { $0 }?.signIn(as: "ada")
            let (id, identity) = try #require(
                await first.registry.signIn(page.session, token: nil, client: page.client))
            var client = page.client
            client.identity = identity
            #expect(try await second.registry.find(page.session, page.client) == false)
            #expect(try await second.registry.find(id, client))
            await end(first, second)
        }

        @Test("Machines 3 · a node that does not answer is asked each second, and taken over when its lease ends")
        func lease() async throws {
            let (first, second) = (try await PageNode(database, isStarted: false), try await PageNode(database))
            let page = try await first.server.open()
            try await page.type("one", into: "Text")
            let asked = first.asked()
            let (session, client) = (page.session, page.client)
            let connected = Task { try await second.registry.load(session, client) }
            for await _ in asked { break }
            second.server.clock.autoAdvance(by: .seconds(3))
            for await _ in asked { break }
            await first.die()
            try await connected.value
            try await page.connect(to: second.server)
            #expect(await page.html.contains("value=\"one\""))
            await end(first, second)
        }

        @Test("Machines 3 · a browser whose node does not answer learns after 10 s that the server is busy")
        func noAnswer() async throws {
            let (first, second) = (try await PageNode(database, isStarted: false), try await PageNode(database))
            let page = try await first.server.open()
            try await page.type("one", into: "Text")
            second.server.clock.autoAdvance(by: .seconds(20))
            await #expect(throws: RequestError.sessionInUse) { try await page.connect(to: second.server) }
            try await page.connect(to: first.server)
            #expect(await page.html.contains("value=\"one\""))
            await end(first, second)
        }

        @Test(
            "Machines 3 · a page whose node has lost its lease goes on with another node, and then with that one again")
        func lost() async throws {
            let (first, second) = (try await PageNode(database), try await PageNode(database))
            let page = try await first.server.open()
            try await page.type("one", into: "Text")
            await first.die()
            try await page.connect(to: second.server)
            try await page.press("Add")
            try await page.connect(to: first.server)
            #expect(await page.html.contains("Open one"))
            await end(first, second)
        }

        @Test(
            "Machines 3 · the delay of a page whose node has ended is run by one of the others, which notes the page's end"
        )
        func work() async throws {
            let nodes = [
                try await PageNode(database), try await PageNode(database), try await PageNode(database),
            ]
            let page = try await nodes[0].server.open()
            try await page.press("Remind")
            await nodes[0].die()
            for node in nodes { node.server.time.withLock { $0 += 61 } }
            let ticks = AsyncStream<Void>.makeStream()
            for node in nodes[1...] {
                Task {
                    await node.server.log.contains("tick")
                    ticks.continuation.yield()
                }
                node.server.clock.advance(by: .seconds(6))
            }
            for await _ in ticks.stream { break }
            try await page.connect(to: nodes[1].server)
            #expect(await page.html.contains("ticks 1"))
            #expect(nodes.flatMap(\.server.log.lines).filter { $0 == "tick" }.count == 1)
            await page.disconnect()
            for node in nodes { await node.registry.endAll() }
            #expect(try await database.memory.allSessions().allSatisfy { $0.session.end != nil })
        }

        @Test("Machines 3 · a page in no memory is loaded by the node that has sent it a message") func message()
            async throws
        {
            let (first, second) = (try await PageNode(database), try await PageNode(database))
            let page = try await first.server.open()
            try await page.type("one", into: "Text")
            let name = try #require(await database.memory.allSessions().first?.session.engine)
            // The first node has it, and keeps it.
            second.server.storage.shared.engines.wake(name)
            await page.disconnect()
            await first.registry.endSession(page.session)
            second.server.storage.shared.engines.wake(name)
            for await count in second.server.counts.stream where count == 1 { break }
            await second.server.log.contains("listen")
            #expect(first.server.log.lines == ["listen", "start"])
            await end(first, second)
        }

        @Test("Machines 3 · a sign-out on one node ends the sessions of the identity on all of them") func signOut()
            async throws
        {
            let (first, second) = (try await PageNode(database), try await PageNode(database))
            let ada = Identity("ada", signIn: "1")
            _ = try await first.server.open(identity: ada)
            let (page, other) = (try await second.server.open(identity: ada), try await second.server.open("bob"))
            for page in [page, other] { try await page.type("text", into: "Text") }
            let released = first.released()
            await first.registry.signOut(ada)
            for await count in second.server.counts.stream where count == 1 { break }
            for await _ in released where try await database.memory.allSessions().count == 1 { break }
            #expect(try await database.memory.allSessions().map(\.session.id) == [other.session])
            // A sign-out is followed once: a proxy can name the identity again.
            let next = try await first.server.open(identity: ada)
            try await next.type("text", into: "Text")
            await second.registry.signOut(Identity("bob", signIn: "1"))
            await first.registry.signOut(Identity("eve", signIn: "1"))
            #expect(try await first.registry.find(next.session, next.client))
            await end(first, second)
        }

        @Test("Machines 3 · an old session is deleted by any node, and not while another node has it") func sweep()
            async throws
        {
            let (first, second) = (try await PageNode(database), try await PageNode(database))
            let (left, used) = (try await first.server.open(), try await first.server.open("bob"))
            for page in [left, used] {
                try await page.type("text", into: "Text")
                await page.disconnect()
                try await page.connect(to: second.server)
                await page.disconnect()
            }
            try await used.connect(to: first.server)
            for node in [first, second] { node.server.time.withLock { $0 += 90_000 } }
            await first.registry.sweep()
            #expect(try await database.memory.allSessions().count == 2)
            await second.registry.endSession(left.session)
            await first.registry.sweep()
            #expect(try await database.memory.allSessions().map(\.session.id) == [used.session])
            await end(first, second)
        }
    }

    /// Accepts each sign-in, and finds no identity in a request.
    private struct AnyIdentities: IdentityService {
        func identity(of request: PageRequest) -> Identity? { nil }
        func cookie(for identity: Identity, isSecure: Bool) -> String { "" }
        func removal(of request: PageRequest) -> String? { nil }
        func end(_ identity: Identity) throws {}
    }
#endif
