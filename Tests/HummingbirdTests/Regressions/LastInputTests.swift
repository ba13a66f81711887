#if Hummingbird || App
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    /// Symptom: the last presses before a lost connection were lost, although the server had received them.
    /// Cause: they waited in the decoder while the page worked, and the decoder was dropped at the end of the connection.
    /// Correct behavior: what has arrived is handled.
    struct LastInputTests {
        @Test("messages that wait when the client disconnects are handled") func last() async throws {
            try await withServer { fixture in
                let opened = try await fixture.openPage()
                let client = try await WebSocketClient(fixture, opened)
                _ = try await fixture.factory.waitFor { if case .connected = $0 { () } else { nil } }
                let page = await fixture.factory.pages[0]
                await page.hold()
                await client.send("one")
                try await fixture.factory.waitFor(.received(opened.session, "one"))
                for text in ["two", "three"] { await client.send(text) }
                client.socket.finish()
                try await fixture.useAllThreads()
                await page.release()
                var texts: [String] = []
                while texts.last != "disconnected" {
                    texts.append(
                        try await fixture.factory.waitFor { event in
                            switch event {
                            case .received(_, let text): text
                            case .disconnected: "disconnected"
                            default: nil
                            }
                        })
                }
                #expect(texts == ["two", "three", "disconnected"])
            }
        }
    }
#endif
