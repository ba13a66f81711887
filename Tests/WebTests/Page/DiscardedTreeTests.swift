import Testing

@testable import Millrace
@testable import MillraceWeb
@testable import WebTestSupport

/// A long page is discarded while no browser is connected, and drawn again when one connects.
@MainActor @Suite struct DiscardedTreeTests {
    let fixture = PageFixture(root: Ledger())

    /// Returns a browser that has loaded the document of a page whose tree is discarded.
    private func loadDiscarded() throws -> PageFixture.TestBrowser {
        let browser = try fixture.connectBrowser()
        browser.disconnect()
        _ = fixture.page.content()
        try browser.connect()
        let memory = fixture.page.memory
        browser.disconnect()
        #expect(fixture.page.drawn.children.isEmpty && fixture.page.memory < memory / 2)
        return browser
    }

    @Test("Pages · a browser that shows the discarded page receives nothing") func same() throws {
        let browser = try loadDiscarded()
        try browser.connect()
        #expect(browser.frames.joined().contains("full") == false && browser.frames.joined().contains("\"o\"") == false)
        try browser.check()
        #expect(try browser.press("Remove 7") == "[1,0]")
        #expect(try fixture.store(of: Ledger.self).entries.count == 999)
        try browser.check()
    }

    @Test("Pages · a browser receives the whole page if it has changed, and controls keep their references")
    func changed() throws {
        let browser = try loadDiscarded()
        let (note, last) = (try browser.reference(of: "Note"), try browser.reference(of: "Remove 999"))
        let removed = try browser.reference(of: "Remove 7")
        let shown = browser.replica.sequence
        try fixture.store(of: Ledger.self).send(.remove(7))
        // The user pressed the button before the page had changed.
        #expect(fixture.page.submit([("r", removed)], number: shown).message == nil)
        try browser.connect()
        #expect(browser.frames.joined().contains("full"))
        try browser.check()
        #expect(try browser.reference(of: "Note") == note && browser.reference(of: "Remove 999") == last)
    }

    @Test("Pages · a field that was changed while the page was discarded rejects the old text") func stale() throws {
        let browser = try loadDiscarded()
        let (note, shown) = (try browser.reference(of: "Note"), browser.replica.sequence)
        try fixture.store(of: Ledger.self).send(.note("theirs"))
        let content = fixture.page.submit([("f\(note)", "mine"), ("r", "")], number: shown)
        #expect(content.message?.hasPrefix("The text was changed elsewhere") == true)
        #expect(try fixture.store(of: Ledger.self).note == "theirs")
    }

    @Test("Pages · a form without JavaScript reaches the controls of a discarded page") func form() throws {
        let browser = try loadDiscarded()
        let (note, remove) = (try browser.reference(of: "Note"), try browser.reference(of: "Remove 3"))
        let content = fixture.page.submit([("f\(note)", "mine"), ("r", remove)], number: browser.replica.sequence)
        #expect(content.message == nil && !content.html.contains("Entry 3<"))
        #expect(try fixture.store(of: Ledger.self).note == "mine")
    }

    @Test("Pages · a large page remains large while its tree is discarded, because drawing it again is large work")
    func load() throws {
        let large = PageFixture(root: Ledger(count: 2_000))
        _ = large.page.content()
        large.page.discardTree()
        #expect(large.page.drawn.children.isEmpty && large.page.load.isLarge)
        #expect(large.page.load.memory < Page.largeMemory)
        for number in 0..<1_990 { try large.store(of: Ledger.self).send(.remove(number)) }
        for _ in 0...Page.changesAfterLarge { _ = large.page.content() }
        #expect(!large.page.load.isLarge)
    }

    @Test("Pages · a short page and a connected page stay") func kept() throws {
        let short = PageFixture(root: Ledger(count: 3))
        _ = short.page.content()
        short.page.discardTree()
        #expect(!short.page.drawn.children.isEmpty)
        let browser = try fixture.connectBrowser()
        fixture.page.discardTree()
        try browser.check()
        #expect(!fixture.page.drawn.children.isEmpty)
    }

    @Test("Pages · a discarded tree is compared by its bytes, because normalizing long texts takes seconds")
    func bytes() {
        let texts = ["\u{e9}", "e\u{301}"]
        let fields = texts.map { HTMLElement(.textarea, [HTMLAttribute("value", $0)]) }
        let elements = texts.map { HTMLElement(.p, [], [HTMLNode(.text($0))]) }
        #expect(texts[0] == texts[1])
        #expect(fields[0].valueHash != fields[1].valueHash && fields[0].contentHash != fields[1].contentHash)
        #expect(elements[0].contentHash != elements[1].contentHash)
        #expect(HTMLElement(.textarea, [HTMLAttribute("value", texts[0])]).valueHash == fields[0].valueHash)
    }
}
