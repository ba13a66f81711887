import MillraceHistory
import Testing

@testable import Millrace
@testable import MillraceWeb
@testable import WebTestSupport

/// M15: browsers that connect and reconnect receive exactly the changes that they do not show.
@MainActor @Suite struct ConnectionTests {
    let fixture: PageFixture

    init() { fixture = PageFixture() }

    @Test("M15 · a reconnected browser receives the changes that it missed") func resume() throws {
        let browser = try fixture.connectBrowser()
        browser.disconnect()
        try fixture.store(of: Shop.self).send(.add)
        try fixture.connectBrowser("other").check()
        try fixture.store(of: Shop.self).send(.add)
        try browser.connect()
        #expect(browser.frames.joined().contains("full") == false)
        try browser.check()
        #expect(browser.replica.title == "Shop (5)")
    }

    @Test("M15 · a browser that missed too many changes receives the whole page") func tooLong() throws {
        let browser = try fixture.connectBrowser()
        let other = try fixture.connectBrowser("other")
        browser.disconnect()
        for _ in 0...PatchLog.maxEntries {
            try fixture.store(of: Shop.self).send(.reverse)
            try other.receiveFrames()
        }
        try browser.connect()
        #expect(browser.frames.count == 1 && browser.frames[0].contains("full"))
        try browser.check()
        try other.check()
    }

    @Test("M15 · a message that is sent again after a reconnection is handled once") func once() throws {
        let browser = try fixture.connectBrowser()
        let like = try browser.reference(of: "Like 0")
        browser.send(like, number: 1)
        browser.disconnect()
        try browser.connect()
        browser.send(like, number: 1)
        browser.send(like, number: 2)
        try browser.receiveFrames()
        #expect(try fixture.store(of: Shop.self).likes == [1: 2])
        #expect(browser.replica.acknowledgements == ["[1,0]", "[2,0]"])
    }

    @Test("M15 · a slow browser receives fewer changes, which are current") func slow() throws {
        let browser = try fixture.connectBrowser()
        for _ in 0..<1_000 { try fixture.store(of: Shop.self).send(.like(1)) }
        try browser.receiveFrames()
        #expect(browser.frames.count == 1)
        #expect(browser.replica.outline.contains("Like 1000"))
    }

    @Test("M15 · nothing is drawn while no browser is connected") func nobody() throws {
        let before = fixture.page.sequence
        for _ in 0..<1_000 { try fixture.store(of: Shop.self).send(.add) }
        #expect(fixture.page.sequence == before)
        #expect(fixture.page.content().html.contains("Item 1003"))
    }

    @Test("M15 · a browser that connects again has one connection") func twice() throws {
        let browser = try fixture.connectBrowser()
        let first = browser.connection
        try browser.connect()
        #expect(fixture.page.browsers.keys.sorted() == [browser.connection])
        #expect(fixture.page.receive("{\"p\":1,\"q\":1}", on: first) == nil)
        try browser.check()
    }

    @Test("M15 · a ping is answered") func ping() throws {
        let browser = try fixture.connectBrowser()
        _ = fixture.page.receive("{\"p\":1,\"q\":2}", on: browser.connection)
        try browser.receiveFrames()
        #expect(browser.frames == [#"{"p":1}"#])
    }

    @Test("M15 · a browser whose page another script has changed receives the whole page") func helloAgain() throws {
        let browser = try fixture.connectBrowser()
        _ = fixture.page.receive("{\"h\":1,\"s\":\"session\",\"c\":\"a\",\"q\":-1,\"a\":\"/\"}", on: browser.connection)
        try browser.receiveFrames()
        #expect(browser.frames.count == 1 && browser.frames[0].contains("full"))
        try browser.check()
    }

    @Test("M15 · a document states its number of nodes, and has its own sequence number") func document() throws {
        let (one, other) = (fixture.page.content(), fixture.page.content())
        #expect(other.sequence == one.sequence + 1)
        #expect(one.html.replacing("q=\(one.sequence)", with: "q=\(other.sequence)") == other.html)
        // A browser that has loaded the document receives no changes.
        let browser = PageFixture.TestBrowser(fixture, "a", sequence: other.sequence)
        try browser.connect()
        #expect(browser.frames == ["{\"q\":\(other.sequence)}"])
    }

    @Test("M15 · each browser receives a template once") func templates() throws {
        let (one, other) = (try fixture.connectBrowser("a"), try fixture.connectBrowser("b"))
        try fixture.store(of: Shop.self).send(.add)
        try one.check()
        try other.check()
        other.disconnect()
        try one.press("Item 1")
        try other.connect()
        try other.check()
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test("M15 · waiting for a frame ends with the connection or the page") func waiting() async throws {
        let browser = try fixture.connectBrowser()
        let page = fixture.page
        let lost = Task.immediate { await page.mayHaveFrame(on: browser.connection) }
        browser.disconnect()
        #expect(await lost.value == false)
        let other = try fixture.connectBrowser("b")
        let ended = Task.immediate { await page.mayHaveFrame(on: other.connection) }
        page.end()
        #expect(await ended.value == false)
    }

    @Test("M15 · after the release of the navigator, nothing remains") func navigatorGone() throws {
        let browser = try fixture.connectBrowser()
        try browser.press("Basket")
        fixture.releaseNavigator()
        fixture.page.end()
        #expect(fixture.engine.resources.isEmpty)
        #expect(fixture.page.hasEnded)
    }

    @Test("M15 · after a shutdown of the engine, the page is empty") func shutdown() throws {
        let browser = try fixture.connectBrowser()
        fixture.engine.shutdown()
        try browser.receiveFrames()
        #expect(browser.replica.outline == "")
        #expect(fixture.page.hasEnded)
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test(
        "Pages · of many pages that one change resumes, three are drawn at once, and the others wait for their turn")
    func manyPages() async throws {
        let asked = try await Wakeups.$current.withValue(Wakeups()) {
            let fixtures = (0..<20).map { _ in PageFixture() }
            let browsers = try fixtures.map { try $0.connectBrowser() }
            var asked = 0
            let tasks = zip(fixtures, browsers).map { fixture, browser in
                Task.immediate { @MainActor in
                    switch await fixture.page.nextFrame(
                        on: browser.connection,
                        if: {
                            asked += 1; return true
                        })
                    {
                    case .made(let frame): frame != nil
                    case .ready: fixture.page.frame(on: browser.connection, isLarge: false) != nil
                    case .unstored, .ended: false
                    }
                }
            }
            for fixture in fixtures { try fixture.store(of: Shop.self).send(.add) }
            for task in tasks { #expect(await task.value) }
            return asked
        }
        #expect(asked == 3)
    }
}
