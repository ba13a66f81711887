import MillraceModules
import Testing

@testable import Millrace
@testable import MillraceWeb
@testable import WebTestSupport

/// A page performs only the input of scenes that a person can use, and its number of scenes is limited.
@MainActor @Suite struct CoveredSceneTests {
    @Test("Pages · presses and forms behind a sheet are unavailable, until the sheet is closed") func covered()
        throws
    {
        let fixture = PageFixture()
        let browser = try fixture.connectBrowser()
        let (like, up, form) = (
            try browser.reference(of: "Like 0"), try browser.reference(of: "Up 0"), try browser.reference(of: "post")
        )
        try browser.press("Basket")
        for reference in [like, up] { browser.send(reference) }
        browser.send(form, #"{"name":["a"],"count":["2"]}"#)
        try browser.receiveFrames()
        #expect(browser.replica.acknowledgements.suffix(3) == ["[2,3]", "[3,3]", "[4,3]"])
        #expect(try fixture.store(of: Shop.self).likes.isEmpty && fixture.store(of: Shop.self).order == nil)
        #expect(try fixture.store(of: Panel.self).count == 0)
        // The sheet itself is used.
        #expect(try browser.type("\"3\"", into: "Count") == "[5,0]")
        try browser.press("Done")
        browser.send(like)
        try browser.receiveFrames()
        #expect(try fixture.store(of: Shop.self).likes == [1: 1])
        #expect(fixture.faults.isEmpty)
    }

    @Test("Pages · a press that was sent before the sheet was shown is performed, and so is a text") func inFlight()
        throws
    {
        let fixture = PageFixture()
        let browser = try fixture.connectBrowser()
        let (like, seen) = (try browser.reference(of: "Like 0"), browser.replica.sequence)
        try browser.press("Basket")
        browser.send(like, sequence: seen)
        try browser.receiveFrames()
        #expect(try fixture.store(of: Shop.self).likes == [1: 1])
        #expect(try browser.type("\"tea\"", into: "search") == "[3,0]")
        #expect(try fixture.store(of: Shop.self).query == "tea")
    }

    @Test("Pages · a sheet that another one covers cannot be closed by its own button") func twoSheets() throws {
        let fixture = PageFixture()
        let browser = try fixture.connectBrowser()
        try browser.press("Basket")
        let done = try browser.reference(of: "Done")
        fixture.navigator?.present(Item(), with: 1)
        try browser.receiveFrames()
        browser.send(done)
        try browser.receiveFrames()
        #expect(browser.replica.acknowledgements.last == "[2,3]")
        try browser.press("Close")
        #expect(try browser.press("Done") == "[4,0]")
        #expect(try fixture.navigator?.tree.scenes.count == 2 && fixture.store(of: Shop.self).likes.isEmpty)
    }

    @Test("Pages · a page with too many scenes accepts only input that closes some") func tooMany() throws {
        let fixture = PageLimits.$current.withValue(PageLimits(scenes: 4)) { PageFixture() }
        let browser = try fixture.connectBrowser()
        // The shop and its panel are two scenes.
        let basket = try browser.reference(of: "Basket")
        let seen = browser.replica.sequence
        for _ in 0..<100 { browser.send(basket, sequence: seen) }
        try browser.receiveFrames()
        #expect(fixture.navigator?.tree.scenes.count == 4)
        let message = "Too many screens are open. At most 4 are possible. Close some of them."
        #expect(browser.replica.acknowledgements.suffix(98).allSatisfy { $0.hasSuffix(",2,\"\(message)\"]") })
        #expect(fixture.faults.count == 1 && fixture.faults[0].problem.hasPrefix("A page has 4 scenes"))
        let content = fixture.page.content()
        let form = fixture.page.submit([("r", basket)], number: seen)
        #expect(form.message == message && content.sequence < form.sequence)
        // The button of the topmost sheet is the last one.
        let done = try #require(content.html.matches(of: /value="([0-9]+)"[^>]*>Done</).last?.1)
        _ = fixture.page.submit([("r", String(done))], number: form.sequence)
        #expect(fixture.navigator?.tree.scenes.count == 3)
        try browser.receiveFrames()
        #expect(try browser.type("\"3\"", into: "Count").hasSuffix(",0]"))
    }
}
