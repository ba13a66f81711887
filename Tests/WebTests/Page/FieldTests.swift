@testable import MillraceJournal
import Testing

@testable import Millrace
@testable import MillraceWeb
@testable import WebTestSupport

/// Fields, as a browser or an attacker may send their values.
@MainActor @Suite struct FieldTests {
    let fixture = PageFixture(root: Studio())

    private var state: Studio.State {
        get throws { try fixture.store(of: Studio.self).state }
    }

    @Test("Pages · each field decodes its values, and nothing else") func values() throws {
        let browser = try fixture.connectBrowser()
        for (label, value) in [
            ("Share", "\"0.3\""), ("Level", "\"33\""), ("Date", "\"2028-02-29\""), ("Time", "\"18:05\""),
            ("Color", "\"#3366cc\""), ("Size", "\"Small#0\""), ("Tue", "true"), ("Mon", "true"), ("Mon", "false"),
        ] {
            #expect(try browser.type(value, into: label).hasSuffix(",0]"), "\(label)")
        }
        let state = try state
        #expect(state.share == 0.3 && state.level == 33 && state.size == "S" && state.days == ["tue"])
        #expect(state.date?.description == "2028-02-29" && state.time == TimeOfDay(hour: 18, minute: 5))
        #expect(state.color.description == "#3366cc")
        #expect(try browser.type("\"\"", into: "Date").hasSuffix(",0]"))
        #expect(try self.state.date == nil)
        try browser.check()
    }

    @Test(
        "Pages · a value that the field cannot have is rejected",
        arguments: [
            ("Share", "1.5"), ("Share", "inf"), ("Share", "nan"), ("Share", "1,5"), ("Share", ""), ("Share", "0.25"),
            ("Level", "33.5"), ("Level", "101"),
            ("Level", "x"), ("Count", "12"), ("Count", "0.5"), ("Date", "2027-02-29"), ("Date", "2028-2-1"),
            ("Date", "0000-01-01"), ("Date", "2028-13-01"), ("Date", "+028-01-01"), ("Time", "24:00"), ("Time", "1:00"),
            ("Time", "12:60"), ("Color", "red"), ("Color", ""), ("Size", "0"), ("Size", "Small"), ("Size", "M"),
            ("Fixed", "other"),
        ])
    func hostileValues(label: String, value: String) throws {
        let browser = try fixture.connectBrowser()
        #expect(try browser.type("\"\(value)\"", into: label).hasPrefix("[1,2,"))
        // A rejected value does not block the next control.
        #expect(try browser.press("Log") == "[2,0]")
        #expect(try state.log == ["pressed"])
    }

    @Test("Pages · without JavaScript, a rejected value does not block the pressed button") func hostileForm() throws {
        let browser = try fixture.connectBrowser()
        let (count, log) = (try browser.reference(of: "Count"), try browser.reference(of: "Log"))
        let content = fixture.page.submit([("f\(count)", "12"), ("r", log)], number: fixture.page.content().sequence)
        #expect(content.message == "12 is not between 0 and 10.")
        #expect(try state.log == ["pressed"] && state.count == 5)
    }

    @Test("Pages · a required live field rejects an empty text, and no other control") func requiredField() throws {
        let fixture = PageFixture(
            root: TestModule { state in
                HTML {
                    textField("Name", value: state.text, send: TestModule.Action.text).required()
                    button("Go", send: .to(5))
                }
            })
        let browser = try fixture.connectBrowser()
        #expect(try browser.type("\"a\"", into: "Name") == "[1,0]")
        #expect(try browser.type("\"\"", into: "Name") == #"[2,2,"A value is required."]"#)
        #expect(try browser.press("Go") == "[3,0]")
        #expect(try fixture.store(of: TestModule.self).text == "a")
        #expect(try fixture.store(of: TestModule.self).number == 5)
    }

    @Test("Pages · a refused choice is shown as it was") func refusedChoice() throws {
        let browser = try fixture.connectBrowser()
        #expect(try browser.type("\"Huge#0\"", into: "Size") == "[1,0]")
        #expect(browser.replica.operations.last?.description.contains("\"Medium#0\"") == true)
        try browser.check()
    }

    @Test("Pages · the rules of a form's fields hold on the server too") func formRules() throws {
        let browser = try fixture.connectBrowser()
        let form = try browser.reference(of: "post")
        func submit(_ title: String) throws -> String {
            browser.send(
                form,
                "{\"title\":[\"\(title)\"],\"kind\":[\"b\"],\"token\":[\"t1\"],\"due\":[\"\"],\"tags\":[\"red\",\"blue\"]}"
            )
            try browser.receiveFrames()
            return browser.replica.acknowledgements.last ?? ""
        }
        #expect(try submit("") == #"[1,2,{"title":"A value is required."}]"#)
        #expect(try submit("12345678901").contains("at most 10 characters"))
        #expect(try submit("Tea") == "[3,0]")
        #expect(
            try state.draft
                == Studio.Draft(title: "Tea", due: nil, tags: ["red", "blue"], kind: "b", token: "t1"))
    }

    @Test("Pages · without JavaScript, radio buttons share a name, and their value is handled once") func noScript()
        throws
    {
        let content = fixture.page.content()
        let names = content.html.matches(of: /type="radio" value="(\w+#0)" form="m-form" name="(f\d+)"( checked="")?/)
        #expect(names.map { $0.1 } == ["Small#0", "Medium#0", "Huge#0"])
        #expect(names.map { $0.3 != nil } == [false, true, false])
        let name = try #require(names.first?.2)
        #expect(Set(names.map { $0.2 }) == [name])
        let answer = fixture.page.submit([(String(name), "Small#0"), ("r", "")], number: content.sequence)
        #expect(try state.size == "S")
        #expect(answer.html.contains(#"value="Small#0" form="m-form" name="\#(name)" checked=""#))
    }
}
