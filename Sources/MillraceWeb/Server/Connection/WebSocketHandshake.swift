#if Web || Hummingbird || App
    import FlyingFox
    import Foundation

    /// Upgrades an HTTP connection to a WebSocket.
    enum WebSocketHandshake {
        /// Whether a request asks for a WebSocket.
        static func isRequested(by head: PageRequest) -> Bool {
            head["upgrade"]?.lowercased() == "websocket" && head.listValues("connection").contains("upgrade")
                && head["sec-websocket-version"] == "13"
        }

        /// Returns the response that accepts the WebSocket.
        static func accept(_ head: PageRequest) async throws(RequestError) -> PageResponse {
            guard let accept = await acceptKey(head) else { throw .malformed }
            var response = PageResponse(101)
            response["Upgrade"] = "websocket"
            response["Connection"] = "Upgrade"
            response["Sec-WebSocket-Accept"] = accept
            return response
        }

        /// Computes the `Sec-WebSocket-Accept` header. FlyingFox validates the browser's key.
        private static func acceptKey(_ head: PageRequest) async -> String? {
            let headers = head.fields.map { (HTTPHeader($0.name), $0.value) }
            let request = HTTPRequest(
                method: .GET, version: .http11, path: "/", query: [],
                headers: Dictionary(headers) { first, _ in first }, body: Data())
            let response = try? await WebSocketHTTPHandler(handler: NoFrames()).handleRequest(request)
            return response?.headers[HTTPHeader("Sec-WebSocket-Accept")]
        }

        private struct NoFrames: WSHandler {
            func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) async throws -> AsyncStream<WSFrame> {
                AsyncStream { nil }
            }
        }
    }
#endif
