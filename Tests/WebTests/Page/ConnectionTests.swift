import MillraceInspection
import Testing

@testable import Millrace
@testable import MillraceWeb

/// M15: browsers that come, go and come again are told what they do not show; none is told late, none twice.
@MainActor @Suite struct ConnectionTests {
    let bench: Bench

    init() { bench = Bench() }

    @Test("M15 · who was away is told what it missed") func resume() throws {
        let browser = try bench.connectBrowser()
        browser.lose()
        try bench.store(of: Shop.self).send(.add)
        try bench.connectBrowser("other").check()
        try bench.store(of: Shop.self).send(.add)
        try browser.connect()
        #expect(browser.frames.joined().contains("full") == false)
        try browser.check()
        #expect(browser.replica.title == "Shop (5)")
    }

    @Test("M15 · who was away for too long is told all") func tooLong() throws {
        let browser = try bench.connectBrowser()
        let other = try bench.connectBrowser("other")
        browser.lose()
        for _ in 0...PatchLog.mostEntries {
            try bench.store(of: Shop.self).send(.reverse)
            try other.settle()
        }
        try browser.connect()
        #expect(browser.frames.count == 1 && browser.frames[0].contains("full"))
        try browser.check()
        try other.check()
    }

    @Test("M15 · what was sent before the connection was lost and again after it is done once") func once() throws {
        let browser = try bench.connectBrowser()
        let like = try browser.reference(of: "Like 0")
        browser.send(like, number: 1)
        browser.lose()
        try browser.connect()
        browser.send(like, number: 1)
        browser.send(like, number: 2)
        try browser.settle()
        #expect(try bench.store(of: Shop.self).likes == [1: 2])
        #expect(browser.replica.acknowledgements == ["[1,0]", "[2,0]"])
    }

    @Test("M15 · a slow browser gets fewer changes, not older ones") func slow() throws {
        let browser = try bench.connectBrowser()
        for _ in 0..<1_000 { try bench.store(of: Shop.self).send(.like(1)) }
        try browser.settle()
        #expect(browser.frames.count == 1)
        #expect(browser.replica.outline.contains("Like 1000"))
    }

    @Test("M15 · while nobody looks nothing is drawn") func nobody() throws {
        let before = bench.page.sequence
        for _ in 0..<1_000 { try bench.store(of: Shop.self).send(.add) }
        #expect(bench.page.sequence == before)
        #expect(bench.page.content().html.contains("Item 1003"))
    }

    @Test("M15 · a browser that connects again has one connection") func twice() throws {
        let browser = try bench.connectBrowser()
        let first = browser.connection
        try browser.connect()
        #expect(bench.page.browsers.keys.sorted() == [browser.connection])
        #expect(bench.page.receive("{\"p\":1,\"q\":1}", on: first) == nil)
        try browser.check()
    }

    @Test("M15 · a ping is answered") func ping() throws {
        let browser = try bench.connectBrowser()
        _ = bench.page.receive("{\"p\":1,\"q\":2}", on: browser.connection)
        try browser.settle()
        #expect(browser.frames == [#"{"p":1}"#])
    }

    @Test("M15 · a browser whose page somebody else has changed is told all anew") func helloAgain() throws {
        let browser = try bench.connectBrowser()
        _ = bench.page.receive("{\"h\":1,\"s\":\"session\",\"c\":\"a\",\"q\":-1,\"a\":\"/\"}", on: browser.connection)
        try browser.settle()
        #expect(browser.frames.count == 1 && browser.frames[0].contains("full"))
        try browser.check()
    }

    @Test("M15 · a document counts the nodes that it has, and its number is its own") func document() throws {
        let (one, other) = (bench.page.content(), bench.page.content())
        #expect(other.sequence == one.sequence + 1)
        #expect(one.html.replacing("q=\(one.sequence)", with: "q=\(other.sequence)") == other.html)
        // A browser that has loaded it is told nothing.
        let browser = Bench.TestBrowser(bench, "a", shown: other.sequence)
        try browser.connect()
        #expect(browser.frames == ["{\"q\":\(other.sequence)}"])
    }

    @Test("M15 · templates are told to each browser once") func templates() throws {
        let (one, other) = (try bench.connectBrowser("a"), try bench.connectBrowser("b"))
        try bench.store(of: Shop.self).send(.add)
        try one.check()
        try other.check()
        other.lose()
        try one.press("Item 1")
        try other.connect()
        try other.check()
    }

    @Test("M15 · waiting for a frame ends with the connection, and with the page") func waiting() async throws {
        let browser = try bench.connectBrowser()
        let page = bench.page
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        let lost = Task.immediate { await page.next(on: browser.connection) }
        #expect(page.browsers[browser.connection]?.waiter != nil)
        browser.lose()
        #expect(await lost.value == nil)
        let other = try bench.connectBrowser("b")
        let ended = Task.immediate { await page.next(on: other.connection) }
        page.end()
        #expect(await ended.value == nil)
    }

    @Test("M15 · when the navigator goes nothing is shown, and nothing is left") func navigatorGone() throws {
        let browser = try bench.connectBrowser()
        try browser.press("Basket")
        bench.letGo()
        bench.page.end()
        #expect(bench.engine.census.isEmpty)
        #expect(bench.page.hasEnded)
    }

    @Test("M15 · when the engine is shut down the page is empty") func shutdown() throws {
        let browser = try bench.connectBrowser()
        bench.engine.shutdown()
        try browser.settle()
        #expect(browser.replica.outline == "")
        #expect(bench.page.hasEnded)
    }
}
