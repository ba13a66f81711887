import TestSupport
import Testing

@testable import Millrace
@testable import MillraceWeb
@testable import WebTestSupport

/// M15: whatever a browser sends in its session, nothing fails and no storage grows without limit.
@MainActor @Suite struct HostileInputTests {
    let fixture: PageFixture

    init() { fixture = PageFixture() }

    private func receive(_ frame: String, _ browser: PageFixture.TestBrowser) -> String? {
        fixture.page.receive(frame, on: browser.connection)
    }

    @Test(
        "M15 · numbers of any size are accepted",
        arguments: ["0", "-1", "9223372036854775807", "-9223372036854775808"],
        ["0", "-1", "9223372036854775807", "-9223372036854775808"])
    func numbers(number: String, shown: String) throws {
        let browser = try fixture.connectBrowser()
        let like = try browser.reference(of: "Like 0")
        for rest in [#""r":"\#(like)""#, #""r":"\#(like)","v":"x""#, #""go":\#(number),"a":"/""#, #""p":1"#] {
            #expect(receive(#"{"n":\#(number),"q":\#(shown),\#(rest)}"#, browser) == nil)
        }
        try browser.check()
        #expect(try fixture.connectBrowser("other").press("Add") == "[1,0]")
        #expect(fixture.faults.isEmpty)
    }

