import Millrace
import Testing

@testable import MillraceWeb
@testable import WebTestSupport

/// Live fields, and a button that must not be used while one is invalid, for the server.
@MainActor @Suite struct LiveFieldTableTests {
    private func state(_ fixture: PageFixture) throws -> FormOfLiveField.State {
        try fixture.store(of: FormOfLiveField.self).state
    }

    @Test(
        "Fields · the server accepts the values of a live field, and refuses the button after others",
        arguments: LiveField.allCases)
    func frames(field: LiveField) throws {
        for cell in field.cells {
            let fixture = PageFixture(root: FormOfLiveField(field: field))
            let browser = try fixture.connectBrowser()
            let (reference, save) = (try browser.reference(of: "Field"), try browser.reference(of: "Save"))
            browser.send(reference, field == .toggle ? cell.value : "\"\(cell.value)\"")
            try browser.receiveFrames()
            #expect(browser.replica.acknowledgements.last == "[1,0]" || !cell.isAccepted, "\(cell)")
            #expect(browser.replica.acknowledgements.last?.hasPrefix("[1,2,") == true || cell.isAccepted, "\(cell)")
            // The button may have been replaced meanwhile. The person pressed the one that was shown.
            browser.send(save, sequence: 1)
            try browser.receiveFrames()
            #expect(try state(fixture).saves == (cell.isSaved ? 1 : 0), "\(cell)")
            #expect(browser.replica.acknowledgements.last?.hasPrefix("[2,2,") == !cell.isSaved, "\(cell)")
        }
    }

    @Test(
        "Fields · without the script, the button has no effect if a field of the same request is invalid",
        arguments: LiveField.allCases)
    func noScript(field: LiveField) throws {
        for cell in field.cells {
            let fixture = PageFixture(root: FormOfLiveField(field: field))
            let browser = try fixture.connectBrowser()
            let (reference, save) = (try browser.reference(of: "Field"), try browser.reference(of: "Save"))
            let fields = cell.value == "false" ? [] : [("f\(reference)", cell.value == "true" ? "on" : cell.value)]
            let content = fixture.page.submit(fields + [("r", save)], number: fixture.page.content().sequence)
            #expect(try state(fixture).saves == (cell.isSaved ? 1 : 0), "\(cell): \(content.message ?? "")")
            #expect((content.message == nil) == cell.isSaved, "\(cell)")
        }
    }

    @Test("Fields · an option that the menu has is accepted", arguments: [LiveField.picker, .radio]) func option(
        field: LiveField
    ) throws {
        let page = FormOfLiveField(field: field).render(.init())
        guard case .option("b") = try page.field("Field").choose("B") else {
            Issue.record("The menu has sent another action.")
            return
        }
        // Nothing is selected yet.
        #expect(throws: RenderedViewError.self) { try page.button("Save").press() }
        var state = FormOfLiveField.State()
        state.option = "b"
        #expect(throws: Never.self) { try FormOfLiveField(field: field).render(state).button("Save").press() }
    }

    @Test("Fields · other controls are used while a field is invalid") func others() throws {
        let fixture = PageFixture(root: FormOfLiveField(field: .whole))
        let browser = try fixture.connectBrowser()
        #expect(try browser.type("\"12\"", into: "Field") == #"[1,2,"12 is not between 1 and 9."]"#)
        #expect(try browser.press("Cancel") == "[2,0]")
        #expect(try browser.press("Outside") == "[3,0]")
        #expect(try browser.press("Save") == #"[4,2,"12 is not between 1 and 9."]"#)
        #expect(try state(fixture).saves == 0 && state(fixture).cancels == 2)
    }

    @Test("Fields · the button can be used when the field has a valid value again") func corrected() throws {
        let fixture = PageFixture(root: FormOfLiveField(field: .whole))
        let browser = try fixture.connectBrowser()
        for value in ["5", "7"] {
            try browser.type("\"12\"", into: "Field")
            #expect(try browser.press("Save").contains(",2,"))
            #expect(try browser.type("\"\(value)\"", into: "Field").hasSuffix(",0]"))
            #expect(try browser.press("Save").hasSuffix(",0]"))
        }
        // The program has replaced the value that was rejected.
        try browser.type("\"12\"", into: "Field")
        try fixture.store(of: FormOfLiveField.self).send(.number(6))
        try browser.receiveFrames()
        #expect(try browser.press("Save").hasSuffix(",0]"))
    }

    @Test("Fields · a rejected value of one browser does not concern the other one") func shared() throws {
        let fixture = PageFixture(root: FormOfLiveField(field: .whole), isShared: true)
        let (one, other) = (try fixture.connectBrowser("a"), try fixture.connectBrowser("b"))
        try one.type("\"12\"", into: "Field")
        #expect(try other.press("Save") == "[1,0]")
        #expect(try one.press("Save").hasPrefix("[2,2,"))
    }

    @Test("Fields · Enter in a field does not send while the field is invalid") func enter() throws {
        let fixture = PageFixture(root: FormOfLiveField(field: .text))
        let browser = try fixture.connectBrowser()
        #expect(try browser.report("typed:Enter", of: "Field") == #"[1,2,"A value is required."]"#)
        try browser.type("\"abc\"", into: "Field")
        #expect(try browser.report("typed:Enter", of: "Field") == "[3,0]")
        #expect(try state(fixture).saves == 1)
    }

    @Test("Fields · a form with an invalid live field in it is not sent") func form() throws {
        let fixture = PageFixture(
            root: TestModule { state in
                HTML {
                    MillraceWeb.form(decode: [String: String].self, send: { .text($0["title"] ?? "") }) {
                        input("title")
                        numberField("Number", value: state.number, in: 0...9, send: TestModule.Action.to)
                        submitButton("Send")
                    }
                }
            })
        let browser = try fixture.connectBrowser()
        let form = try browser.reference(of: "post")
        try browser.type("\"12\"", into: "Number")
        browser.send(form, #"{"title":["a"]}"#)
        try browser.type("\"3\"", into: "Number")
        browser.send(form, #"{"title":["b"]}"#)
        try browser.receiveFrames()
        #expect(browser.replica.acknowledgements.filter { $0.contains(",2,") }.count == 2)
        #expect(try fixture.store(of: TestModule.self).text == "b")
    }

    @Test("Fields · a removed form keeps the rules of its fields") func removed() throws {
        let fixture = PageFixture(
            root: TestModule { state in
                HTML {
                    if state.number == 0 {
                        MillraceWeb.form(decode: [String: String].self, send: { .text($0["title"] ?? "") }) {
                            input("title").required()
                        }
                    }
                }
            })
        let browser = try fixture.connectBrowser()
        let form = try browser.reference(of: "post")
        try fixture.store(of: TestModule.self).send(.to(1))
        fixture.page.draw()
        browser.send(form, #"{"title":[""]}"#)
        browser.send(form, #"{"title":["a"]}"#)
        try browser.receiveFrames()
        #expect(browser.replica.acknowledgements == [#"[1,2,{"title":"A value is required."}]"#, "[2,0]"])
    }
}
