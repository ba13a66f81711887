#if Hummingbird || App
    import Millrace
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    extension BrowserTests {
        /// Buttons that send nothing while a live field is invalid.
        @MainActor @Suite("Pages in a browser · fields that must be valid") struct ValidityTests {
            private func saves(_ fixture: LivePageFixture) throws -> Int {
                try fixture.store(of: FormOfLiveField.self).saves
            }

            @Test(
                "Pages in a browser · a button is refused if the browser or the server finds a field invalid",
                arguments: LiveField.allCases)
            func table(field: LiveField) async throws {
                try await LivePageFixture.run(FormOfLiveField(field: field)) { fixture in
                    let tab = try await fixture.openTab()
                    for cell in field.cells where cell.reason == nil {
                        try await tab.open(fixture.site)
                        try await tab.untilLive()
                        try await tab.enter(cell)
                        let isInvalid =
                            try await tab.run("return document.querySelector('#field').matches(':invalid')") == true
                        #expect(isInvalid == !cell.isSaved, "\(cell)")
                        try await tab.click("#save")
                        let focus = try await tab.run("return document.activeElement.id")
                        #expect((focus == "field") == !cell.isSaved, "\(cell): \(focus)")
                        try await tab.cancel(count: 1)
                        #expect(try saves(fixture) == (cell.isSaved ? 1 : 0), "\(cell)")
                    }
                }
            }

            @Test("Pages in a browser · without the script, the button has no effect, and the page says why")
            func noScript()
                async throws
            {
                try await LivePageFixture.run(FormOfLiveField(field: .whole)) { fixture in
                    let tab = try await fixture.openTabWithoutScript()
                    for (value, count) in [("12", 0), ("7", 1)] {
                        try await tab.open(fixture.site)
                        try await tab.enter(LiveCell(field: .whole, value: value, isAccepted: true, isSaved: true))
                        try await tab.click("#save")
                        try await tab.until(
                            "document.querySelector('#saves').textContent === '1' || !document.querySelector('#m-status').hidden"
                        )
                        #expect(try saves(fixture) == count)
                    }
                }
            }

            @Test(
                "Pages in a browser · the error is shown until the value is valid, and the old value can be entered again"
            )
            func corrected()
                async throws
            {
                try await LivePageFixture.run(FormOfLiveField(field: .whole)) { fixture in
                    let tab = try await fixture.openTab()
                    func enter(_ value: String) async throws {
                        try await tab.enter(LiveCell(field: .whole, value: value, isAccepted: true, isSaved: true))
                    }
                    let look = "const it = document.querySelector('#field'); return [it.ariaInvalid ?? '', it.title]"
                    try await enter("12")
                    try await tab.click("#save")
                    try await tab.until("document.querySelector('#field').title.startsWith('12 ')")
                    #expect(try await tab.run(look) == ["true", "12 is not between 1 and 9."])
                    #expect(try await tab.texts("#m-status") == ["12 is not between 1 and 9."])
                    // The rest of the page can be used.
                    try await tab.cancel(count: 1)
                    #expect(try saves(fixture) == 0)
                    // The state has this value, so that nothing changes in it.
                    try await enter("5")
                    #expect(try await tab.run(look) == ["", ""])
                    try await tab.click("#save")
                    try await tab.until("document.querySelector('#saves').textContent === '1'")
                    #expect(try await tab.run(look) == ["", ""])
                }
            }

            @Test("Pages in a browser · Enter sends nothing while the field is invalid") func enter() async throws {
                try await LivePageFixture.run(FormOfLiveField(field: .text)) { fixture in
                    let tab = try await fixture.openTab()
                    try await tab.run("document.querySelector('#field').focus()")
                    try await tab.press(Key.enter)
                    #expect(try await tab.run("return document.querySelector('#field').ariaInvalid") == "true")
                    try await tab.press("abc" + Key.enter)
                    try await tab.until("document.querySelector('#saves').textContent === '1'")
                    #expect(try fixture.store(of: FormOfLiveField.self).text == "abc")
                }
            }
        }

        @Suite("The script: fields that must be valid") struct ClientValidityTests {
            let group = """
                <div data-m-valid=""><input id="f" form="m-form" name="f3" type="number" value="5" max="9" data-on="change">\
                <button id="a" form="m-form" name="r" value="17">Save</button>\
                <button id="b" class="m-dismiss" form="m-form" name="r" value="18">Close</button></div>\
                <button id="c" form="m-form" name="r" value="19">Other</button>
                """

            @Test(
                "Pages in a browser · if the server rejects a value, the press after it is refused and the field gets the focus"
            )
            func rejected() async throws {
                try await ScriptFixture.run(group) { client in
                    try await client.tab.run("document.getElementById('f').select()")
                    try await client.tab.type("\u{E003}7", into: "#f")
                    try await client.tab.click("#a")
                    #expect(try await client.sent.map { $0["r"] } == ["3"])
                    try await client.deliver(["k": [[1, 2, "Not this one."]]])
                    #expect(try await client.sent.map { $0["r"] } == ["3", "17"])
                    try await client.deliver(["k": [[2, 2, "Not this one."]]])
                    #expect(try await client.focus == "f")
                    #expect(try await client.status == "Not this one.")
                    // Now the script knows it.
                    try await client.tab.click("#a")
                    #expect(try await client.sent.count == 2)
                    try await client.tab.click("#b")
                    try await client.tab.click("#c")
                    #expect(try await client.sent.suffix(2).map { $0["r"] } == ["18", "19"])
                    // The server learns that the field has a value that it knows.
                    try await client.tab.run("document.getElementById('f').select()")
                    try await client.tab.type("\u{E003}5", into: "#f")
                    try await client.tab.click("#a")
                    #expect(try await client.last["v"] == "5")
                    try await client.deliver(["k": [[5, 0]]])
                    #expect(try await client.last["r"] == "17")
                }
            }

            @Test("Pages in a browser · when an invalid field is gone, the status no longer says why") func gone()
                async throws
            {
                let empty = group.replacing("value=\"5\"", with: "required")
                try await ScriptFixture.run(empty) { client in
                    try await client.tab.click("#a")
                    #expect(try await client.status != "")
                    try await client.tab.click("#b")
                    try await client.deliver(["k": [[1, 0]]])
                    #expect(try await client.status != "")
                    try await client.deliver(["q": 1, "full": [["p", [:], "list"]]])
                    #expect(try await client.status == "")
                }
            }

            @Test(
                "Pages in a browser · a shortcut presses no button while a field is invalid, and the browser says why")
            func shortcut() async throws {
                try await ScriptFixture.run(group.replacing("id=\"a\"", with: "id=\"a\" aria-keyshortcuts=\"s\"")) {
                    client in
                    try await client.tab.run("document.getElementById('f').value = '12'")
                    try await client.tab.run("document.body.focus()")
                    try await client.tab.press("s")
                    #expect(try await client.focus == "f")
                    #expect(try await client.status != "")
                    #expect(try await client.sent == [])
                }
            }
        }
    }

    extension Tab {
        /// Clicks a link, and waits until the server has handled it and everything before it.
        fileprivate func cancel(count: Int) async throws {
            try await click("#cancel")
            try await until("document.querySelector('#cancels').textContent === arguments[0]", .string("\(count)"))
        }

        /// Enters the value of a cell as a person does.
        fileprivate func enter(_ cell: LiveCell) async throws {
            let keys = cell.value.split(separator: "-").map(String.init)
            switch cell.field {
            case .toggle: if cell.value == "true" { try await click("#field") }
            case .slider, .color:
                try await run(
                    "const it = document.querySelector('#field'); it.value = arguments[0];"
                        + "it.dispatchEvent(new Event('input', { bubbles: true }))", .string(cell.value))
            case .date:
                try await run("document.querySelector('#field').focus()")
                if keys.count == 3 { try await press(keys[1] + keys[2] + keys[0]) }
            case .time:
                try await run("document.querySelector('#field').focus()")
                if !cell.value.isEmpty { try await press("0605PM") }
            default:
                try await run("const it = document.querySelector('#field'); it.focus(); it.select()")
                if cell.value.isEmpty { return try await press(Key.backspace) }
                try await runDevToolsCommand("Input.insertText", ["text": .string(cell.value)])
            }
        }
    }
#endif
