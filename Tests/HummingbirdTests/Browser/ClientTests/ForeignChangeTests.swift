#if Hummingbird || App
    import Testing

    @testable import WebTestSupport

    extension BrowserTests {
        /// A patch finds its nodes by identity, whatever browser extensions and translation did to the document.
        ///
        /// A cell of the table is a ``ForeignChange`` in a ``ForeignPlace``. These cells cannot occur: `normalize()` needs
        /// adjacent texts, which only the test below has, and nothing outside of `#m-page` belongs to a patch.
        @Suite("The script: documents that were changed by others") struct ForeignChangeTests {
            @Test("Script · a patch changes the right nodes after each change by others", arguments: ForeignPlace.all)
            func patch(place: ForeignPlace) async throws {
                try await ScriptFixture.run("") { client in
                    try await client.tab.run(foreignChanges)
                    for (index, change) in ForeignChange.allCases.enumerated() {
                        let number = Double(index * 2 + 1)
                        let found = try await client.tab.run(
                            """
                            const [change, place, full, patch] = arguments;
                            for (const each of [...document.body.children]) if (!each.id.startsWith("m-")) each.remove();
                            stub.deliver(full);
                            foreign[change](document.querySelector(place));
                            stub.deliver(patch);
                            return \(place.look);
                            """,
                            .string(change.rawValue), .string(place.parent),
                            ["q": .number(number), "full": ForeignPlace.page],
                            ["q": .number(number + 1), "o": [place.operation]])
                        #expect(found == place.expected, "\(change)")
                    }
                    let hellos = "return stub.sent.filter((each) => each.h).length"
                    #expect(try await client.tab.run(hellos) == 1, "No change needs the whole page.")
                }
            }

            @Test("Script · a patch changes the right nodes of the document that the server has written")
            func document() async throws {
                let rows = (1...3).map { "<li id=\"r\($0)\"><b>\($0)</b></li>" }.joined()
                for change in ForeignChange.allCases {
                    try await ScriptFixture.run("<ul id=\"list\">\(rows)</ul>") { client in
                        try await client.tab.run(foreignChanges)
                        try await client.tab.run("foreign[arguments[0]](list)", .string(change.rawValue))
                        let added: JSON = ["+", 2, [["li", ["id": "r4"], ["b", [:], "4"]]]]
                        let steps: JSON = [["-", 0, 1], added, [">", 1, 0]]
                        try await client.deliver(["q": 1, "o": [["c", [0], steps], ["x", [0, 1, 0, 0], "new"]]])
                        let rows = "return [...list.querySelectorAll('li')].map((each) => each.id)"
                        #expect(try await client.tab.run(rows) == ["r3", "r2", "r4"], "\(change)")
                        #expect(try await client.tab.run("return r2.textContent") == "new", "\(change)")
                    }
                }
            }

            @Test(
                "Script · a document that was changed before the script started is replaced",
                arguments: ForeignChange.allCases)
            func earlier(change: ForeignChange) async throws {
                // The rows differ in their controls only.
                let rows = (1...3).map { "<li>Row<button name=\"r\" value=\"\($0)\">Like</button></li>" }.joined()
                let isHarmless = [.normalize, .replaceByCopies].contains(change)
                let setup = """
                    \(foreignChanges)
                    document.addEventListener("readystatechange", () => {
                        if (document.readyState === "interactive") foreign["\(change)"](document.getElementById("list"));
                    });
                    """
                try await ScriptFixture.run(
                    "<ul id=\"list\">\(rows)</ul>", sequence: 5, setup: setup, completesHandshake: false
                ) { client in
                    try await client.connect()
                    #expect(try await client.hello["q"] == (isHarmless ? 5 : -1))
                }
            }

            @Test("Script · texts that others have joined are separate again") func joined() async throws {
                try await ScriptFixture.run("") { client in
                    try await client.deliver(["q": 1, "full": [["p", [:], "one", "two", "three"]]])
                    try await client.tab.run("stub.page.normalize()")
                    try await client.deliver(["q": 2, "o": [["x", [0, 1], "new"]]])
                    #expect(try await client.html == "<p>onenewthree</p>")
                }
            }

            @Test("Script · what is changed while it is not in the document is repaired with it") func apart()
                async throws
            {
                try await ScriptFixture.run(#"<ul id="list"><li id="r1">1</li><li id="r2">2</li></ul>"#) { client in
                    try await client.tab.run("window.kept = list; list.remove()")
                    try await client.tab.run("kept.firstChild.remove(); kept.firstChild.textContent = 'theirs'")
                    try await client.deliver(["q": 1, "o": [["x", [0, 0, 0], "new"]]])
                    #expect(try await client.html == #"<ul id="list"><li id="r1">new</li><li id="r2">2</li></ul>"#)
                }
            }

            @Test("Script · what others have added stays where the page does not need its place") func kept()
                async throws
            {
                try await ScriptFixture.run(
                    #"<p id="p">1</p><div data-m-hook="chart"></div><label><input id="f"></label>"#
                ) { client in
                    try await client.tab.run(foreignChanges)
                    try await client.tab.run(
                        """
                        foreign.prepend(stub.page);
                        foreign.prepend(stub.page.children[2]);
                        foreign.wrapEach(f.parentNode);
                        """)
                    try await client.deliver([
                        "q": 1,
                        "o": [
                            ["x", [0, 0], "2"], ["c", [], [["+", 1, [["hr", [:]]]]]], ["a", [2], ["class": "new"]],
                            ["v", [3, 0], "text"],
                        ],
                    ])
                    let added = "<x-foreign>⟦foreign⟧</x-foreign>"
                    #expect(
                        try await client.html == """
                            \(added)<p id="p">2</p><hr><div data-m-hook="chart" class="new">\(added)</div>\
                            <label><x-foreign><input id="f"></x-foreign></label>
                            """)
                    #expect(try await client.value("#f") == "text")
                }
            }

            @Test("Script · after the whole page, the focus is on the same control, not at the same position")
            func focus() async throws {
                let button = { (number: Int) -> JSON in
                    ["button", ["form": "m-form", "name": "r", "value": .string("\(number)")], "Like"]
                }
                try await ScriptFixture.run("") { client in
                    try await client.deliver(["q": 1, "full": [["p", [:], button(1), button(2), button(3)]]])
                    try await client.tab.run(
                        """
                        stub.page.firstChild.prepend(document.createElement("button"));
                        document.querySelector("[value='2']").focus();
                        """)
                    try await client.deliver(["q": 2, "full": [["p", [:], button(1), button(2), button(3)]]])
                    #expect(try await client.tab.run("return document.activeElement.value") == "2")
                }
            }
        }
    }
#endif
