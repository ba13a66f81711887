#if Hummingbird || App
    import Testing

    @testable import WebTestSupport

    extension BrowserTests {
        @Suite("The script: sending") struct ClientSendTests {
            let like = #"<button id="a" form="m-form" name="r" value="17">Like</button>"#
            let field = #"<input id="f" form="m-form" name="f3" value="ab" data-m-key="k">"#

            @Test("M15 · a press is sent once, and is pending until it is acknowledged") func press() async throws {
                try await ScriptFixture.run(like, sequence: 4) { client in
                    try await client.tab.click("#a")
                    #expect(try await client.sent == [["n": 1, "q": 4, "r": "17"]])
                    #expect(try await client.html.contains(#"data-pending="" aria-busy="true""#))
                    try await client.deliver(["k": [[1, 0]]])
                    #expect(try await !client.html.contains("data-pending"))
                    #expect(try await !client.html.contains("aria-busy"))
                }
            }

            @Test("Script · the user sees that the server is busy, until it has acknowledged the press") func busy()
                async throws
            {
                try await ScriptFixture.run(like, sequence: 4) { client in
                    try await client.tab.click("#a")
                    try await client.advance(by: 3_000)
                    #expect(try await client.status == "")
                    try await client.advance(by: 1_000)
                    #expect(try await client.status == "The server is busy. Your input will be handled later.")
                    try await client.deliver(["k": [[1, 0]]])
                    try await client.advance(by: 1_000)
                    #expect(try await client.status == "")
                }
            }

            @Test("Script · the reason of a rejection disappears with the rejected control") func rejected()
                async throws
            {
                try await ScriptFixture.run(like, sequence: 4) { client in
                    try await client.tab.click("#a")
                    try await client.deliver(["k": [[1, 2, "Not now."]]])
                    #expect(try await client.status == "Not now.")
                    try await client.deliver(["q": 5, "o": []])
                    #expect(try await client.status == "Not now.")
                    try await client.deliver(["q": 6, "o": [["c", [], [["-", 0, 1]]]]])
                    #expect(try await client.status == "")
                }
            }

            @Test("M15 · nothing is sent before the server has answered the hello") func hello() async throws {
                try await ScriptFixture.run(like, sequence: 4, at: "/notes/3?x=1", completesHandshake: false) {
                    client in
                    #expect(try await client.tab.run("return document.documentElement.dataset.live ?? null") == nil)
                    try await client.tab.click("#a")
                    try await client.connect()
                    let hello = try await client.hello
                    #expect(hello["s"] == "S" && hello["q"] == 4 && hello["a"] == "/notes/3?x=1" && hello["h"] == 1)
                    #expect(try await client.sent == [])
                    try await client.deliver(["q": 4])
                    #expect(try await client.sent == [["n": 1, "q": 4, "r": "17"]])
                    #expect(try await client.tab.run("return document.documentElement.dataset.live") == "true")
                }
            }

            @Test("M15 · after a lost connection, unacknowledged messages are sent again, unchanged and in order")
            func again() async throws {
                try await ScriptFixture.run(like, sequence: 4) { client in
                    try await client.tab.click("#a")
                    try await client.disconnect()
                    #expect(try await client.status == "No connection. Trying again…")
                    try await client.tab.click("#a")
                    #expect(try await client.sent.count == 1)
                    try await client.advance(by: 2_000)
                    try await client.connect()
                    #expect(try await client.sent.count == 1)
                    try await client.deliver(["q": 5, "o": []])
                    let first: JSON = ["n": 1, "q": 4, "r": "17"]
                    #expect(try await client.sent == [first, first, ["n": 2, "q": 5, "r": "17"]])
                    #expect(try await client.status == "")
                    try await client.deliver(["k": [[1, 0]]])
                    #expect(try await client.html.contains("data-pending"), "The second press is still pending.")
                    try await client.deliver(["k": [[2, 0]]])
                    #expect(try await !client.html.contains("data-pending"))
                }
            }

            @Test(
                "M15 · the script reconnects after random delays, which depend on the number of live pages, and at once when the browser is online",
                arguments: [(true, 0.0...700.0), (false, 200.0...2_000.0)])
            func retries(hasFewPages: Bool, range: ClosedRange<Double>) async throws {
                try await ScriptFixture.run(like) { client in
                    if hasFewPages { try await client.tab.run("document.documentElement.dataset.few = ''") }
                    try await client.disconnect()
                    var (sum, delays): (Double, Set<Double>) = (0, [])
                    while sum < 60_000 {
                        let next = try await client.tab.run("return stub.nextDelay")
                        guard case .number(let delay) = next else { throw BrowserFailure("No timer is pending.") }
                        #expect((sum < 30_000 ? range : 3_000...8_000).contains(delay))
                        sum += delay
                        delays.insert(delay)
                        try await client.advance(by: 10_000)
                        try await client.disconnect()
                    }
                    #expect(delays.count > 10)
                    let count = try await client.connections
                    try await client.tab.run("dispatchEvent(new Event('online'))")
                    #expect(try await client.connections != count)
                }
            }

            @Test(
                "Script · after two WebSockets that do not pass, events are used, and a WebSocket again after ten minutes"
            )
            func events() async throws {
                let setup = """
                    window.requests = [];
                    window.fetch = (url) => {
                        requests.push(url);
                        return url.endsWith("icon.svg") ? Promise.resolve(new Response("")) : new Promise(() => {});
                    };
                    """
                try await ScriptFixture.run(like, sequence: 4, setup: setup, completesHandshake: false) { client in
                    for count in 1...2 {
                        try await client.disconnect()
                        try await client.tab.until("requests.length === arguments[0]", .number(Double(count)))
                        try await client.advance(by: 2_000)
                    }
                    #expect(try await client.connections == 2)
                    let request = try await client.tab.run("return requests[2]").text ?? ""
                    #expect(request.hasPrefix("/millrace/events?c=") && request.hasSuffix("&open"))
                    try await client.advance(by: 600_000)
                    #expect(try await client.connections == 3)
                    try await client.completeHandshake()
                    try await client.tab.click("#a")
                    #expect(try await client.last == ["n": 1, "q": 4, "r": "17"])
                }
            }

            @Test("Script · a long text is sent in parts that end with whole characters") func parts() async throws {
                try await ScriptFixture.run(field, sequence: 4) { client in
                    // The text of the message begins with 21 characters, so a part would end within a character.
                    let text = "a" + String(repeating: "😀", count: 20_000)
                    for start in ["", "b"] {
                        try await client.tab.run(
                            "const it = document.getElementById('f'); it.value = arguments[0]; it.dispatchEvent(new Event('input', { bubbles: true }))",
                            .string(start + text))
                        try await client.advance(by: 100)
                        #expect(try await client.last["v"] == .string(start + text))
                        let parts = try await client.tab.run("return stub.lastParts").elements ?? []
                        #expect(parts.count == 2)
                        for part in parts {
                            let part = try #require(part.text)
                            #expect(part.utf8.count <= 65_535 && !part.contains("\u{FFFD}"))
                        }
                        try await client.deliver(["k": [[try await client.last["n"], 0]]])
                    }
                }
            }

            @Test("Script · phoenix#6770 · while a long frame arrives, the connection stays")
            func slowFrame()
                async throws
            {
                try await ScriptFixture.run(field, sequence: 4) { client in
                    for part in 0..<5 {
                        try await client.advance(by: 14_000)
                        let text = part == 0 ? #"+{"title":""# : "+part"
                        try await client.tab.run("stub.deliverText(arguments[0])", .string(text))
                    }
                    try await client.tab.run("stub.deliverText(arguments[0])", .string(#"end"}"#))
                    #expect(try await client.connections == 1)
                    #expect(try await client.tab.run("return document.title") == "Test")
                    try await client.tab.run(
                        "stub.deliverText(arguments[0])", .string(#"{"q":5,"o":[],"title":"After"}"#))
                    #expect(try await client.tab.run("return document.title") == "After")
                }
            }

            @Test("M15 · a connection without a pong counts as lost") func pings() async throws {
                try await ScriptFixture.run(like) { client in
                    try await client.advance(by: 15_000)
                    #expect(try await client.last == ["p": 1, "q": 0])
                    try await client.deliver(["p": 1])
                    try await client.advance(by: 15_000)
                    #expect(try await client.connections == 1)
                    try await client.advance(by: 17_000)
                    #expect(try await client.connections == 2)
                }
            }

            @Test("M15 · an error is shown, and the script reconnects later") func error() async throws {
                try await ScriptFixture.run(like) { client in
                    try await client.deliver(["error": "There are too many connections."])
                    try await client.disconnect()
                    #expect(try await client.status.contains("There are too many connections."))
                    #expect(try await client.tab.run("return stub.nextDelay >= 3000") == true)
                }
            }

            @Test("M15 · a new session reports presses as not sent, restores texts and sends them") func newSession()
                async throws
            {
                try await ScriptFixture.run(like + field) { client in
                    try await client.tab.click("#a")
                    try await client.disconnect()
                    try await client.tab.type("c", into: "#f")
                    try await client.tab.click("#a")
                    try await client.advance(by: 2_000)
                    try await client.connect()
                    let fresh: JSON = [
                        "input", ["id": "f", "form": "m-form", "name": "f9", "data-m-key": "k", "value": "Xab"],
                    ]
                    let button: JSON = ["button", ["form": "m-form", "id": "a", "name": "r", "value": "8"], "Like"]
                    try await client.deliver(["s": "T", "q": 0, "full": [button, fresh]])
                    #expect(try await client.status == "Not sent: Like, Like.")
                    #expect(try await client.value("#f") == "Xabc")
                    #expect(try await client.last == ["n": 1, "q": 0, "r": "9", "v": "Xabc"])
                    #expect(try await client.sent.count == 2)
                    try await client.disconnect()
                    try await client.advance(by: 2_000)
                    try await client.connect()
                    #expect(try await client.hello["s"] == "T")
                }
            }

            @Test("M15 · a new session that has lost acknowledged text gets it again", arguments: [true, false])
            func lostText(hasFieldAtOnce: Bool) async throws {
                try await ScriptFixture.run(field, at: "/notes/4") { client in
                    try await client.tab.type("c", into: "#f")
                    try await client.deliver(["k": [[1, 0]]])
                    try await client.disconnect()
                    try await client.advance(by: 2_000)
                    try await client.connect()
                    let fresh: JSON = [
                        "input", ["id": "f", "form": "m-form", "name": "f9", "data-m-key": "k", "value": "ab"],
                    ]
                    try await client.deliver(["s": "T", "q": 0, "full": hasFieldAtOnce ? [fresh] : ["Loading"]])
                    if !hasFieldAtOnce { try await client.deliver(["q": 1, "o": [["c", [], [["+", 1, [fresh]]]]]]) }
                    #expect(try await client.value("#f") == "abc")
                    #expect(try await client.last == ["n": 1, "q": hasFieldAtOnce ? 0 : 1, "r": "9", "v": "abc"])
                    try await client.deliver(["k": [[1, 0]]])
                    #expect(try await client.sent.count == 2)
                    #expect(try await client.tab.run("return sessionStorage.length") == 0)
                }
            }

            @Test("M15 · a new session whose text was never sent by this field keeps it", arguments: [true, false])
            func newerText(hasFieldAtOnce: Bool) async throws {
                try await ScriptFixture.run(field, at: "/notes/5") { client in
                    try await client.tab.type("c", into: "#f")
                    try await client.deliver(["k": [[1, 0]]])
                    try await client.disconnect()
                    try await client.advance(by: 2_000)
                    try await client.connect()
                    let fresh: JSON = [
                        "input", ["id": "f", "form": "m-form", "name": "f9", "data-m-key": "k", "value": "theirs"],
                    ]
                    try await client.deliver(["s": "T", "q": 0, "full": hasFieldAtOnce ? [fresh] : ["Loading"]])
                    if !hasFieldAtOnce { try await client.deliver(["q": 1, "o": [["c", [], [["+", 1, [fresh]]]]]]) }
                    #expect(try await client.value("#f") == "theirs")
                    #expect(try await client.sent.count == 1)
                    #expect(try await client.tab.run("return sessionStorage.length") == 0)
                }
            }

            @Test("M15 · a press on a removed control is reported as not sent") func gone() async throws {
                try await ScriptFixture.run(like) { client in
                    try await client.tab.click("#a")
                    try await client.deliver(["k": [[1, 3]]])
                    #expect(try await client.status == "Not sent: Like.")
                    try await client.tab.click("#a")
                    #expect(try await client.status == "", "The next press removes the message.")
                }
            }

            @Test("M15 · a form sends its fields, and a rejected field shows the reason until it changes")
            func forms() async throws {
                let html = #"""
                    <form method="post" data-r="18"><input type="hidden" name="r" value="18"><input id="t" name="title" \#
                    title="Of the page" aria-describedby="hint"><input \#
                    type="checkbox" name="tag" value="x" checked><input type="checkbox" name="tag" value="y" checked>\#
                    <button id="go">Save</button></form>
                    """#
                try await ScriptFixture.run(html) { client in
                    try await client.tab.type("Tea", into: "#t")
                    #expect(try await client.sent == [])
                    try await client.tab.press(Key.enter)
                    #expect(
                        try await client.sent == [
                            ["n": 1, "q": 0, "r": "18", "v": ["title": ["Tea"], "tag": ["x", "y"]]]
                        ])
                    #expect(
                        try await client.html.contains(
                            #"<form method="post" data-r="18" data-pending="" aria-busy="true">"#))
                    try await client.deliver(["k": [[1, 2, ["title": "Too short."]]]])
                    #expect(try await client.status == "Too short.")
                    #expect(try await client.focus == "t")
                    #expect(
                        try await client.tab.run(
                            "const f = stub.page.querySelector('#t'); return [f.ariaInvalid, f.title]") == [
                                "true", "Too short.",
                            ])
                    // The error stays in front of what the server changes.
                    try await client.deliver(["q": 1, "o": [["a", [0, 1], ["title": "Of the new page"]]]])
                    #expect(try await client.tab.run("return stub.page.querySelector('#t').title") == "Too short.")
                    try await client.tab.press("s")
                    let attributes = "['aria-invalid', 'aria-describedby', 'title']"
                    #expect(
                        try await client.tab.run(
                            "const f = stub.page.querySelector('#t'); return \(attributes).map((a) => f.getAttribute(a))"
                        )
                            == [nil, "hint", "Of the new page"])
                    try await client.tab.click("#go")
                    try await client.deliver(["k": [[2, 0]], "q": 2, "o": [["v", [0, 1], ""]]])
                    #expect(
                        try await client.value("#t") == "", "The value was accepted, so the server can clear the field."
                    )
                }
            }

            @Test("M15 · a plain click on a link sends its reference, other clicks open it") func links()
                async throws
            {
                try await ScriptFixture.run(
                    #"<a id="l" href="/notes/3" data-r="5">Three</a><a id="m" href="/other">Other</a>"#
                ) { client in
                    try await client.tab.click("#l")
                    #expect(try await client.sent == [["n": 1, "q": 0, "r": "5"]])
                    try await client.tab.run(
                        "addEventListener('click', (e) => { window.was = e.defaultPrevented; e.preventDefault(); })")
                    try await client.tab.click("#l", holding: Key.control)
                    #expect(try await client.tab.run("return window.was") == false)
                    #expect(try await client.sent.count == 1)
                }
            }

            @Test("M15 · Enter in a live field presses nothing") func enter() async throws {
                try await ScriptFixture.run(like + field) { client in
                    try await client.tab.type(Key.enter, into: "#f")
                    #expect(try await client.sent == [])
                }
            }

            @Test(
                "M15 · a shortcut clicks the topmost control or focuses a field, and is a letter while the user types")
            func shortcuts() async throws {
                let html = #"""
                    <button id="a" form="m-form" name="r" value="1" aria-keyshortcuts="n +">Below</button>\#
                    <button id="b" form="m-form" name="r" value="2" aria-keyshortcuts="n">Above</button>\#
                    <div inert><button form="m-form" name="r" value="3" aria-keyshortcuts="n">Inert</button></div>\#
                    <button hidden form="m-form" name="r" value="4" aria-keyshortcuts="n Escape">Hidden</button>\#
                    <button form="m-form" name="r" value="5" aria-keyshortcuts="Escape">Close</button>\#
                    <input id="f" form="m-form" name="f3" aria-keyshortcuts="/" data-on="change">
                    """#
                try await ScriptFixture.run(html) { client in
                    try await client.tab.press("n+")
                    #expect(try await client.sent.map { $0["r"] } == ["2", "1"])
                    try await client.tab.press("/")
                    #expect(try await client.focus == "f")
                    try await client.tab.press("n/")
                    #expect(try await client.value("#f") == "n/")
                    try await client.deliver(["k": [[1, 0], [2, 0]]])
                    #expect(try await client.sent.count == 2)
                    try await client.tab.press(Key.escape)
                    #expect(try await client.last["v"] == "n/", "The text is sent before the press.")
                    try await client.deliver(["k": [[3, 0]]])
                    #expect(try await client.last["r"] == "5")
                }
            }
        }
    }
#endif
