import Testing

@testable import Millrace
@testable import MillraceWeb

/// M15: what a person does with what was drawn, and nothing else, reaches the stores: once.
@MainActor @Suite struct PageReceiveTests {
    let fixture: PageFixture

    init() { fixture = PageFixture() }

    @Test("M15 · a press is folded, what it changed is told, and then that it was taken") func press() throws {
        let browser = try fixture.connectBrowser()
        #expect(try browser.press("Like 0") == "[1,0]")
        #expect(try fixture.store(of: Shop.self).likes == [1: 1])
        #expect(browser.frames == [#"{"q":3,"o":[["x",[0,0,9,0,1,0],"Like 1"]],"k":[[1,0]]}"#])
        try browser.check()
    }

    @Test("M15 · what is sent twice under one number is done once, and answered twice") func replayed() throws {
        let browser = try fixture.connectBrowser()
        let reference = try browser.reference(of: "Like 0")
        for _ in 0..<3 { browser.send(reference, number: 1) }
        try browser.receiveFrames()
        #expect(try fixture.store(of: Shop.self).likes == [1: 1])
        #expect(browser.replica.acknowledgements == ["[1,0]", "[1,0]", "[1,0]"])
    }

    @Test("M15 · what was never drawn is not there", arguments: ["0", "999", "-1", "x", "", "18446744073709551616"])
    func forged(reference: String) throws {
        let browser = try fixture.connectBrowser()
        browser.send(reference)
        try browser.receiveFrames()
        #expect(browser.replica.acknowledgements == ["[1,3]"])
        #expect(fixture.faults.isEmpty)
    }

    @Test("M15 · a value that the control could not send is refused", arguments: ["\"a\"", "true", "{\"a\":[\"b\"]}"])
    func unfit(value: String) throws {
        let browser = try fixture.connectBrowser()
        #expect(try browser.type(value, into: "Add") == #"[1,2,"This value is not valid here. Reload the page and try again."]"#)
        #expect(try fixture.store(of: Shop.self).items.count == 3)
    }

    @Test(
        "M15 · a frame that is none ends the connection with a message", arguments: ["", "{", "[]", "{}", "{\"n\":1}"])
    func malformed(frame: String) throws {
        let browser = try fixture.connectBrowser()
        #expect(fixture.page.receive(frame, on: browser.connection) == "The browser sent an invalid message. Reload the page.")
    }

    @Test("M15 · who was quicker than the drawing means what was seen") func late() throws {
        let browser = try fixture.connectBrowser()
        let (like, seen) = (try browser.reference(of: "Like 0"), browser.replica.sequence)
        // The row goes elsewhere, and the button of the first is another's.
        try fixture.store(of: Shop.self).send(.reverse)
        browser.send(like, sequence: seen)
        try browser.receiveFrames()
        #expect(try fixture.store(of: Shop.self).likes == [1: 1])
    }

    @Test("M15 · what went is refused to whoever has seen it go, and is no fault") func gone() throws {
        let browser = try fixture.connectBrowser()
        try browser.press("Item 1")
        let hold = try browser.reference(of: "Hold")
        try browser.press("Back")
        browser.send(hold)
        try browser.receiveFrames()
        #expect(browser.replica.acknowledgements.last == "[3,3]")
        // Also to who has not: its scene is not there.
        browser.send(hold, sequence: 3)
        try browser.receiveFrames()
        #expect(browser.replica.acknowledgements.last == "[4,3]")
        #expect(fixture.faults.isEmpty)
    }

    @Test("M15 · a text that is typed is not sent back, what the state makes of it is") func typing() throws {
        let browser = try fixture.connectBrowser()
        try browser.type("\"book\"", into: "Search")
        #expect(browser.frames.joined().contains("\"v\"") == false)
        try browser.type("\"a book of more than twenty\"", into: "Search")
        #expect(browser.frames.joined().contains(#"["v",[0,0,2],"a book of more than "]"#))
        try browser.type("\"a book of more than twenty\"", into: "Search")
        #expect(browser.frames.joined().contains(#"["v",[0,0,2],"a book of more than "]"#))
    }

    @Test("M15 · a text that was typed over an older one is not taken") func stale() throws {
        let browser = try fixture.connectBrowser()
        let seen = browser.replica.sequence
        try fixture.store(of: Shop.self).send(.query("elsewhere"))
        browser.send(try browser.reference(of: "Search"), "\"mine\"", sequence: seen)
        try browser.receiveFrames()
        #expect(browser.replica.acknowledgements == ["[1,1]"])
        #expect(try fixture.store(of: Shop.self).query == "elsewhere")
        #expect(try browser.type("\"mine elsewhere\"", into: "Search") == "[2,0]")
    }

    @Test("M15 · in a shared page each is told what the other types, and goes on typing") func shared() throws {
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

    @Test("M15 · a form is decoded into its type; what does not decode is refused by its field") func form() throws {
        let browser = try fixture.connectBrowser()
        let form = try browser.reference(of: "post")
        browser.send(form, #"{"name":["Ann"],"count":["two"]}"#)
        browser.send(form, #"{"name":["Ann"],"count":[" 2 "],"isGift":["true"]}"#)
        try browser.receiveFrames()
        #expect(
            browser.replica.acknowledgements == [
                #"[1,2,{"count":"“two” is not valid for “count”. Expected a whole number."}]"#, "[2,0]",
            ])
        #expect(try fixture.store(of: Shop.self).order == Shop.Order(name: "Ann", count: 2, isGift: true))
    }

    @Test("M15 · a number out of its range, and a choice that was not drawn, are refused") func values() throws {
        let browser = try fixture.connectBrowser()
        try browser.press("Basket")
        #expect(try browser.type("\"12\"", into: "Count") == #"[2,2,"12 is not between 1 and 9."]"#)
        #expect(try browser.type("\"5\"", into: "Size") == #"[3,2,"This value is not valid here. Reload the page and try again."]"#)
        #expect(try browser.type("\"1\"", into: "Size") == "[4,0]")
        #expect(try fixture.store(of: Basket.self).count == 2)
    }

    @Test("M15 · references that went are forgotten when every browser has seen them go") func forgetting() throws {
        let browser = try fixture.connectBrowser()
        for _ in 0..<100 {
            try browser.press("Item 1")
            try browser.press("Back")
        }
        #expect(fixture.page.references.count < 40)
    }
}
