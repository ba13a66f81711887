#if Hummingbird || App
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    /// Clients with different addresses, behind a trusted proxy.
    extension ServerFixture {
        /// Returns the fields with which a trusted proxy names a client.
        func forwardedFields(for client: String) -> String { "X-Forwarded-For: \(client)\r\n" }

        /// Loads a page as a client, and opens its live connection.
        func openLivePage(from client: String) async throws -> WebSocketClient {
            let response = try await get("/", forwardedFields(for: client))
            let opened = (try #require(response.session), try #require(response.cookie))
            return try await WebSocketClient(self, opened, fields: forwardedFields(for: client))
        }

        /// Waits until a page has been connected, and returns its ID.
        func waitUntilConnected() async throws -> String {
            try await factory.waitFor { event in if case .connected(let id, _, _) = event { id } else { nil } }
        }
    }
#endif
