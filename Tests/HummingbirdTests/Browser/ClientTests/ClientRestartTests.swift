#if Hummingbird || App
    import Testing

    @testable import WebTestSupport

    extension BrowserTests {
        /// The server was restarted, and the session continues with other references.
        @Suite("The script: restarts of the server") struct ClientRestartTests {
            /// Lets the script connect to another process, which answers with the whole page.
            private func restart(_ client: ScriptFixture, _ page: [JSON], _ frame: [String: JSON] = [:]) async throws {
                try await client.disconnect()
                try await client.advance(by: 2_000)
                try await client.connect()
                let own: [String: JSON] = ["x": 0, "q": 900, "full": .array(page)]
                try await client.deliver(.object(own.merging(frame) { $1 }))
            }

            private func button(_ label: String, _ reference: Int) -> JSON {
                ["button", ["form": "m-form", "name": "r", "value": .string("\(reference)")], .string(label)]
            }

            @Test("Pages 3 · after a restart, the same control has the focus, not the one with its reference")
            func focus() async throws {
                let html = """
                    <button form="m-form" name="r" value="1">A</button><button form="m-form" name="r" value="2">B</button>
                    """
                try await ScriptFixture.run(html) { client in
                    try await client.tab.run("document.querySelectorAll('#m-page button')[1].focus()")
                    try await restart(client, [button("A", 2), button("B", 1)])
                    #expect(try await client.tab.run("return document.activeElement.textContent") == "B")
                }
            }

            @Test("Pages 3 · after a restart, the page and its elements keep their scroll positions") func scrolling()
                async throws
            {
                let box = #"<div id="box"><p>Box</p></div><p id="long">Text</p>"#
                let setup = """
                    addEventListener('DOMContentLoaded', () => {
                        const sheet = new CSSStyleSheet();
                        sheet.replaceSync('#box { height: 50px; overflow: auto } #box p, #long { height: 3000px }');
                        document.adoptedStyleSheets = [sheet];
                    });
                    """
                try await ScriptFixture.run(box, setup: setup) { client in
                    try await client.tab.run("document.querySelector('#box').scrollTop = 70; scrollTo(0, 90)")
                    try await restart(
                        client,
                        [["div", ["id": "box"], ["p", [:], "Box"]], ["p", ["id": "long"], "Text"]])
                    #expect(
                        try await client.tab.run("return [document.querySelector('#box').scrollTop, scrollY]")
                            == [70, 90])
                }
            }

            @Test("Pages 3 · after a restart, a press is sent to the same control, which is busy until the answer")
            func busy()
                async throws
            {
                let html = #"<button form="m-form" name="r" value="1">A</button>"#
                try await ScriptFixture.run(html) { client in
                    try await client.tab.click("#m-page button")
                    try await restart(client, [button("B", 1), button("A", 2)])
                    #expect(try await client.last["r"] == "2")
                    let busy = "return [...document.querySelectorAll('[aria-busy]')].map((each) => each.textContent)"
                    #expect(try await client.tab.run(busy) == ["A"])
                    try await client.deliver(["k": [[1, 0]]])
                    #expect(try await client.tab.run(busy) == [])
                }
            }

            @Test("Pages 3 · a form that was not sent keeps its texts, also over a restart") func form() async throws {
                let html = #"<form data-r="1"><input name="t" value=""><button type="submit">Save</button></form>"#
                try await ScriptFixture.run(html) { client in
                    try await client.tab.type("text", into: "[name=t]")
                    try await client.tab.click("[type=submit]")
                    try await client.deliver(["q": 0, "k": [[1, 3]]])
                    #expect(try await client.status == "Not sent: Save.")
                    let field: JSON = ["input", ["name": "t", "value": ""]]
                    try await restart(
                        client, [["form", ["data-r": "2"], field, ["button", ["type": "submit"], "Save"]]])
                    #expect(try await client.value("[name=t]") == "text")
                }
            }

            @Test("Pages 3 · all controls that were not sent are reported, until the user presses another one")
            func unsent()
                async throws
            {
                let html = """
                    <button form="m-form" name="r" value="1">A</button><button form="m-form" name="r" value="2">B</button>
                    <form data-r="3"><label>Text<input name="t"></label><button type="submit">Save</button></form>
                    """
                try await ScriptFixture.run(html) { client in
                    try await client.tab.run(
                        "document.querySelectorAll('#m-page button').forEach((each) => each.click())")
                    try await client.deliver(["q": 0, "k": [[1, 3], [2, 3]]])
                    #expect(try await client.status == "Not sent: A, B.")
                    try await client.deliver(["q": 0, "k": [[3, 3]]])
                    #expect(try await client.status == "Not sent: A, B, Save.")
                    try await client.tab.run("document.querySelector('#m-page button').click()")
                    #expect(try await client.status == "")
                }
            }

            @Test(
                "Pages 3 · after a restart, the browser has the entry of the page, unless the user has opened another one"
            )
            func history() async throws {
                try await ScriptFixture.run("<p>Text</p>") { client in
                    let state = "return [history.state.i, history.length]"
                    let length = try await client.tab.run("return history.length")
                    guard case .number(let count) = length else { return }
                    let page: [JSON] = [["p", [:], "Text"]]
                    // The server has opened a screen, and has not sent it.
                    try await restart(client, page, ["l": ["i": 1, "a": "/one", "how": "replace"]])
                    #expect(try await client.tab.run(state) == [1, .number(count + 1)])
                    // The server has closed it, and has not sent that.
                    try await restart(client, page, ["q": 1_900, "l": ["i": 0, "a": "/", "how": "replace"]])
                    try await client.tab.until("history.state.i === 0")
                    try await restart(client, page, ["q": 2_900, "l": ["i": 1, "a": "/two", "how": "replace"]])
                    #expect(try await client.tab.run(state) == [1, .number(count + 1)])
                    try await client.disconnect()
                    try await client.tab.back()
                    try await client.tab.until("history.state.i === 0")
                    try await restart(client, page, ["q": 3_900, "l": ["i": 1, "a": "/two", "how": "replace"]])
                    #expect(try await client.tab.run(state) == [0, .number(count + 1)])
                    #expect(try await client.last["go"] == 0)
                }
            }
        }
    }
#endif
