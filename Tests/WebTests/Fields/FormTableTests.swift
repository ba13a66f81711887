import Millrace
import Testing

@testable import MillraceWeb
@testable import WebTestSupport

/// The fields that a view renders give the rules. The table runs here for the server, and in `FormTableBrowserTests`
/// in a browser without the script.
@MainActor @Suite struct FormTableTests {
    @Test("Fields · the server accepts what a field accepts, and nothing else", arguments: FormField.allCases)
    func server(field: FormField) throws {
        for cell in field.cells {
            let fixture = PageFixture(root: FormOfOneField(field: field))
            let form = try fixture.connectBrowser().reference(of: "post")
            let fields = [("r", form)] + cell.values.map { ("value", $0.replacing("\n", with: "\r\n")) }
            let content = fixture.page.submit(fields, number: fixture.page.content().sequence)
            #expect((content.message == nil) == cell.isValid, "\(cell): \(content.message ?? "accepted")")
            #expect(try fixture.store(of: FormOfOneField.self).count == (cell.isValid ? 1 : 0), "\(cell)")
        }
    }

    @Test("Fields · the script's form has the same outcome and the same value", arguments: FormField.allCases)
    func script(field: FormField) throws {
        for cell in field.cells {
            let (own, other) = (field.outcome(of: cell.values), field.outcome(of: cell.values, isPlain: true))
            #expect((own != nil) == cell.isValid && own == other, "\(cell): \(own ?? "refused"), \(other ?? "refused")")
            if let sent = cell.sent { #expect(field.outcome(of: sent) != nil, "\(cell)") }
        }
    }

    @Test(
        "Fields · a client cannot send what the form does not offer",
        arguments: [
            (FormField.choice, ["c"]), (.choice, ["a", "b"]), (.radio, ["c"]), (.radio, ["a", "b"]), (.box, ["false"]),
            (.box, ["true", "true"]), (.boxes, ["c"]), (.boxes, ["a", "a"]), (.text, ["a", "b"]),
            (.number, ["1", "2"]),
        ] as [(FormField, [String])])
    func forged(field: FormField, values: [String]) { #expect(field.outcome(of: values) == nil) }

    @Test("Fields · a client cannot add a field, or change one that is disabled") func added() throws {
        let outcome = { (fields: [String: [String]]) in
            try? HTML<[String: String]> {
                form(decode: [String: String].self, send: { $0 }) {
                    input("own")
                    input("disabled").required().disabled()
                    fieldset { input("inner").required() }.disabled()
                }.id("form")
            }.render().element(id: "form").submit(fields)
        }
        #expect(outcome(["own": ["a"]]) == ["own": "a"])
        #expect(outcome(["own": ["a"], "role": ["admin"]]) == nil)
        #expect(outcome(["own": ["a"], "disabled": ["b"]]) == nil)
        #expect(outcome(["own": ["a"], "inner": ["b"]]) == nil)
    }
}
