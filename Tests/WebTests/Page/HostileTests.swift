import Testing

@testable import Millrace
@testable import MillraceWeb

/// M15: whatever a browser says within its session, nothing breaks, and nothing grows.
@MainActor @Suite struct HostileTests {
    let bench: Bench

    init() { bench = Bench() }

    private func say(_ frame: String, _ browser: Bench.TestBrowser) -> String? {
        bench.page.receive(frame, on: browser.connection)
    }

    @Test(
        "M15 · numbers of any size are taken as they are",
        arguments: ["0", "-1", "9223372036854775807", "-9223372036854775808"],
        ["0", "-1", "9223372036854775807", "-9223372036854775808"])
    func numbers(number: String, shown: String) throws {
        let browser = try bench.connectBrowser()
        let like = try browser.reference(of: "Like 0")
        for rest in [#""r":"\#(like)""#, #""r":"\#(like)","v":"x""#, #""go":\#(number),"a":"/""#, #""p":1"#] {
            #expect(say(#"{"n":\#(number),"q":\#(shown),\#(rest)}"#, browser) == nil)
        }
        try browser.check()
        #expect(try bench.connectBrowser("other").press("Add") == "[1,0]")
        #expect(bench.faults.isEmpty)
    }

    @Test(
        "M15 · what is no frame is said to be none",
        arguments: [
            "[1]", "1", "null", #"{"n":"1","q":1}"#, #"{"n":1,"q":1,"r":1}"#, #"{"n":1,"q":99999999999999999999}"#,
            #"{"n":1,"q":1,"r":"1","v":1}"#, #"{"n":1,"q":1,"r":"1","v":{"a":"b"}}"#, #"{"n":1,"q":1,"go":1e99}"#,
            #"{"n":1,"q":1,"r":"1","v":"# + String(repeating: "[", count: 100_000),
            String(repeating: #"{"n":"#, count: 100_000), "\\", "\\u", "\\ud800",
        ])
    func noFrame(frame: String) throws {
        let browser = try bench.connectBrowser()
        #expect(say(frame, browser) == "The message was not understood.")
    }

    @Test(
        "M15 · half a character in a text, as a field may hold it, is taken",
        arguments: [
            (#"a\ud83d"#, "a\u{FFFD}"), (#"\ude00\ud83d\ude00"#, "\u{FFFD}😀"),
            (#"\\ud83d\ud83d\n"#, "\\ud83d\u{FFFD}\n"),
            (#"\uD83Dx\u0041"#, "\u{FFFD}xA"),
        ])
    func halves(text: String, meant: String) throws {
        let browser = try bench.connectBrowser()
        #expect(try browser.type("\"\(text)\"", into: "Search") == "[1,0]")
        #expect(try bench.store(of: Shop.self).query == meant)
    }

    @Test("M15 · what is said of a text is short, however long that is") func longTexts() throws {
        let browser = try bench.connectBrowser()
        try browser.press("Basket")
        let long = "1" + String(repeating: "\u{301}", count: 100_000)
        #expect(try browser.type("\"\(long)\"", into: "Count").utf8.count < 2_000)
        let form = try browser.reference(of: "post")
        browser.send(form, #"{"name":["a"],"count":["\#(long)"]}"#)
        browser.send(form, "{\((0..<10_000).map { "\"\($0)\":[]" }.joined(separator: ","))}")
        try browser.settle()
        #expect(browser.replica.acknowledgements.suffix(2).allSatisfy { $0.contains(",2,") && $0.utf8.count < 2_000 })
    }

    @Test("M15 · wherever a browser says it went, no more is remembered of it than a browser does") func goes() throws {
        let browser = try bench.connectBrowser()
        var random = Seeded(state: 1)
        let addresses = (0..<600).map { "/items/\($0)" } + ["/", "/basket", "/about", "//", "/..", "/%2F", "/%zz", "x"]
        for _ in 0..<2_000 {
            let entry = [-1, 0, 1, Int.random(in: -300...300, using: &random), .max, .min].randomElement(using: &random)
            try browser.go(entry ?? 0, addresses.randomElement(using: &random) ?? "/")
            if random.one(in: 20) { try browser.press("Basket") }
        }
        try browser.check()
        #expect(bench.page.location.entries.count <= Location.mostEntries)
        #expect(bench.page.location.entries[bench.page.location.index]?.address == bench.page.address)
        #expect(bench.faults.isEmpty)
    }

    @Test("M15 · of pages one upon the other the last are remembered") func deep() throws {
        let browser = try bench.connectBrowser()
        for number in 0..<(Location.mostEntries + 50) {
            try bench.store(of: Shop.self).send(.open(number))
            try browser.settle()
        }
        #expect(bench.page.location.entries.count == Location.mostEntries)
        let (index, address) = (bench.page.location.index, bench.page.address)
        try browser.go(index - 1, try #require(bench.page.location.entries[index - 1]?.address))
        #expect(bench.page.location.index == index - 1)
        try browser.go(index, address)
        #expect(bench.page.address == address)
    }

    @Test(
        "M15 · an address of 100 KB, or of odd parts, is not found, and leaves no trace",
        arguments: [
            "/" + String(repeating: "a/", count: 50_000), "/%2F", "/../..", "/.", "/items/%31%00", "/items/1%2F2",
            "/\u{0}",
            "/items/" + String(repeating: "9", count: 100_000), "/items/-9223372036854775809",
        ])
    func oddAddress(address: String) throws {
        #expect(!bench.page.open(address).isFound)
        #expect(try bench.connectBrowser().press("Add") == "[1,0]")
    }

    @Test("M15 · hello again and again is answered once") func hellos() throws {
        let browser = try bench.connectBrowser()
        for _ in 0..<300 { _ = say(#"{"h":1,"s":"x","c":"b","q":-1,"a":"/"}"#, browser) }
        try browser.settle()
        #expect(browser.frames.count == 1)
        try browser.check()
    }

    @Test("M15 · of thousands of loads the last are remembered, and what they sent is done once") func clients() throws
    {
        let last = try bench.connectBrowser("last")
        let like = try last.reference(of: "Like 0")
        last.send(like, number: 1)
        for number in 0..<(Page.mostClients * 3) {
            if number == Page.mostClients * 2 { try last.connect() }
            let browser = Bench.TestBrowser(bench, "\(number)", shown: 1)
            try browser.connect(shown: -1)
            browser.lose()
        }
        last.lose()
        #expect(bench.page.clients.count <= Page.mostClients + 1)
        for number in 0..<(Page.mostClients - 2) {
            let browser = Bench.TestBrowser(bench, "again \(number)", shown: 1)
            try browser.connect(shown: -1)
            browser.lose()
        }
        try last.connect()
        last.send(like, number: 1)
        try last.settle()
        #expect(try bench.store(of: Shop.self).likes == [1: 1])
    }

    @Test("M15 · two connections under one name: the first ends, and nothing is done twice") func sameName() throws {
        let (one, other) = (try bench.connectBrowser("a"), try bench.connectBrowser("a"))
        let like = try other.reference(of: "Like 0")
        one.send(like)
        other.send(like)
        try other.settle()
        #expect(bench.page.browsers.count == 1)
        #expect(try bench.store(of: Shop.self).likes == [1: 1])
    }

    @Test("M15 · without a browser that says what it shows, what went is forgotten too") func unseen() throws {
        let bench = Bench(root: Odd { state in HTML { button("Go", send: .to(state.number)) } })
        for number in 1...(References.mostRetired + 200) {
            try bench.store(of: Odd.self).send(.to(number))
            _ = bench.page.content()
        }
        #expect(bench.page.references.count <= References.mostRetired + 2)
    }

    @Test("M15 · a browser that is behind is told what became of its press when it has been told what that changed")
    func behind() throws {
        let (fast, slow) = (try bench.connectBrowser("fast"), try bench.connectBrowser("slow"))
        func change() throws {
            try bench.store(of: Shop.self).send(.reverse)
            try fast.settle()
        }
        for _ in 0..<5 { try change() }
        slow.send(try slow.reference(of: "Add"))
        let browser = try #require(bench.page.browsers[slow.connection])
        for _ in 0..<20 where slow.replica.acknowledgements.isEmpty {
            try change()
            try slow.replica.take(try #require(bench.page.frame(for: browser)))
        }
        #expect(slow.replica.acknowledgements == ["[1,0]"])
        #expect(slow.replica.outline.contains("Item 4"))
    }

    @Test("M15 · a browser catches up while things change") func catchingUp() throws {
        let (fast, slow) = (try bench.connectBrowser("fast"), try bench.connectBrowser("slow"))
        for _ in 0..<5 {
            try bench.store(of: Shop.self).send(.reverse)
            try fast.settle()
        }
        let browser = try #require(bench.page.browsers[slow.connection])
        for _ in 0..<7 {
            try bench.store(of: Shop.self).send(.like(1))
            try slow.replica.take(try #require(bench.page.frame(for: browser)))
        }
        #expect(slow.replica.sequence == bench.page.sequence)
    }

    @Test("M15 · when the engine is shut down a browser is told so, and then nothing any more") func shutdown()
        async throws
    {
        let browser = try bench.connectBrowser()
        bench.engine.shutdown()
        let last = try #require(await bench.page.next(on: browser.connection))
        try browser.replica.take(last)
        #expect(browser.replica.outline == "")
        #expect(await bench.page.next(on: browser.connection) == nil)
    }

    @Test("M15 · a button that means something else is taken of who has not seen that, and of nobody who has")
    func changedMeaning() throws {
        let bench = Bench(root: Odd { state in HTML { button("Go", send: .text("\(state.number)")) } })
        let (quick, slow) = (try bench.connectBrowser("quick"), try bench.connectBrowser("slow"))
        let old = try quick.reference(of: "Go")
        try bench.store(of: Odd.self).send(.to(1))
        try quick.settle()
        quick.send(old)
        try quick.settle()
        #expect(quick.replica.acknowledgements == ["[1,3]"])
        _ = bench.page.receive("{\"p\":1,\"q\":\(slow.replica.sequence)}", on: slow.connection)
        quick.send(try quick.reference(of: "Go"))
        slow.send(old)
        try slow.settle()
        #expect(slow.replica.acknowledgements == ["[1,0]"])
        #expect(try bench.store(of: Odd.self).text == "0")
    }

    @Test("M15 · a text typed over one that somebody else wrote is stale, also if one typed there before")
    func written()
        throws
    {
        let browser = try bench.connectBrowser()
        try browser.type("\"mine\"", into: "Search")
        let seen = browser.replica.sequence
        try bench.store(of: Shop.self).send(.query("theirs"))
        browser.send(try browser.reference(of: "Search"), "\"mine too\"", shown: seen)
        try browser.settle()
        #expect(browser.replica.acknowledgements.last == "[2,1]")
    }

    @Test("M15 · in a new session a browser counts anew") func countingAnew() throws {
        let browser = try bench.connectBrowser()
        let like = try browser.reference(of: "Like 0")
        browser.send(like, number: 5)
        try browser.connect(isNew: true)
        browser.send(like, number: 1)
        try browser.settle()
        #expect(try bench.store(of: Shop.self).likes == [1: 2])
    }

    @Test("M15 · who goes on from an earlier entry leaves those that followed it") func goingOn() throws {
        let browser = try bench.connectBrowser()
        try browser.press("Item 1")
        try browser.press("Basket")
        try browser.go(0, "/")
        try browser.press("Item 2")
        #expect(bench.page.location.entries.keys.sorted() == [0, 1])
    }
}
