#if Hummingbird || App
    import Testing

    @testable import WebTestSupport

    extension BrowserTests {
        @Suite("The script: input") struct ClientInputTests {
            let field = #"<input id="f" form="m-form" name="f3" value="ab">"#
            let send = #"<button id="a" form="m-form" name="r" value="17">Send</button>"#

            @Test("M15 · text is sent while the user types, one message at a time, at most every 60 ms") func pace()
                async throws
            {
                try await ScriptFixture.run(field) { client in
                    try await client.tab.type("cd", into: "#f")
                    #expect(try await client.sent == [["n": 1, "q": 0, "r": "3", "v": "abc"]])
                    #expect(try await client.html.contains("data-pending"))
                    try await client.deliver(["k": [[1, 0]]])
                    #expect(try await client.sent.count == 1)
                    try await client.advance(by: 59)
                    #expect(try await client.sent.count == 1)
                    try await client.advance(by: 1)
                    #expect(try await client.last == ["n": 2, "q": 0, "r": "3", "v": "abcd"])
                    try await client.tab.type("e", into: "#f")
                    try await client.advance(by: 100)
                    #expect(try await client.sent.count == 2, "One message is not acknowledged yet.")
                    try await client.deliver(["k": [[2, 0]]])
                    #expect(try await client.last["v"] == "abcde")
                    try await client.deliver(["k": [[3, 0]]])
                    #expect(try await !client.html.contains("data-pending"))
                }
            }

            @Test("M15 · a value from the server keeps the caret and is merged with unsent input") func merging()
                async throws
            {
                try await ScriptFixture.run(field) { client in
                    try await client.tab.type(Key.left, into: "#f")
                    try await client.deliver(["q": 1, "o": [["v", [0], "XYab"]]])
                    #expect(
                        try await client.tab.run("const f = stub.page.firstChild; return [f.value, f.selectionStart]")
                            == ["XYab", 3])
                    try await client.tab.press("c")
                    try await client.deliver(["q": 2, "o": [["v", [0], "ZXYab"]]])
                    #expect(try await client.value("#f") == "ZXYacb")
                    try await client.deliver(["k": [[1, 1]]])
                    try await client.advance(by: 60)
                    #expect(try await client.last == ["n": 2, "q": 2, "r": "3", "v": "ZXYacb"])
                    try await client.deliver(["k": [[2, 0]], "q": 3, "o": [["v", [0], "ok"]]])
                    #expect(
                        try await client.value("#f") == "ok", "The value was accepted, and then changed by the server.")
                    #expect(try await client.sent.count == 2)
                }
            }

            @Test("M15 · overlapping changes are both kept") func meeting() async throws {
                try await ScriptFixture.run(field) { client in
                    try await client.tab.type("mine", into: "#f")
                    try await client.deliver(["q": 1, "o": [["v", [0], "abtheirs"]], "k": [[1, 1]]])
                    #expect(try await client.value("#f") == "abminetheirs")
                }
            }

            @Test("M15 · a value that this browser sent does not count as another user's change") func own()
                async throws
            {
                try await ScriptFixture.run(field) { client in
                    try await client.tab.type("c", into: "#f")
                    try await client.disconnect()
                    try await client.tab.type("d", into: "#f")
                    try await client.advance(by: 2_000)
                    try await client.connect()
                    try await client.deliver(["q": 1, "o": [["v", [0], "abc"]], "k": []])
                    #expect(try await client.value("#f") == "abcd")
                    #expect(try await client.last == ["n": 1, "q": 0, "r": "3", "v": "abc"])
                    try await client.deliver(["k": [[1, 0]]])
                    try await client.advance(by: 60)
                    #expect(try await client.last == ["n": 2, "q": 1, "r": "3", "v": "abcd"])
                }
            }

            @Test("M15 · a press waits for the text before it, even if the text is merged") func order() async throws {
                try await ScriptFixture.run(field + send) { client in
                    try await client.tab.type("c", into: "#f")
                    try await client.tab.click("#a")
                    #expect(try await client.sent.count == 1)
                    #expect(try await client.html.contains("aria-busy"))
                    try await client.deliver(["k": [[1, 1]], "q": 1, "o": [["v", [0], "Xab"]]])
                    #expect(try await client.last == ["n": 2, "q": 1, "r": "3", "v": "Xabc"])
                    try await client.deliver(["k": [[2, 0]]])
                    #expect(try await client.last == ["n": 3, "q": 1, "r": "17"])
                }
            }

            @Test("M15 · text that is typed after a press is sent after it, even offline") func afterPress()
                async throws
            {
                try await ScriptFixture.run(field + send) { client in
                    try await client.disconnect()
                    try await client.tab.type("c", into: "#f")
                    try await client.tab.click("#a")
                    try await client.tab.type("next", into: "#f")
                    try await client.advance(by: 2_000)
                    try await client.completeHandshake()
                    #expect(try await client.last == ["n": 1, "q": 0, "r": "3", "v": "abc"])
                    try await client.deliver(["k": [[1, 0]]])
                    #expect(try await client.sent[1] == ["n": 2, "q": 0, "r": "17"])
                    try await client.deliver(["k": [[2, 0]], "q": 1, "o": [["v", [0], ""]]])
                    #expect(try await client.value("#f") == "next", "The server cleared only the text that was sent.")
                }
            }

            @Test("M15 · a field does not change while an input method composes") func composing() async throws {
                try await ScriptFixture.run(field) { client in
                    try await client.tab.run(
                        """
                        const f = stub.page.firstChild;
                        const fire = (type) => f.dispatchEvent(new CompositionEvent(type, { bubbles: true }));
                        window.compose = fire;
                        fire("compositionstart");
                        f.value = "abに";
                        f.dispatchEvent(new InputEvent("input", { bubbles: true, isComposing: true }));
                        """)
                    try await client.deliver(["q": 1, "o": [["v", [0], "Xab"]]])
                    try await client.advance(by: 100)
                    #expect(try await client.sent == [])
                    #expect(try await client.value("#f") == "abに")
                    try await client.tab.run("compose('compositionend')")
                    #expect(try await client.value("#f") == "Xabに")
                    #expect(try await client.last == ["n": 1, "q": 1, "r": "3", "v": "Xabに"])
                }
            }

            @Test("M15 · unacknowledged text survives a reload and is merged") func drafts() async throws {
                let field = field.replacing("<input", with: #"<input data-m-key="k""#)
                try await ScriptFixture.run(field, at: "/notes/3") { client in
                    try await client.tab.type("c", into: "#f")
                    try ScriptSite.shared.get().replace(#"value="ab""#, with: #"value="Xab""#)
                    try await client.tab.reload()
                    #expect(try await client.value("#f") == "Xabc")
                    try await client.completeHandshake()
                    #expect(try await client.last["v"] == "Xabc")
                    try await client.deliver(["k": [[1, 0]]])
                    try ScriptSite.shared.get().replace(#"value="Xab""#, with: #"value="Xabc""#)
                    try await client.tab.reload()
                    #expect(try await client.value("#f") == "Xabc")
                    try await client.completeHandshake()
                    #expect(try await client.tab.run("return stub.sent.length") == 1)
                    #expect(try await client.tab.run("return sessionStorage.length") == 0)
                }
            }

            @Test("M15 · checkboxes and menus send at once, and a field with data-on=\"change\" when it is left")
            func others() async throws {
                let html = #"""
                    <input type="checkbox" id="c" form="m-form" name="f4"><select id="s" form="m-form" name="f5"><option>a</option>\#
                    <option id="o">b</option></select><fieldset data-m-radios form="m-form" name="f6"><input type="radio" id="x" form="m-form" name="f6" value="x"></fieldset>\#
                    <input id="t" form="m-form" name="f7" data-on="change"><textarea id="u" form="m-form" name="f8">one</textarea>
                    """#
                try await ScriptFixture.run(html) { client in
                    try await client.tab.click("#c")
                    #expect(try await client.last == ["n": 1, "q": 0, "r": "4", "v": true])
                    try await client.deliver(["k": [[1, 0]], "q": 1, "o": [["v", [0], false]]])
                    #expect(try await client.tab.run("return stub.page.firstChild.checked") == false)
                    try await client.tab.click("#o")
                    let sent = try await client.sent
                    #expect(sent.last == ["n": 2, "q": 1, "r": "5", "v": "b"])
                    try await client.deliver(["k": [[2, 0]]])
                    try await client.tab.click("#x")
                    #expect(try await client.last == ["n": 3, "q": 1, "r": "6", "v": "x"])
                    try await client.deliver(["k": [[3, 0]]])
                    try await client.tab.type("t", into: "#t")
                    try await client.advance(by: 100)
                    #expect(try await client.sent.count == 3)
                    try await client.tab.type("!", into: "#u")
                    #expect(try await client.sent.dropFirst(3).map { $0["v"] } == ["t", "one!"])
                }
            }

            @Test("M15 · a rejected field shows the reason, and is not sent again until it changes")
            func refused() async throws {
                try await ScriptFixture.run(field + send) { client in
                    try await client.tab.type("c", into: "#f")
                    try await client.deliver(["k": [[1, 2, "That is no number."]]])
                    #expect(try await client.status == "That is no number.")
                    try await client.advance(by: 100)
                    #expect(try await client.sent.count == 1)
                    try await client.tab.click("#a")
                    #expect(try await client.last["r"] == "17")
                    try await client.tab.type("d", into: "#f")
                    #expect(try await client.last["v"] == "abcd")
                }
            }

            @Test("Script · a rejection that arrives during later input is shown when the field has that value again")
            func lateRejection() async throws {
                try await ScriptFixture.run(field + send) { client in
                    let error = "const f = stub.page.querySelector('#f'); return [f.ariaInvalid, f.title]"
                    try await client.tab.type("c", into: "#f")
                    try await client.tab.type("d", into: "#f")
                    try await client.deliver(["k": [[1, 2, "That is no number."]]])
                    #expect(try await client.tab.run(error) == [nil, ""])
                    try await client.tab.type(Key.backspace, into: "#f")
                    #expect(try await client.value("#f") == "abc")
                    #expect(try await client.tab.run(error) == ["true", "That is no number."])
                }
            }
        }
    }
#endif