    @Test(
        "M15 · a malformed frame is reported",
        arguments: [
            "[1]", "1", "null", #"{"n":"1","q":1}"#, #"{"n":1,"q":1,"r":1}"#, #"{"n":1,"q":99999999999999999999}"#,
            #"{"n":1,"q":1,"r":"1","v":1}"#, #"{"n":1,"q":1,"r":"1","v":{"a":"b"}}"#, #"{"n":1,"q":1,"go":1e99}"#,
            #"{"n":1,"q":1,"r":"1","v":"# + String(repeating: "[", count: 100_000),
            String(repeating: #"{"n":"#, count: 100_000), "\\", "\\u", "\\ud800",
        ])
    func noFrame(frame: String) throws {
        let browser = try fixture.connectBrowser()
        #expect(receive(frame, browser) == "The browser sent an invalid message. Reload the page.")
    }

    @Test(
        "M15 · a lone surrogate in a text is replaced",
        arguments: [
            (#"a\ud83d"#, "a\u{FFFD}"), (#"\ude00\ud83d\ude00"#, "\u{FFFD}😀"),
            (#"\\ud83d\ud83d"#, "\\ud83d\u{FFFD}"),
            (#"\uD83Dx\u0041"#, "\u{FFFD}xA"),
        ])
    func halves(text: String, meant: String) throws {
        let browser = try fixture.connectBrowser()
        #expect(try browser.type("\"\(text)\"", into: "Search") == "[1,0]")
        #expect(try fixture.store(of: Shop.self).query == meant)
    }

    @Test("M15 · error messages about a long text are short") func longTexts() throws {
        let browser = try fixture.connectBrowser()
        try browser.press("Basket")
        let long = "1" + String(repeating: "\u{301}", count: 100_000)
        #expect(try browser.type("\"\(long)\"", into: "Count").utf8.count < 2_000)
        try browser.press("Done")
        let form = try browser.reference(of: "post")
        browser.send(form, #"{"name":["a"],"count":["\#(long)"]}"#)
        browser.send(form, "{\((0..<10_000).map { "\"\($0)\":[]" }.joined(separator: ","))}")
        try browser.receiveFrames()
        #expect(browser.replica.acknowledgements.last.map { $0.contains(",2,") && $0.utf8.count < 2_000 } == true)
    }

    @Test("M15 · the stored history is limited, whatever entries a browser reports") func goes() throws {
        let browser = try fixture.connectBrowser()
        var random = SeededGenerator(seed: 1)
        let urls = (0..<600).map { "/items/\($0)" } + ["/", "/basket", "/about", "//", "/..", "/%2F", "/%zz", "x"]
        for _ in 0..<2_000 {
            let entry = [-1, 0, 1, Int.random(in: -300...300, using: &random), .max, .min].randomElement(using: &random)
            try browser.go(entry ?? 0, urls.randomElement(using: &random) ?? "/")
            if random.chance(oneIn: 20) { try browser.press("Basket") }
        }
        try browser.check()
        #expect(fixture.page.history.entries.count <= BrowserHistory.maxEntries)
        #expect(fixture.page.history.entries[fixture.page.history.index]?.url == fixture.page.url)
        #expect(fixture.faults.isEmpty)
        let rest = fixture.page.memory - fixture.page.history.memory
        fixture.page.history = BrowserHistory(url: String(repeating: "x", count: 100_000))
        #expect(fixture.page.memory == rest + 100_000)
    }

    @Test("M15 · of a deep stack, the last entries are stored") func deep() throws {
        let browser = try fixture.connectBrowser()
        for number in 0..<(BrowserHistory.maxEntries + 50) {
            try fixture.store(of: Shop.self).send(.open(number))
            try browser.receiveFrames()
        }
        #expect(fixture.page.history.entries.count == BrowserHistory.maxEntries)
        let (index, url) = (fixture.page.history.index, fixture.page.url)
        try browser.go(index - 1, try #require(fixture.page.history.entries[index - 1]?.url))
        #expect(fixture.page.history.index == index - 1)
        try browser.go(index, url)
        #expect(fixture.page.url == url)
    }

    @Test("Pages · the states of removed scenes that the history keeps are limited by their size") func states()
        throws
    {
        let browser = try fixture.connectBrowser()
        for number in 1...20 {
            try fixture.store(of: Shop.self).send(.open(number))
            try browser.receiveFrames()
            try fixture.store(of: Item.self).send(.typed(String(repeating: "x", count: 300_000)))
            try browser.receiveFrames()
        }
        let (last, url) = (fixture.page.history.index, fixture.page.url)
        for index in (0..<last).reversed() {
            try browser.go(index, try #require(fixture.page.history.entries[index]?.url))
        }
        #expect((300_000...BrowserHistory.maxBranchBytes).contains(fixture.page.history.branchBytes))
        #expect(fixture.page.memory > fixture.page.history.branchBytes)
        // The first entry has its states, and the last one only its URL.
        try browser.go(1, "/items/1")
        #expect(try fixture.store(of: Item.self).text.count == 300_000)
        try browser.go(last, url)
        #expect(fixture.page.url == url)
        try browser.check()
    }

    @Test(
        "M15 · a long or unusual URL is not found and changes nothing",
        arguments: [
            "/" + String(repeating: "a/", count: 50_000), "/%2F", "/../..", "/.", "/items/%31%00", "/items/1%2F2",
            "/\u{0}",
            "/items/" + String(repeating: "9", count: 100_000), "/items/-9223372036854775809",
        ])
    func unusualURL(url: String) throws {
        #expect(!fixture.page.open(url).isFound)
        #expect(try fixture.connectBrowser().press("Add") == "[1,0]")
    }

    @Test("M15 · repeated hello frames are answered once") func hellos() throws {
        let browser = try fixture.connectBrowser()
        for _ in 0..<300 { _ = receive(#"{"h":1,"s":"x","c":"b","q":-1,"a":"/"}"#, browser) }
        try browser.receiveFrames()
        #expect(browser.frames.count == 1)
        try browser.check()
    }

    @Test("M15 · of thousands of page loads, the last are stored and their messages are handled once") func clients()
        throws
    {
        let last = try fixture.connectBrowser("last")
        let like = try last.reference(of: "Like 0")
        last.send(like, number: 1)
        for number in 0..<(Page.maxClients * 3) {
            if number == Page.maxClients * 2 { try last.connect() }
            let browser = PageFixture.TestBrowser(fixture, "\(number)", sequence: 1)
            try browser.connect(sequence: -1)
            browser.disconnect()
        }
        last.disconnect()
        #expect(fixture.page.clients.count <= Page.maxClients + 1)
        for number in 0..<(Page.maxClients - 2) {
            let browser = PageFixture.TestBrowser(fixture, "again \(number)", sequence: 1)
            try browser.connect(sequence: -1)
            browser.disconnect()
        }
        try last.connect()
        last.send(like, number: 1)
        try last.receiveFrames()
        #expect(try fixture.store(of: Shop.self).likes == [1: 1])
    }

    @Test("M15 · two connections of one client: the first ends, and nothing is handled twice") func sameName() throws {
        let (one, other) = (try fixture.connectBrowser("a"), try fixture.connectBrowser("a"))
        let like = try other.reference(of: "Like 0")
        one.send(like)
        other.send(like)
        try other.receiveFrames()
        #expect(fixture.page.browsers.count == 1)
        #expect(try fixture.store(of: Shop.self).likes == [1: 1])
    }

    @Test("Pages · a removed control can be pressed for 256 changes, whatever page the browser claims to show")
    func old() throws {
        let fixture = PageFixture(root: TestModule { state in HTML { button("Go", send: .to(state.number)) } })
        let browser = try fixture.connectBrowser()
        let (old, sequence) = (try browser.reference(of: "Go"), browser.replica.sequence)
        func answer() throws -> String? {
            browser.send(old, sequence: sequence)
            try browser.receiveFrames()
            return browser.replica.acknowledgements.last
        }
        // Each press of the old button is a change, too.
        for number in 1...128 {
            try fixture.store(of: TestModule.self).send(.to(number))
            try browser.receiveFrames()
            #expect(try answer() == "[\(number),0]")
        }
        try fixture.store(of: TestModule.self).send(.to(129))
        try browser.receiveFrames()
        #expect(try answer() == "[129,3]")
    }

    @Test("M15 · without connected browsers, removed controls are deleted too") func unseen() throws {
        let fixture = PageFixture(root: TestModule { state in HTML { button("Go", send: .to(state.number)) } })
        for number in 1...(ControlReferences.maxRetired + 200) {
            try fixture.store(of: TestModule.self).send(.to(number))
            _ = fixture.page.content()
        }
        #expect(fixture.page.references.count <= ControlReferences.maxRetired + 2)
    }

    @Test("M15 · a slow browser receives an acknowledgement after the change that it belongs to")
    func behind() throws {
        let (fast, slow) = (try fixture.connectBrowser("fast"), try fixture.connectBrowser("slow"))
        func change() throws {
            try fixture.store(of: Shop.self).send(.reverse)
            try fast.receiveFrames()
        }
        for _ in 0..<5 { try change() }
        slow.send(try slow.reference(of: "Add"))
        let browser = try #require(fixture.page.browsers[slow.connection])
        for _ in 0..<20 where slow.replica.acknowledgements.isEmpty {
            try change()
            try slow.replica.apply(try #require(fixture.page.frame(for: browser)))
        }
        #expect(slow.replica.acknowledgements == ["[1,0]"])
        #expect(slow.replica.outline.contains("Item 4"))
    }

    @Test("M15 · a browser catches up while the page changes") func catchingUp() throws {
        let (fast, slow) = (try fixture.connectBrowser("fast"), try fixture.connectBrowser("slow"))
        for _ in 0..<5 {
            try fixture.store(of: Shop.self).send(.reverse)
            try fast.receiveFrames()
        }
        let browser = try #require(fixture.page.browsers[slow.connection])
        for _ in 0..<7 {
            try fixture.store(of: Shop.self).send(.like(1))
            try slow.replica.apply(try #require(fixture.page.frame(for: browser)))
        }
        #expect(slow.replica.sequence == fixture.page.sequence)
    }

    @Test("M15 · when the engine is shut down, a browser receives the last frame and no more") func shutdown()
        async throws
    {
        let browser = try fixture.connectBrowser()
        fixture.engine.shutdown()
        #expect(await fixture.page.mayHaveFrame(on: browser.connection))
        try browser.replica.apply(try #require(fixture.page.frame(on: browser.connection, isLarge: true)?.text))
        #expect(browser.replica.outline == "")
        #expect(await fixture.page.mayHaveFrame(on: browser.connection) == false)
    }

    @Test("M15 · an outdated reference works for a browser that shows it, and not for one that has seen its removal")
    func changedMeaning() throws {
        let fixture = PageFixture(root: TestModule { state in HTML { button("Go", send: .text("\(state.number)")) } })
        let (quick, slow) = (try fixture.connectBrowser("quick"), try fixture.connectBrowser("slow"))
        let old = try quick.reference(of: "Go")
        try fixture.store(of: TestModule.self).send(.to(1))
        try quick.receiveFrames()
        quick.send(old)
        try quick.receiveFrames()
        #expect(quick.replica.acknowledgements == ["[1,3]"])
        _ = fixture.page.receive("{\"p\":1,\"q\":\(slow.replica.sequence)}", on: slow.connection)
        quick.send(try quick.reference(of: "Go"))
        slow.send(old)
        try slow.receiveFrames()
        #expect(slow.replica.acknowledgements == ["[1,0]"])
        #expect(try fixture.store(of: TestModule.self).text == "0")
    }

    @Test("M15 · a text that is typed over another change is stale, even if the browser typed there before")
    func written()
        throws
    {
        let browser = try fixture.connectBrowser()
        try browser.type("\"mine\"", into: "Search")
        let seen = browser.replica.sequence
        try fixture.store(of: Shop.self).send(.query("theirs"))
        browser.send(try browser.reference(of: "Search"), "\"mine too\"", sequence: seen)
        try browser.receiveFrames()
        #expect(browser.replica.acknowledgements.last == "[2,1]")
    }

    @Test("M15 · in a new session, a browser's numbers start again") func countingAnew() throws {
        let browser = try fixture.connectBrowser()
        let like = try browser.reference(of: "Like 0")
        browser.send(like, number: 5)
        try browser.connect(isNew: true)
        browser.send(like, number: 1)
        try browser.receiveFrames()
        #expect(try fixture.store(of: Shop.self).likes == [1: 2])
    }

    @Test("M15 · navigation from an earlier entry removes the later entries") func goingOn() throws {
        let browser = try fixture.connectBrowser()
        try browser.press("Item 1")
        try browser.press("Basket")
        try browser.go(0, "/")
        try browser.press("Item 2")
        #expect(fixture.page.history.entries.keys.sorted() == [0, 1])
    }
}
