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
                let own: [String: JSON] = ["x": 1, "q": 900, "full": .array(page)]
                try await client.deliver(.object(own.merging(frame) { $1 }))
            }

            private func button(_ label: String, _ reference: Int) -> JSON {
                ["button", ["form": "m-form", "name": "r", "value": .string("\(reference)")], .string(label)]
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
        }
    }
#endif
