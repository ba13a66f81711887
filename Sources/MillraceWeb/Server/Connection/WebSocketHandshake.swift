#if Web
    import FlyingFox
    import Foundation

    /// How a connection becomes a WebSocket.
    enum WebSocketHandshake {
        /// The answer that makes it one, and the cookie of who asked.
        ///
        /// A browser lets the pages of any site open a WebSocket to any other, so whoever does has to come from our own.
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

        /// What answers the browser's key: FlyingFox checks it, and computes this.
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
