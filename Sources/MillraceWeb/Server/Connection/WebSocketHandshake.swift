#if Web || App
    import FlyingFox
    import Foundation

    /// Upgrades an HTTP connection to a WebSocket.
    enum WebSocketHandshake {
        /// Checks an upgrade request.
        ///
        /// A browser lets a page of any site open a WebSocket to any other site. Therefore the request must come from a
        /// page of this server.
        ///
        /// - Returns: The response that accepts the WebSocket, and the cookie of the browser.
        static func accept(_ head: RequestHead) async throws(RequestError) -> (response: Response, cookie: String) {
            guard head.method == "GET" else { throw .methodNotAllowed }
            guard head.isSameOrigin else { throw .crossOrigin }
            guard head["upgrade"]?.lowercased() == "websocket", head.listValues("connection").contains("upgrade"),
                head["sec-websocket-version"] == "13"
            else { throw .upgradeRequired }
            guard let cookie = head.browserCookie else { throw .missingCookie }
            guard let accept = await acceptKey(head) else { throw .malformed }
            var response = Response(101)
            response["Upgrade"] = "websocket"
            response["Connection"] = "Upgrade"
            response["Sec-WebSocket-Accept"] = accept
            return (response, cookie)
        }

        /// Computes the `Sec-WebSocket-Accept` header. FlyingFox validates the browser's key.
        private static func acceptKey(_ head: RequestHead) async -> String? {
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
