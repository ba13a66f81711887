#if Hummingbird || App
    import Testing

    @testable import WebTestSupport

    extension BrowserTests {
        /// Symptom: a page did not reconnect to a restarted server.
        /// Cause: the server had not acknowledged a text when it ended. To report the unsent presses, the script read the name of
        /// `false` in place of the text's field, and failed before it completed the new session.
        /// Correct behavior: the presses are reported, and the text is sent to the new session.
        struct TextInFlightTests {
            @Test("a new session gets the text that the old one did not acknowledge") func newSession() async throws {
                let html = #"""
                    <button id="a" form="m-form" name="r" value="17">Like</button>\#
                    <input id="f" form="m-form" name="f3" value="ab">
                    """#
                try await ScriptFixture.run(html, at: "/notes/6") { client in
                    try await client.tab.type("c", into: "#f")
                    #expect(try await client.last == ["n": 1, "q": 0, "r": "3", "v": "abc"])
                    try await client.tab.click("#a")
                    try await client.disconnect()
                    try await client.advance(by: 2_000)
                    try await client.connect()
                    let fresh: JSON = ["input", ["id": "f", "form": "m-form", "name": "f9", "value": "ab"]]
                    try await client.deliver(["s": "T", "q": 0, "full": [fresh]])
                    #expect(try await client.status == "Not sent: Like.")
                    #expect(try await client.value("#f") == "abc")
                    #expect(try await client.last == ["n": 1, "q": 0, "r": "9", "v": "abc"])
                }
            }
        }
    }
#endif
