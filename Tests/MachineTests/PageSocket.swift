#if PostgreSQL && App
    import Foundation

    @testable import WebTestSupport

    /// A WebSocket whose errors are no failures of a test: nodes end at any time.
    struct PageSocket {
        private let socket: RawSocket

        /// Connects; `nil` if the node does not answer.
        init?(_ port: UInt16, cookie: String) async {
            guard let socket = try? await RawSocket(port: port) else { return nil }
            self.socket = socket
            await socket.send(
                "GET /millrace/live HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
                    + "Cookie: \(cookie)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
            var head: [UInt8] = []
            while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
                let byte = await socket.read(1)
                if byte.isEmpty { return nil }
                head += byte
            }
            if ParsedResponse(head).status != 101 { return nil }
        }

        func send(_ text: String) async { await socket.send(WebSocketClient.frames(Array(text.utf8))) }

        /// Reads the next text in all its parts. Returns `nil` at the end.
        func next() async -> String? {
            var parts: [UInt8] = []
            while let (code, payload) = await nextPart() {
                switch code {
                case 1 where payload.first == UInt8(ascii: "+"): parts += payload.dropFirst()
                case 1: return String(decoding: parts + payload, as: UTF8.self)
                case 8: return nil
                case 9: await socket.send(WebSocketClient.frame(10, payload))
                default: break
                }
            }
            return nil
        }

        private func nextPart() async -> (code: UInt8, payload: [UInt8])? {
            guard let start = await read(2) else { return nil }
            var count = Int(start[1])
            if count >= 126 {
                guard let more = await read(count == 126 ? 2 : 8) else { return nil }
                count = more.reduce(0) { $0 << 8 | Int($1) }
            }
            guard let payload = await read(count) else { return nil }
            return (start[0] & 0x0F, payload)
        }

        private func read(_ count: Int) async -> [UInt8]? {
            var bytes: [UInt8] = []
            while bytes.count < count {
                let more = await socket.read(count - bytes.count)
                if more.isEmpty { return nil }
                bytes += more
            }
            return bytes
        }
    }
#endif
