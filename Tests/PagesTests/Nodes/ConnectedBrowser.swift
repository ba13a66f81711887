#if (Hummingbird || Web) && SQLite || App
    import Millrace
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    /// A browser whose live connection has no socket.
    final class ConnectedBrowser: LiveTransport {
        private let incoming = AsyncStream<[UInt8]>.makeStream()
        private let outgoing = AsyncStream<String>.makeStream()
        private let state = Lock<(code: UInt16?, isAborted: Bool)>((nil, false))

        /// The frames that the page sends.
        var frames: AsyncStream<String> { outgoing.stream }
        /// The code with which the server has closed the connection.
        var code: UInt16? { state.withLock { $0.code } }

        /// Sends a message.
        func post(_ text: String) { incoming.continuation.yield(Array(text.utf8)) }

        /// Returns the first frame that contains a text, of those that have not been read; `nil` if one with `end` precedes it.
        func frame(with text: String, before end: String? = nil) async -> String? {
            for await frame in frames {
                if frame.contains(text) { return frame }
                if let end, frame.contains(end) { return nil }
            }
            return nil
        }

        /// Connects to a page of a server. The task ends with the connection.
        func connect(to server: PageServer, _ page: PageClient) -> Task<Void, Never> {
            let input = LiveInput(server.pages.context, page.client)
            post(
                "{\"h\":1,\"s\":\"\(page.session)\",\"c\":\"\(page.name)\",\"q\":\(page.sequence),\"a\":\"/\"}")
            return Task {
                await server.pages.serve(self, input)
                outgoing.continuation.finish()
            }
        }

        // MARK: LiveTransport

        var isClosed: Bool { state.withLock { $0.isAborted } }
        func beginWait() {}
        func endWait() -> Bool { !isClosed }

        func receive(atMost count: Int) async throws -> [[UInt8]] {
            for await text in incoming.stream { return [text] }
            return []
        }

        func send(_ text: [UInt8]) async throws { outgoing.continuation.yield(String(decoding: text, as: UTF8.self)) }

        func close(_ code: UInt16) async { state.withLock { $0.code = code } }

        func abort() {
            state.withLock { $0.isAborted = true }
            incoming.continuation.finish()
        }
    }
#endif
