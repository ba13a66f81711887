import Testing

@testable import Millrace
@testable import MillraceWeb
@testable import WebTestSupport

/// M15: only input to drawn controls reaches the stores, and each input does so once.
@MainActor @Suite struct PageReceiveTests {
    let fixture: PageFixture

    init() { fixture = PageFixture() }

    @Test("M15 · the acknowledgement of a press follows the change that it caused") func press() throws {
        let browser = try fixture.connectBrowser()
        #expect(try browser.press("Like 0") == "[1,0]")
        #expect(try fixture.store(of: Shop.self).likes == [1: 1])
        #expect(browser.frames == [#"{"q":3,"o":[["x",[0,0,9,0,1,0],"Like 1"]],"k":[[1,0]]}"#])
        try browser.check()
    }

    @Test("M15 · a repeated message is handled once and acknowledged each time") func replayed() throws {
        let browser = try fixture.connectBrowser()
        let reference = try browser.reference(of: "Like 0")
        for _ in 0..<3 { browser.send(reference, number: 1) }
        try browser.receiveFrames()
        #expect(try fixture.store(of: Shop.self).likes == [1: 1])
        #expect(browser.replica.acknowledgements == ["[1,0]", "[1,0]", "[1,0]"])
    }

    @Test("M15 · an unknown reference is unavailable", arguments: ["0", "999", "-1", "x", "", "18446744073709551616"])
    func forged(reference: String) throws {
        let browser = try fixture.connectBrowser()
        browser.send(reference)
        try browser.receiveFrames()
        #expect(browser.replica.acknowledgements == ["[1,3]"])
        #expect(fixture.faults.isEmpty)
    }

    @Test("M15 · a value that the control cannot send is rejected", arguments: ["\"a\"", "true", "{\"a\":[\"b\"]}"])
    func unfit(value: String) throws {
        let browser = try fixture.connectBrowser()
        #expect(
            try browser.type(value, into: "Add")
                == #"[1,2,"This value is not valid here. Reload the page and try again."]"#)
        #expect(try fixture.store(of: Shop.self).items.count == 3)
    }

    @Test(
        "M15 · a malformed frame ends the connection with a message", arguments: ["", "{", "[]", "{}", "{\"n\":1}"])
    func malformed(frame: String) throws {
        let browser = try fixture.connectBrowser()
        #expect(
            fixture.page.receive(frame, on: browser.connection)
                == "The browser sent an invalid message. Reload the page.")
    }

    @Test("M15 · a press on an outdated page has the meaning that the user saw") func late() throws {
        let browser = try fixture.connectBrowser()
        let (like, seen) = (try browser.reference(of: "Like 0"), browser.replica.sequence)
        // The row moves, and the first button now belongs to another row.
        try fixture.store(of: Shop.self).send(.reverse)
        browser.send(like, sequence: seen)
        try browser.receiveFrames()
        #expect(try fixture.store(of: Shop.self).likes == [1: 1])
    }

    @Test("M15 · a press on a removed control is unavailable, and is not a fault") func gone() throws {
        let browser = try fixture.connectBrowser()
        try browser.press("Item 1")
        let hold = try browser.reference(of: "Hold")
        try browser.press("Back")
        browser.send(hold)
        try browser.receiveFrames()
        #expect(browser.replica.acknowledgements.last == "[3,3]")
        // The same holds for an older page, because the control's scene no longer exists.
        browser.send(hold, sequence: 3)
        try browser.receiveFrames()
        #expect(browser.replica.acknowledgements.last == "[4,3]")
        #expect(fixture.faults.isEmpty)
    }

    @Test("M15 · typed text is not sent back unless the state differs") func typing() throws {
        let browser = try fixture.connectBrowser()
        try browser.type("\"book\"", into: "Search")
        #expect(browser.frames.joined().contains("\"v\"") == false)
        try browser.type("\"a book of more than twenty\"", into: "Search")
        #expect(browser.frames.joined().contains(#"["v",[0,0,2],"a book of more than "]"#))
        try browser.type("\"a book of more than twenty\"", into: "Search")
        #expect(browser.frames.joined().contains(#"["v",[0,0,2],"a book of more than "]"#))
    }

    @Test("M15 · a text that was typed over an outdated value is stale") func stale() throws {
        let browser = try fixture.connectBrowser()
        let seen = browser.replica.sequence
        try fixture.store(of: Shop.self).send(.query("elsewhere"))
        browser.send(try browser.reference(of: "Search"), "\"mine\"", sequence: seen)
        try browser.receiveFrames()
        #expect(browser.replica.acknowledgements == ["[1,1]"])
        #expect(try fixture.store(of: Shop.self).query == "elsewhere")
        #expect(try browser.type("\"mine elsewhere\"", into: "Search") == "[2,0]")
    }

    @Test("M15 · in a shared page, each browser receives the other's text and can continue typing") func shared() throws
    {
        let fixture = PageFixture(isShared: true)
        let (one, other) = (try fixture.connectBrowser("a"), try fixture.connectBrowser("b"))
        let (field, seen) = (try one.reference(of: "Search"), one.replica.sequence)
        one.send(field, "\"b\"")
        one.send(field, "\"bo\"", sequence: seen)
        try other.receiveFrames()
        #expect(other.replica.outline.contains("value=bo"))
        other.send(field, "\"late\"", sequence: seen)
        try other.receiveFrames()
        #expect(other.replica.acknowledgements == ["[1,1]"])
        try one.receiveFrames()
        #expect(one.replica.acknowledgements == ["[1,0]", "[2,0]"])
        #expect(try fixture.store(of: Shop.self).query == "bo")
    }

    @Test("M15 · a form is decoded into its type, and invalid values are rejected by field") func form() throws {
        let browser = try fixture.connectBrowser()
        let form = try browser.reference(of: "post")
        browser.send(form, #"{"name":["Ann"],"count":["two"]}"#)
        browser.send(form, #"{"name":["Ann"],"count":["2"],"isGift":["true"]}"#)
        try browser.receiveFrames()
        #expect(
            browser.replica.acknowledgements == [
                #"[1,2,{"count":"“two” is not valid for “count”. Expected a whole number."}]"#, "[2,0]",
            ])
        #expect(try fixture.store(of: Shop.self).order == Shop.Order(name: "Ann", count: 2, isGift: true))
    }

    @Test("M15 · a number out of range and an unknown option are rejected") func values() throws {
        let browser = try fixture.connectBrowser()
        try browser.press("Basket")
        #expect(try browser.type("\"12\"", into: "Count") == #"[2,2,"12 is not between 1 and 9."]"#)
        #expect(
            try browser.type("\"5\"", into: "Size")
                == #"[3,2,"This value is not valid here. Reload the page and try again."]"#)
        #expect(try browser.type("\"Two#0\"", into: "Size") == "[4,0]")
        #expect(try fixture.store(of: Basket.self).count == 2)
    }

    @Test("M15 · removed references are deleted when every browser has seen the removal") func forgetting() throws {
        let browser = try fixture.connectBrowser()
        for _ in 0..<100 {
            try browser.press("Item 1")
            try browser.press("Back")
        }
        #expect(fixture.page.references.count < 40)
    }
}
