#if Hummingbird || App
    import Testing

    @testable import WebTestSupport

    extension BrowserTests {
        @Suite("The script: focus, scroll position and URL") struct ClientFocusTests {
            let page = #"<div class="m-window"><section class="m-page"><button id="a">A</button></section></div>"#
            func sheet(_ content: JSON...) -> JSON {
                [
                    "div", ["class": "m-layer"],
                    ["div", ["class": "m-sheet"], .array(["section", ["class": "m-page"]] + content)],
                ]
            }

            @Test("M15 · a sheet takes the focus and returns it") func sheets() async throws {
                try await ScriptFixture.run(page) { client in
                    try await client.tab.click("#a")
                    let sheet = sheet(["button", ["id": "b"]], ["input", ["id": "c", "autofocus": ""]])
                    try await client.deliver([
                        "q": 1, "o": [["a", [0], ["inert": ""]], ["c", [], [["+", 1, [sheet]]]]],
                    ])
                    #expect(try await client.focus == "c")
                    try await client.deliver(["q": 2, "o": [["a", [0], ["inert": nil]], ["c", [], [["-", 1, 1]]]]])
                    #expect(try await client.focus == "a")
                }
            }

            @Test("M15 · without autofocus, the first focusable element of a sheet gets the focus") func first()
                async throws
            {
                try await ScriptFixture.run(page) { client in
                    try await client.tab.click("#a")
                    let sheet = sheet(["button", ["id": "b", "disabled": ""]], ["button", ["id": "c"]])
                    try await client.deliver([
                        "q": 1, "o": [["a", [0], ["inert": ""]], ["c", [], [["+", 1, [sheet]]]]],
                    ])
                    #expect(try await client.focus == "c")
                }
            }

            @Test("M15 · a pushed page takes the focus and returns it, an embedded scene does not")
            func pages() async throws {
                try await ScriptFixture.run(page) { client in
                    try await client.tab.click("#a")
                    let embedded: JSON = [
                        "div", ["class": "m-region"], ["section", ["class": "m-page"], ["button", ["id": "e"]]],
                    ]
                    try await client.deliver(["q": 1, "o": [["c", [0, 0], [["+", 1, [embedded]]]]]])
                    #expect(try await client.focus == "a")
                    let pushed: JSON = ["section", ["class": "m-page", "id": "p"], ["p", [:], "No control."]]
                    try await client.deliver([
                        "q": 2, "o": [["a", [0, 0], ["data-covered": ""]], ["c", [0], [["+", 1, [pushed]]]]],
                    ])
                    #expect(try await client.focus == "p")
                    try await client.deliver([
                        "q": 3, "o": [["a", [0, 0], ["data-covered": nil]], ["c", [0], [["-", 1, 1]]]],
                    ])
                    #expect(try await client.focus == "a")
                }
            }

            @Test("M15 · when the focused element is removed, the element at its position gets the focus")
            func removal() async throws {
                let rows = (0..<3).map { #"<li><a href="/">x</a><button id="b\#($0)">x</button></li>"# }.joined()
                try await ScriptFixture.run("<ul>\(rows)</ul><button id=z></button>") { client in
                    try await client.tab.run("document.getElementById('b1').focus()")
                    try await client.deliver(["q": 1, "o": [["c", [0], [["-", 1, 1]]]]])
                    #expect(try await client.focus == "b2")
                    try await client.deliver(["q": 2, "o": [["c", [0], [["-", 1, 1]]]]])
                    #expect(try await client.focus == "b0")
                    try await client.deliver(["q": 3, "o": [["c", [0], [["-", 0, 1]]]]])
                    #expect(try await client.focus == "z")
                }
            }

            @Test("M15 · a control that a frame disables gets the focus again with a later frame") func disabled()
                async throws
            {
                try await ScriptFixture.run("<button id=a>A</button><p></p><button id=b>B</button>") { client in
                    let disable: JSON = ["a", [0], ["disabled": ""]]
                    try await client.tab.click("#a")
                    try await client.deliver(["q": 1, "o": [disable]])
                    try await client.tab.untilDrawn()
                    try #require(try await client.focus == "")
                    try await client.deliver(["q": 2, "o": [["a", [1], ["class": "x"]]]])
                    #expect(try await client.focus == "")
                    try await client.deliver(["q": 3, "o": [["a", [0], ["disabled": nil]]]])
                    #expect(try await client.focus == "a")
                    try await client.deliver(["q": 4, "o": [disable]])
                    try await client.tab.untilDrawn()
                    try await client.deliver(["q": 5, "o": [["c", [], [["-", 0, 1]]]]])
                    #expect(try await client.focus == "b")
                }
            }

            @Test("M15 · a sheet returns the focus to a disabled control when it is enabled, or near a removed one")
            func sheetOverDisabled() async throws {
                let page =
                    #"<section class="m-page"><a href="/" id="z">Z</a><p><button id="a">A</button><button id="b">B</button></p></section>"#
                try await ScriptFixture.run(#"<div class="m-window">\#(page)</div>"#) { client in
                    let open: JSON = ["c", [], [["+", 1, [sheet(["button", ["id": "c"]])]]]]
                    let close: JSON = ["c", [], [["-", 1, 1]]]
                    try await client.tab.click("#a")
                    try await client.deliver(["q": 1, "o": [open]])
                    #expect(try await client.focus == "c")
                    try await client.deliver(["q": 2, "o": [["a", [0, 0, 1, 0], ["disabled": ""]], close]])
                    #expect(try await client.focus == "")
                    try await client.deliver(["q": 3, "o": [["a", [0, 0, 1, 0], ["disabled": nil]]]])
                    #expect(try await client.focus == "a")
                    try await client.deliver(["q": 4, "o": [open]])
                    #expect(try await client.focus == "c")
                    try await client.deliver(["q": 5, "o": [["c", [0, 0, 1], [["-", 0, 1]]], close]])
                    #expect(try await client.focus == "b")
                }
            }

            @Test("M15 · a focus that the user moves from a disabled control stays there") func movedByUser()
                async throws
            {
                try await ScriptFixture.run("<button id=a>A</button><button id=b>B</button>") { client in
                    try await client.tab.click("#a")
                    try await client.deliver(["q": 1, "o": [["a", [0], ["disabled": ""]]]])
                    try await client.tab.untilDrawn()
                    try await client.tab.click("#b")
                    try await client.deliver(["q": 2, "o": [["a", [0], ["disabled": nil]]]])
                    #expect(try await client.focus == "b")
                }
            }

            @Test("M15 · the script focuses the control that the server names") func wish() async throws {
                try await ScriptFixture.run(
                    #"<input id="f" form="m-form" name="f3"><button id="b" name="r" value="4"></button>"#
                ) { client in
                    try await client.deliver(["q": 1, "o": [], "focus": "4"])
                    #expect(try await client.focus == "b")
                    try await client.deliver(["q": 2, "o": [], "focus": "3"])
                    #expect(try await client.focus == "f")
                }
            }

            @Test("M15 · a moved row keeps the focus and its position on the screen") func moves() async throws {
                let rows = (0..<200).map { #"<li><input id="r\#($0)"></li>"# }.joined()
                try await ScriptFixture.run("<ul>\(rows)</ul>") { client in
                    let place = "return document.getElementById('r100').getBoundingClientRect().top"
                    try await client.tab.click("#r100")
                    let before = try await client.tab.run(place)
                    try await client.deliver(["q": 1, "o": [["c", [0], [[">", 100, 60], [">", 0, 90]]]]])
                    #expect(try await client.focus == "r100")
                    let after = try await client.tab.run(place)
                    #expect(after == before)
                    #expect(
                        try await client.tab.run(
                            "return [...stub.page.querySelectorAll('input')].indexOf(document.activeElement)") == 59)
                }
            }

            @Test("M15 · inserting a thousand rows above the focused element does not scroll the page") func rowsAbove()
                async throws
            {
                let rows = (0..<200).map { #"<li><input id="r\#($0)"></li>"# }.joined()
                try await ScriptFixture.run("<ul>\(rows)</ul>") { client in
                    let place = "return document.getElementById('r100').getBoundingClientRect().top"
                    try await client.tab.click("#r100")
                    let before = try await client.tab.run(place)
                    let more = JSON.array((0..<1000).map { [1, [0, .string("new \($0)")]] })
                    try await client.deliver([
                        "q": 1, "t": ["1": ["li", [:], "x"]], "o": [["c", [0], [["+", 0, more]]]],
                    ])
                    try await client.tab.untilDrawn()
                    #expect(try await client.focus == "r100")
                    #expect(try await client.tab.run(place) == before)
                }
            }

            @Test("M15 · the URL follows the server, and the server receives back and forward") func history()
                async throws
            {
                try await ScriptFixture.run("<p></p>") { client in
                    try await client.deliver(["q": 1, "o": [], "l": ["i": 1, "a": "/notes/3", "how": "push"]])
                    try await client.deliver(["q": 2, "o": [], "l": ["i": 2, "a": "/notes/4", "how": "push"]])
                    try await client.tab.until(url: client.site + "/notes/4")
                    try await client.tab.back()
                    try await client.tab.until("stub.sent.length > 1")
                    #expect(try await client.last == ["n": 1, "q": 2, "go": 1, "a": "/notes/3"])
                    try await client.tab.forward()
                    try await client.tab.until("stub.sent.length > 2")
                    #expect(try await client.last == ["n": 2, "q": 2, "go": 2, "a": "/notes/4"])
                    try await client.deliver(["q": 3, "o": [], "l": ["i": 0, "a": "/", "how": "back"]])
                    try await client.deliver(["q": 4, "o": [], "l": ["i": 1, "a": "/new", "how": "push"]])
                    try await client.tab.until("location.pathname === '/new'")
                    #expect(
                        try await client.sent.count == 2,
                        "The script does not report a navigation that the server requested.")
                    try await client.tab.back()
                    try await client.tab.until("stub.sent.length > 3")
                    #expect(try await client.last == ["n": 3, "q": 4, "go": 0, "a": "/"])
                }
            }
        }
    }
#endif
