#if Web
    import Testing

    @testable import MillraceWeb

    /// Clients with different addresses, behind a trusted proxy.
    extension ServerFixture {
        /// Returns the fields with which a trusted proxy names a client.
        func fields(_ client: String) -> String { "X-Forwarded-For: \(client)\r\n" }

        /// Loads a page as a client, and opens its live connection.
        func live(from client: String) async throws -> WebSocketClient {
            let response = try await get("/", fields(client))
            let opened = (try #require(response.session), try #require(response.cookie))
            return try await WebSocketClient(self, opened, fields: fields(client))
        }

        /// Waits until a page has been connected, and returns its ID.
        func connected() async throws -> String {
            try await factory.waitFor { event in if case .connected(let id, _, _) = event { id } else { nil } }
        }
    }

    extension ClientIdentity {
        /// A browser at an address.
        init(_ cookie: String, at address: String = "192.0.2.1") { self.init(cookie: cookie, address: address) }
    }
#endif
