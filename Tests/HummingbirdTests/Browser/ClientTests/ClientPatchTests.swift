#if Hummingbird || App
    import Testing

    @testable import MillraceHummingbird
    @testable import MillraceWeb
    @testable import WebTestSupport

    extension BrowserTests {
        @Suite("The script: applying changes") struct ClientPatchTests {
            @Test("M15 · each operation changes the page") func changes() async throws {
                try await ScriptFixture.run(#"<p class="a" title="t">one</p><ul><li>1</li><li>2</li><li>3</li></ul>"#) {
                    client in
                    try await client.deliver([
                        "q": 1, "title": "New",
                        "o": [
                            ["a", [0], ["class": "b", "title": nil]], ["x", [0, 0], "<script>"],
                            [
                                "c", [1],
                                [["-", 0, 1], ["+", 1, [["li", [:], "new"], "text"]], [">", 3, 0], [">", 0, 2]],
                            ],
                        ],
                    ])
                    #expect(
                        try await client.html
                            == #"<p class="b">&lt;script&gt;</p><ul><li>2</li><li>new</li><li>3</li>text</ul>"#)
                    #expect(try await client.tab.run("return document.title") == "New")
                }
            }

            @Test("M15 · a change that is already shown is ignored") func old() async throws {
                try await ScriptFixture.run("<p>one</p>", sequence: 3) { client in
                    try await client.deliver(["q": 3, "o": [["x", [0, 0], "wrong"]]])
                    try await client.deliver(["q": 4, "o": [["x", [0, 0], "right"]]])
                    try await client.deliver(["q": 4, "o": [["x", [0, 0], "wrong"]]])
                    #expect(try await client.html == "<p>right</p>")
                    try await client.disconnect()
                    try await client.advance(by: 2_000)
                    try await client.connect()
                    #expect(try await client.hello["q"] == 4)
                }
            }

            @Test("M15 · a template is filled with values and slots") func templates() async throws {
                try await ScriptFixture.run("<ul></ul>") { client in
                    let template: JSON = ["li", ["class": "row"], ["b", [:], "name"], ["s": 1], "end"]
                    let row: JSON = [7, [0, "odd", 1, "<Tea>", 2, [["i", [:], "in"], [7, []]]]]
                    try await client.deliver([
                        "q": 1, "t": ["7": template], "o": [["c", [0], [["+", 0, [row, [7, [0, nil]]]]]]],
                    ])
                    #expect(
                        try await client.html == """
                            <ul><li class="odd"><b>&lt;Tea&gt;</b><i>in</i><li class="row"><b>name</b>end</li>end</li>\
                            <li><b>name</b>end</li></ul>
                            """)
                }
            }

            @Test("M15 · hostile text stays text, in elements and in attributes") func hostile() async throws {
                try await ScriptFixture.run("<p></p>") { client in
                    let hostile: JSON = #"<script>window.hit = 1</script><img src=x onerror="window.hit = 1">"#
                    try await client.deliver(["q": 1, "full": [["p", ["title": hostile], hostile]], "title": hostile])
                    #expect(
                        try await client.tab.run(
                            "return [stub.page.textContent, stub.page.firstChild.title, document.title]") == [
                                hostile, hostile, hostile,
                            ])
                    #expect(try await client.tab.run("return window.hit ?? null") == nil)
                }
            }

            @Test("M15 · SVG elements get their namespace, and fields get their values") func kinds()
                async throws
            {
                try await ScriptFixture.run("") { client in
                    try await client.deliver([
                        "q": 1,
                        "full": [
                            [
                                "svg", ["viewBox": "0 0 1 1"], ["path", ["d": "M0 0"]],
                                ["foreignObject", [:], ["p", [:]]],
                            ],
                            ["input", ["value": "v"]], ["textarea", ["value": "\nw"]],
                            ["input", ["type": "checkbox", "checked": ""]],
                            ["select", ["value": "b"], ["option", [:], "a"], ["option", [:], "b"]],
                        ],
                    ])
                    let found = try await client.tab.run(
                        """
                        const [path, p] = ["path", "p"].map((each) => stub.page.querySelector(each).namespaceURI.slice(-4));
                        const fields = [...stub.page.querySelectorAll("input, textarea, select")];
                        return [path, p, ...fields.map((each) => each.type === "checkbox" ? each.checked : each.value)];
                        """)
                    #expect(found == ["/svg", "html", "v", "\nw", true, "b"])
                }
            }

            @Test("M15 · the script requests the whole page if the document was changed or a patch does not fit")
            func mismatch() async throws {
                try await ScriptFixture.run("<p>one</p>", sequence: 2, checksum: 5) { client in
                    #expect(try await client.hello["q"] == -1)
                    try await client.deliver(["q": 2, "full": [["p", [:], "two"]]])
                    #expect(try await client.html == "<p>two</p>")
                    try await client.deliver(["q": 3, "o": [["x", [1, 0], "three"]]])
                    #expect(try await client.hello["q"] == -1)
                    try await client.deliver(["q": 4, "o": [["x", [0, 0], "lost"]]])
                    try await client.deliver(["q": 4, "full": [["p", [:], "four"]]])
                    #expect(try await client.html == "<p>four</p>")
                    #expect(try await client.tab.run("return stub.sent.filter((each) => each.h).length") == 2)
                }
            }

            @Test("M15 · replacing the page keeps the focus, the caret and unsent input") func full() async throws {
                try await ScriptFixture.run(
                    #"<p>x</p><input id="f" form="m-form" name="f3" value="ab"><b><button id="z">z</button></b>"#
                ) { client in
                    try await client.tab.type("cd", into: "#f")
                    try await client.tab.press(Key.left)
                    let fresh: JSON = ["input", ["id": "f", "form": "m-form", "name": "f3", "value": "Xab"]]
                    try await client.deliver([
                        "q": 9, "k": [[1, 1]],
                        "full": [["p", [:], "y"], fresh, ["b", [:], ["button", ["id": "z"]]]],
                    ])
                    #expect(
                        try await client.tab.run(
                            "const f = document.activeElement; return [f.id, f.value, f.selectionStart]") == [
                                "f", "Xabcd", 4,
                            ])
                    try await client.tab.run("document.getElementById('z').focus()")
                    try await client.deliver([
                        "q": 10, "full": [["p", [:], "y"], fresh, ["b", [:], ["button", ["id": "z"]]]],
                    ])
                    #expect(try await client.focus == "z")
                }
            }

            @Test("M15 · the compressed script has less than 16,500 bytes") func size() async throws {
                #expect(try await gzip(ClientScript.plain).count < 16_500)
            }
        }
    }
#endif
