#if Hummingbird || App
    import Millrace
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    extension BrowserTests {
        /// The table of `FormField` in a browser without the script, which sends a plain form.
        @MainActor @Suite("Pages in a browser · the rules of fields without the script") struct FormTableBrowserTests {
            @Test(
                "Pages in a browser · a browser sends what the server accepts, and nothing else",
                arguments: FormField.allCases)
            func table(field: FormField) async throws {
                try await LivePageFixture.run(FormOfOneField(field: field)) { fixture in
                    let tab = try await fixture.openTabWithoutScript()
                    for cell in field.cells { try await check(cell, fixture, tab) }
                }
            }

            private func check(_ cell: FormCell, _ fixture: LivePageFixture, _ tab: Tab) async throws {
                try await tab.open(fixture.site)
                if !cell.isUntouched { try await tab.enter(cell) }
                let isValid = try await tab.run("return document.querySelector('#form').checkValidity()") == true
                #expect(isValid == (cell.isValid || cell.sent != nil || cell.isSentAnyway), "\(cell)")
                try await tab.run("document.querySelector('#save').click()")
                if isValid {
                    try await tab.until(
                        "document.querySelector('output').textContent || !document.querySelector('#m-status').hidden")
                }
                let shown = try await tab.run("return document.querySelector('output').textContent").text ?? ""
                let outcome = shown.isEmpty ? nil : shown
                let expected = cell.sent ?? (cell.isValid ? cell.values : nil)
                #expect(
                    outcome == expected.flatMap { cell.field.outcome(of: $0) },
                    "\(cell): browser \(isValid ? "sends" : "refuses")")
                #expect(try fixture.store(of: FormOfOneField.self).count == (outcome == nil ? 0 : 1), "\(cell)")
            }
        }
    }

    extension Tab {
        /// Enters the input of a cell as a person does, as far as the field permits it.
        fileprivate func enter(_ cell: FormCell) async throws {
            switch cell.field {
            case .choice, .color:
                try await run("document.querySelector('#field').value = arguments[0]", .string(cell.values[0]))
            case .radio, .box, .boxes:
                try await run(
                    "document.querySelectorAll('#form input').forEach((e) => (e.checked = arguments[0].includes(e.value)))",
                    .array(cell.values.map { .string($0) }))
            case .fixed, .hidden: break
            default:
                try await run("const it = document.querySelector('#field'); it.focus(); it.select?.()")
                if let keys = cell.keys { return keys.isEmpty ? () : try await press(keys) }
                if cell.values[0].isEmpty { return try await press(Key.backspace) }
                try await runDevToolsCommand("Input.insertText", ["text": .string(cell.values[0])])
            }
        }
    }
#endif
