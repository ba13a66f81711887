#if Hummingbird || App
    import Testing

    @testable import WebTestSupport

    /// Opens a page and sends its forms.
    struct FormSender {
        let session: String
        private let fixture: ServerFixture
        private let fields: String

        init(_ fixture: ServerFixture, from address: String) async throws {
            let client = fixture.forwardedFields(for: address)
            let response = try await fixture.get("/", client)
            (self.fixture, session) = (fixture, try #require(response.session))
            fields = "Origin: \(fixture.origin)\r\nCookie: \(try #require(response.cookie))\r\n\(client)"
        }

        func send(_ body: String) async throws -> RawSocket {
            let form = try await RawSocket(port: fixture.port)
            let head = fixture.head(
                "POST /millrace/send?s=\(session)&q=7",
                "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\(fields)")
            await form.send(head + body)
            return form
        }

        /// Returns the next form that a page of the server handles.
        func next() async throws -> (id: String, fields: [String]) {
            try await fixture.factory.waitFor {
                if case .submitted(let id, let fields, _) = $0 { (id, fields) } else { nil }
            }
        }
    }
#endif
