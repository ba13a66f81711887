#if Hummingbird || App
    import Testing

    @testable import WebTestSupport

    extension BrowserTests {
        /// Drafts, and what a browser closes by itself.
        @Suite("The script: drafts") struct ClientDraftTests {
            private func field(_ name: String, key: String, value: String = "", type: String = "text") -> JSON {
                [
                    "input",
                    [
                        "type": .string(type), "aria-label": "Text", "form": "m-form", "name": .string(name),
                        "data-m-key": .string(key), "value": .string(value),
                    ],
                ]
            }
            private let one =
                #"<input type="text" aria-label="Text" form="m-form" name="f3" data-m-key="1" value="ab">"#

            private func notices(_ client: ScriptFixture) async throws -> [String] {
                try await client.tab.texts(".m-draft p")
            }

            @Test(
                "Script · text whose field is replaced by another record's before it was sent is shown, and not sent")
            func replaced() async throws {
                try await ScriptFixture.run(one) { client in
                    try await client.tab.type("c", into: "input")
                    try await client.tab.type("d", into: "input")
                    try await client.deliver([
                        "q": 1, "o": [["c", [], [["-", 0, 1], ["+", 0, [field("f4", key: "0")]]]]],
                    ])
                    try await client.deliver(["k": [[1, 0]]])
                    try await client.advance(by: 100)
                    #expect(try await client.sent.map { $0["v"] } == ["abc"])
                    #expect(try await client.value("input") == "")
                    #expect(try await notices(client) == ["Not saved: abcd"])
                    // The record is shown again.
                    try await client.deliver([
                        "q": 2, "o": [["c", [], [["-", 0, 1], ["+", 0, [field("f5", key: "1", value: "abc")]]]]],
                    ])
                    #expect(try await client.value("input") == "abcd")
                    #expect(try await client.last == ["n": 2, "q": 2, "r": "5", "v": "abcd"])
                    #expect(try await notices(client) == [])
                }
            }

            @Test("Script · a rejected text is not shown beside the field of another record") func rejected()
                async throws
            {
                try await ScriptFixture.run(one) { client in
                    try await client.tab.type("c", into: "input")
                    try await client.deliver(["k": [[1, 2, "No."]]])
                    try await client.deliver([
                        "q": 1, "o": [["c", [], [["-", 0, 1], ["+", 0, [field("f4", key: "0")]]]]],
                    ])
                    #expect(try await notices(client) == [])
                }
            }

            @Test("Script · two fields that cannot be told apart get no draft") func ambiguous() async throws {
                let field = #"<input aria-label="Text" form="m-form" name="f3">"#
                try await ScriptFixture.run(field) { client in
                    try await client.disconnect()
                    try await client.tab.type("c", into: "input")
                    try await client.advance(by: 2_000)
                    try await client.connect()
                    let fresh: JSON = ["input", ["aria-label": "Text", "form": "m-form", "name": "f3"]]
                    try await client.deliver(["s": "T", "q": 0, "full": [fresh, fresh]])
                    #expect(try await client.sent == [])
                    #expect(try await notices(client) == ["Not saved: c"])
                }
            }

            @Test("Script · a password is neither stored nor shown") func password() async throws {
                try await ScriptFixture.run(one.replacing("type=\"text\"", with: "type=\"password\"")) { client in
                    try await client.disconnect()
                    try await client.tab.type("c", into: "input")
                    #expect(try await client.tab.run("return sessionStorage.length") == 0)
                    try await client.advance(by: 2_000)
                    try await client.connect()
                    try await client.deliver(["s": "T", "q": 0, "full": [field("f4", key: "0", type: "password")]])
                    #expect(try await notices(client) == ["Not saved: ••••••••"])
                }
            }

            @Test("Script · the fields of a form keep their text, also over a reload, and only for their record")
            func forms() async throws {
                let form =
                    #"<form data-r="9" data-m-key="1"><input name="title" value="a"><button>Save</button></form>"#
                try await ScriptFixture.run(form) { client in
                    try await client.tab.type("bc", into: "input")
                    let fresh: (String) -> JSON = { key in
                        [
                            "form", ["data-r": "9", "data-m-key": .string(key)],
                            ["input", ["name": "title", "value": "a"]],
                        ]
                    }
                    try await client.deliver(["q": 5, "full": [fresh("1")]])
                    #expect(try await client.value("input") == "abc")
                    try await client.tab.reload()
                    try await client.completeHandshake()
                    #expect(try await client.value("input") == "abc")
                    try ScriptSite.shared.get().replace(#"key="1""#, with: #"key="0""#)
                    try await client.tab.reload()
                    try await client.completeHandshake()
                    #expect(try await client.value("input") == "a")
                    #expect(try await notices(client) == ["Not saved: abc"])
                    #expect(try await client.sent == [])
                }
            }

            @Test("Script · a message inside a dialog can be used") func inDialog() async throws {
                try await ScriptFixture.run("<dialog open>\(one)</dialog>") { client in
                    try await client.disconnect()
                    try await client.tab.type("c", into: "input")
                    try await client.advance(by: 2_000)
                    try await client.connect()
                    try await client.deliver([
                        "s": "T", "q": 0, "full": [["dialog", ["open": ""], field("f4", key: "0", value: "x")]],
                    ])
                    try await client.tab.click(".m-draft button")
                    #expect(try await client.value("input") == "abc")
                    #expect(try await client.last["v"] == "abc")
                    // The message does not move the nodes of the page.
                    try await client.deliver(["q": 1, "o": [["c", [0], [["+", 1, ["text"]]]], ["v", [0, 0], "y"]]])
                    #expect(try await client.tab.run("return document.querySelector('dialog').textContent") == "text")
                }
            }

            @Test("Script · a page that returns from the browser's cache connects again, and keeps its text")
            func cached() async throws {
                try await ScriptFixture.run(one) { client in
                    try await client.tab.type("c", into: "input")
                    try await client.tab.run("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
                    try await client.advance(by: 0)
                    #expect(try await client.connections == 2)
                    try await client.connect()
                    try await client.deliver([
                        "s": "T", "q": 0, "full": [field("f4", key: "0"), field("f5", key: "1", value: "ab")],
                    ])
                    #expect(
                        try await client.tab.run("return [...document.querySelectorAll('input')].map((e) => e.value)")
                            == ["", "abc"])
                    try await client.advance(by: 100)
                    #expect(try await client.last == ["n": 1, "q": 0, "r": "5", "v": "abc"])
                }
            }

            @Test("Script · a dialog that the browser closes is opened again, because the state has it open")
            func dialog() async throws {
                try await ScriptFixture.run(#"<dialog open><button id="b">x</button></dialog>"#) { client in
                    let isModal = "document.querySelector('dialog:modal')"
                    try await client.tab.click("#b")
                    // A browser closes a dialog at the second Escape, whatever the page wants.
                    for _ in 0..<4 { try await client.tab.press(Key.escape) }
                    try await client.tab.untilDrawn()
                    try await client.tab.until(isModal)
                    try await client.tab.run("document.querySelector('dialog').close()")
                    try await client.tab.until(isModal)
                    try await client.deliver(["q": 1, "o": [["a", [0], ["open": nil]]]])
                    try await client.tab.untilDrawn()
                    #expect(try await client.tab.run("return document.querySelector('dialog').open") == false)
                }
            }

            // The state has only the initial value of `open`, so what a person opens is no action.
            @Test("Script · a `details` that a person opens stays open until the state changes") func details()
                async throws
            {
                try await ScriptFixture.run("<details><summary>s</summary>x</details><p>y</p>") { client in
                    try await client.tab.click("summary")
                    try await client.deliver(["q": 1, "o": [["a", [1], ["class": "z"]]]])
                    #expect(try await client.tab.run("return document.querySelector('details').open") == true)
                    #expect(try await client.sent == [])
                    try await client.deliver(["q": 2, "o": [["a", [0], ["open": nil]]]])
                    #expect(try await client.tab.run("return document.querySelector('details').open") == false)
                    try await client.deliver(["q": 3, "o": [["a", [0], ["open": ""]]]])
                    #expect(try await client.tab.run("return document.querySelector('details').open") == true)
                }
            }
        }
    }
#endif
