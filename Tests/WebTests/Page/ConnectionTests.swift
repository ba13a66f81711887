import Testing

@testable import Millrace
@testable import MillraceWeb

/// M15: browsers that come, go and come again are told what they do not show; none is told late, none twice.
@MainActor @Suite struct ConnectionTests {
    let bench: Bench

    init() { bench = Bench() }

    @Test("M15 · who was away is told what it missed") func resume() throws {
        let visit = try bench.visit()
        visit.lose()
        try bench.store(of: Shop.self).send(.add)
        try bench.visit("other").check()
        try bench.store(of: Shop.self).send(.add)
        try visit.connect()
        #expect(visit.frames.joined().contains("full") == false)
        try visit.check()
        #expect(visit.replica.title == "Shop (5)")
    }

    @Test("M15 · who was away for too long is told all") func tooLong() throws {
        let visit = try bench.visit()
        let other = try bench.visit("other")
        visit.lose()
        for _ in 0...PatchLog.mostEntries {
            try bench.store(of: Shop.self).send(.reverse)
            try other.settle()
        }
        try visit.connect()
        #expect(visit.frames.count == 1 && visit.frames[0].contains("full"))
        try visit.check()
        try other.check()
    }

    @Test("M15 · what was sent before the connection was lost and again after it is done once") func once() throws {
        let visit = try bench.visit()
        let like = try visit.reference(of: "Like 0")
        visit.send(like, number: 1)
        visit.lose()
        try visit.connect()
        visit.send(like, number: 1)
        visit.send(like, number: 2)
        try visit.settle()
        #expect(try bench.store(of: Shop.self).likes == [1: 2])
        #expect(visit.replica.acknowledgements == ["[1,0]", "[2,0]"])
    }

    @Test("M15 · a slow browser gets fewer changes, not older ones") func slow() throws {
        let visit = try bench.visit()
        for _ in 0..<1_000 { try bench.store(of: Shop.self).send(.like(1)) }
        try visit.settle()
        #expect(visit.frames.count == 1)
        #expect(visit.replica.outline.contains("Like 1000"))
    }

    @Test("M15 · while nobody looks nothing is drawn") func nobody() throws {
        let before = bench.page.sequence
        for _ in 0..<1_000 { try bench.store(of: Shop.self).send(.add) }
        #expect(bench.page.sequence == before)
        #expect(bench.page.content().html.contains("Item 1003"))
    }

    @Test("M15 · a browser that connects again has one connection") func twice() throws {
        let visit = try bench.visit()
        let first = visit.connection
        try visit.connect()
        #expect(bench.page.browsers.keys.sorted() == [visit.connection])
        #expect(bench.page.receive("{\"p\":1,\"q\":1}", on: first) == nil)
        try visit.check()
    }

    @Test("M15 · a ping is answered") func ping() throws {
        let visit = try bench.visit()
        _ = bench.page.receive("{\"p\":1,\"q\":2}", on: visit.connection)
        try visit.settle()
        #expect(visit.frames == [#"{"p":1}"#])
    }

    @Test("M15 · a browser whose page somebody else has changed is told all anew") func helloAgain() throws {
        let visit = try bench.visit()
        _ = bench.page.receive("{\"h\":1,\"s\":\"session\",\"c\":\"a\",\"q\":-1,\"a\":\"/\"}", on: visit.connection)
        try visit.settle()
        #expect(visit.frames.count == 1 && visit.frames[0].contains("full"))
        try visit.check()
    }

    @Test("M15 · a document counts the nodes that it has, and its number is its own") func document() throws {
        let (one, other) = (bench.page.content(), bench.page.content())
        #expect(other.sequence == one.sequence + 1)
        #expect(one.html.replacing("q=\(one.sequence)", with: "q=\(other.sequence)") == other.html)
        // A browser that has loaded it is told nothing.
        let visit = Bench.Visit(bench, "a", shown: other.sequence)
        try visit.connect()
        #expect(visit.frames == ["{\"q\":\(other.sequence)}"])
    }

    @Test("M15 · templates are told to each browser once") func templates() throws {
        let (one, other) = (try bench.visit("a"), try bench.visit("b"))
        try bench.store(of: Shop.self).send(.add)
        try one.check()
        try other.check()
        other.lose()
        try one.press("Item 1")
        try other.connect()
        try other.check()
    }

    @Test("M15 · waiting for a frame ends with the connection, and with the page") func waiting() async throws {
        let visit = try bench.visit()
        let page = bench.page
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        let lost = Task.immediate { await page.next(on: visit.connection) }
        #expect(page.browsers[visit.connection]?.waiter != nil)
        visit.lose()
        #expect(await lost.value == nil)
        let other = try bench.visit("b")
        let ended = Task.immediate { await page.next(on: other.connection) }
        page.end()
        #expect(await ended.value == nil)
    }

    @Test("M15 · when the navigator goes nothing is shown, and nothing is left") func navigatorGone() throws {
        let visit = try bench.visit()
        try visit.press("Basket")
        bench.letGo()
        bench.page.end()
        #expect(bench.engine.census.isEmpty)
        #expect(bench.page.hasEnded)
    }

    @Test("M15 · when the engine is shut down the page is empty") func shutdown() throws {
        let visit = try bench.visit()
        bench.engine.shutdown()
        try visit.settle()
        #expect(visit.replica.outline == "")
        #expect(bench.page.hasEnded)
    }
}
