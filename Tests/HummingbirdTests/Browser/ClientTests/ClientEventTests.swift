#if Hummingbird || App
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    extension BrowserTests {
        @Suite("The script: events") struct ClientEventTests {
            private let area = #"<div id="a" data-m-on="7 pointermove pointerdown drag key:x">area</div>"#

            /// Reports pointer events at these distances from the left edge of the area.
            private func point(_ client: ScriptFixture, _ types: [(String, Double)]) async throws {
                for (type, x) in types {
                    try await client.tab.run(
                        """
                        const area = document.querySelector("#a"), { left, top } = area.getBoundingClientRect();
                        const place = { clientX: left + arguments[1], clientY: top + 2, bubbles: true, pointerId: 1 };
                        area.setPointerCapture = () => {};
                        area.dispatchEvent(new PointerEvent(arguments[0], place));
                        """, .string(type), .number(x))
                }
            }

            @Test("Script · of movements, only the newest waits until the one before is acknowledged") func moves()
                async throws
            {
                try await ScriptFixture.run(area) { client in
                    try await point(client, (1...20).map { ("pointermove", Double($0)) })
                    #expect(try await client.sent == [["n": 1, "q": 0, "r": "7", "e": "pointermove", "v": [1, 2]]])
                    try await client.deliver(["k": [[1, 0]]])
                    #expect(try await client.last == ["n": 2, "q": 0, "r": "7", "e": "pointermove", "v": [20, 2]])
                    try await client.disconnect()
                    try await point(client, (1...20).map { ("pointermove", Double($0)) })
                    try await client.advance(by: 2_000)
                    try await client.connect()
                    try await client.deliver(["q": 0, "k": [[2, 0]]])
                    #expect(try await client.sent.filter { $0["n"] == 3 }.map { $0["v"] } == [[20, 2]])
                    #expect(try await client.sent.contains { $0["n"] == 4 } == false)
                }
            }

            @Test("Script · a drag ends after its last position, also if the browser takes the pointer over")
            func drag() async throws {
                try await ScriptFixture.run(area) { client in
                    try await point(
                        client, [("pointerdown", 5), ("pointermove", 8), ("pointermove", 9), ("pointercancel", 0)])
                    let drags = try await client.sent.filter { $0["e"] == "drag" }.map { $0["v"] }
                    #expect(drags == [[0, 5, 2, 5, 2], [1, 5, 2, 8, 2], [1, 5, 2, 9, 2], [2, 5, 2, 9, 2]])
                }
            }

            @Test("Script · the script applies and removes declarations, and reports nothing for removed elements")
            func changes() async throws {
                try await ScriptFixture.run(#"<p data-m-style="width:5px">x</p>"# + area) { client in
                    #expect(try await client.tab.run("return stub.page.firstChild.style.width") == "5px")
                    try await client.deliver(["q": 1, "o": [["a", [0], ["data-m-style": "height:6px"]]]])
                    #expect(
                        try await client.tab.run(
                            "const { style } = stub.page.firstChild; return [style.width, style.height]")
                            == ["", "6px"])
                    try await client.deliver(["q": 2, "o": [["a", [0], ["data-m-style": nil]]]])
                    #expect(try await client.tab.run("return stub.page.firstChild.style.height") == "")
                    try await client.tab.press("x")
                    #expect(try await client.last == ["n": 1, "q": 2, "r": "7", "e": "key:x"])
                    try await client.deliver(["q": 3, "k": [[1, 0]], "o": [["c", [], [["-", 1, 1]]]]])
                    try await client.tab.press("x")
                    #expect(try await client.sent.count == 1)
                }
            }
        }
    }
#endif
