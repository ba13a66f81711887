import Testing

@testable import Millrace
@testable import MillraceWeb

/// M15: what a person does with what was drawn, and nothing else, reaches the stores: once.
@MainActor @Suite struct PageSendingTests {
    let bench: Bench

    init() { bench = Bench() }

    @Test("M15 · a press is folded, what it changed is told, and then that it was taken") func press() throws {
        let visit = try bench.visit()
        #expect(try visit.press("Like 0") == "[1,0]")
        #expect(try bench.store(of: Shop.self).likes == [1: 1])
        #expect(visit.frames == [#"{"q":3,"o":[["x",[0,0,9,0,1,0],"Like 1"]],"k":[[1,0]]}"#])
        try visit.check()
    }

    @Test("M15 · what is sent twice under one number is done once, and answered twice") func replayed() throws {
        let visit = try bench.visit()
        let reference = try visit.reference(of: "Like 0")
        for _ in 0..<3 { visit.send(reference, number: 1) }
        try visit.settle()
        #expect(try bench.store(of: Shop.self).likes == [1: 1])
        #expect(visit.replica.acknowledgements == ["[1,0]", "[1,0]", "[1,0]"])
    }

    @Test("M15 · what was never drawn is not there", arguments: ["0", "999", "-1", "x", "", "18446744073709551616"])
    func forged(reference: String) throws {
        let visit = try bench.visit()
        visit.send(reference)
        try visit.settle()
        #expect(visit.replica.acknowledgements == ["[1,3]"])
        #expect(bench.faults.isEmpty)
    }

    @Test("M15 · a value that the control could not send is refused", arguments: ["\"a\"", "true", "{\"a\":[\"b\"]}"])
    func unfit(value: String) throws {
        let visit = try bench.visit()
        #expect(try visit.type(value, into: "Add") == #"[1,2,"What was sent does not fit what was shown."]"#)
        #expect(try bench.store(of: Shop.self).items.count == 3)
    }

    @Test(
        "M15 · a frame that is none ends the connection with a sentence", arguments: ["", "{", "[]", "{}", "{\"n\":1}"])
    func malformed(frame: String) throws {
        let visit = try bench.visit()
        #expect(bench.page.receive(frame, on: visit.connection) == "The message was not understood.")
    }

    @Test("M15 · who was quicker than the drawing means what was seen") func late() throws {
        let visit = try bench.visit()
        let (like, seen) = (try visit.reference(of: "Like 0"), visit.replica.sequence)
        // The row goes elsewhere, and the button of the first is another's.
        try bench.store(of: Shop.self).send(.reverse)
        visit.send(like, shown: seen)
        try visit.settle()
        #expect(try bench.store(of: Shop.self).likes == [1: 1])
    }

    @Test("M15 · what went is refused to whoever has seen it go, and is no fault") func gone() throws {
        let visit = try bench.visit()
        try visit.press("Item 1")
        let hold = try visit.reference(of: "Hold")
        try visit.press("Back")
        visit.send(hold)
        try visit.settle()
        #expect(visit.replica.acknowledgements.last == "[3,3]")
        // Also to who has not: its scene is not there.
        visit.send(hold, shown: 3)
        try visit.settle()
        #expect(visit.replica.acknowledgements.last == "[4,3]")
        #expect(bench.faults.isEmpty)
    }

    @Test("M15 · a text that is typed is not sent back, what the state makes of it is") func typing() throws {
        let visit = try bench.visit()
        try visit.type("\"book\"", into: "Search")
        #expect(visit.frames.joined().contains("\"v\"") == false)
        try visit.type("\"a book of more than twenty\"", into: "Search")
        #expect(visit.frames.joined().contains(#"["v",[0,0,2],"a book of more than "]"#))
        try visit.type("\"a book of more than twenty\"", into: "Search")
        #expect(visit.frames.joined().contains(#"["v",[0,0,2],"a book of more than "]"#))
    }

    @Test("M15 · a text that was typed over an older one is not taken") func stale() throws {
        let visit = try bench.visit()
        let seen = visit.replica.sequence
        try bench.store(of: Shop.self).send(.query("elsewhere"))
        visit.send(try visit.reference(of: "Search"), "\"mine\"", shown: seen)
        try visit.settle()
        #expect(visit.replica.acknowledgements == ["[1,1]"])
        #expect(try bench.store(of: Shop.self).query == "elsewhere")
        #expect(try visit.type("\"mine elsewhere\"", into: "Search") == "[2,0]")
    }

    @Test("M15 · in a shared page each is told what the other types, and goes on typing") func shared() throws {
        let bench = Bench(isShared: true)
        let (one, other) = (try bench.visit("a"), try bench.visit("b"))
        let (field, seen) = (try one.reference(of: "Search"), one.replica.sequence)
        one.send(field, "\"b\"")
        one.send(field, "\"bo\"", shown: seen)
        try other.settle()
        #expect(other.replica.outline.contains("value=bo"))
        other.send(field, "\"late\"", shown: seen)
        try other.settle()
        #expect(other.replica.acknowledgements == ["[1,1]"])
        try one.settle()
        #expect(one.replica.acknowledgements == ["[1,0]", "[2,0]"])
        #expect(try bench.store(of: Shop.self).query == "bo")
    }

    @Test("M15 · a form is decoded into its type; what does not decode is refused by its field") func form() throws {
        let visit = try bench.visit()
        let form = try visit.reference(of: "post")
        visit.send(form, #"{"name":["Ann"],"count":["two"]}"#)
        visit.send(form, #"{"name":["Ann"],"count":[" 2 "],"isGift":["true"]}"#)
        try visit.settle()
        #expect(
            visit.replica.acknowledgements == [
                #"[1,2,{"count":"“two” does not fit “count”: it should be a whole number."}]"#, "[2,0]",
            ])
        #expect(try bench.store(of: Shop.self).order == Shop.Order(name: "Ann", count: 2, isGift: true))
    }

    @Test("M15 · a number out of its range, and a choice that was not drawn, are refused") func values() throws {
        let visit = try bench.visit()
        try visit.press("Basket")
        #expect(try visit.type("\"12\"", into: "Count") == #"[2,2,"12 is not from 1 to 9."]"#)
        #expect(try visit.type("\"5\"", into: "Size") == #"[3,2,"What was sent does not fit what was shown."]"#)
        #expect(try visit.type("\"1\"", into: "Size") == "[4,0]")
        #expect(try bench.store(of: Basket.self).count == 2)
    }

    @Test("M15 · references that went are forgotten when every browser has seen them go") func forgetting() throws {
        let visit = try bench.visit()
        for _ in 0..<100 {
            try visit.press("Item 1")
            try visit.press("Back")
        }
        #expect(bench.page.references.count < 40)
    }
}
