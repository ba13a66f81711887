#if DEBUG && (Hummingbird || App)
    import Synchronization
    import Testing

    /// A WebSocket client that sends and receives single frames.
    struct WebSocketClient: Sendable {
        struct Frame: Equatable, Sendable {
            var code: UInt8
            var payload: [UInt8]
            var text: String { String(decoding: payload, as: UTF8.self) }
            /// The status code, if this is a close frame.
            var closeCode: Int? { code == 8 && payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : nil }
        }

        let socket: RawSocket

        /// Opens a WebSocket through a proxy.
        init(
            to port: UInt16, host: String, origin: String, cookie: String, path: String = "/millrace/live"
        ) async throws {
            try await self.init(
                to: port,
                "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nOrigin: \(origin)\r\nCookie: \(cookie)\r\n"
                    + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
        }

        /// Opens a WebSocket with a request.
        init(to port: UInt16, _ request: String) async throws {
            socket = try await RawSocket(port: port)
            await socket.send(request)
            var head: [UInt8] = []
            while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
                let byte = await socket.read(1)
                if byte.isEmpty { break }
                head += byte
            }
            let response = ParsedResponse(head)
            try #require(response.status == 101)
            // The value is the example of RFC 6455.
            #expect(response["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        }

        static func hello(_ session: String, _ url: String = "/", client: String? = nil) -> String {
            let client = client ?? "client-\(lastClient.add(1, ordering: .relaxed).newValue)"
            return #"{"h":1,"s":"\#(session)","c":"\#(client)","q":7,"a":"\#(url)"}"#
        }

        private static let lastClient = Atomic(0)

        /// Sends a text, in parts if it is long, as the script does.
        @discardableResult func send(_ text: String) async -> Bool { await socket.send(Self.frames(Array(text.utf8))) }

        /// Returns the frames of a text.
        static func frames(_ text: [UInt8]) -> [UInt8] {
            var (rest, frames) = (text[...], [] as [UInt8])
            while rest.count > 65_536 {
                frames += frame(1, [UInt8(ascii: "+")] + rest.prefix(65_535))
                rest = rest.dropFirst(65_535)
            }
            return frames + frame(1, Array(rest))
        }

        /// Sends a masked frame, as a browser does.
        @discardableResult func send(_ code: UInt8, _ payload: [UInt8], isLast: Bool = true) async -> Bool {
            await socket.send(Self.frame(code, payload, isLast: isLast))
        }

        static func frame(_ code: UInt8, _ payload: [UInt8], isLast: Bool = true) -> [UInt8] {
            let mask: [UInt8] = [1, 2, 3, 4]
            return header(code, payload.count, isLast: isLast) + mask + masked(payload, with: mask)
        }

        /// Masks eight bytes at a time, because the sanitizer observes each access, and payloads have 200,000 bytes.
        private static func masked(_ payload: [UInt8], with mask: [UInt8]) -> [UInt8] {
            let word = (mask + mask).withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
            let padding = [UInt8](repeating: 0, count: -payload.count & 7)
            let masked = (payload + padding).withUnsafeBytes { bytes in
                stride(from: 0, to: bytes.count, by: 8).map {
                    bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self) ^ word
                }
            }
            return masked.withUnsafeBytes { Array($0.prefix(payload.count)) }
        }

        /// Returns the header of a frame, without the mask.
        static func header(_ code: UInt8, _ count: Int, isLast: Bool = true) -> [UInt8] {
            let start = [isLast ? 0x80 | code : code]
            switch count {
            case ...125: return start + [0x80 | UInt8(count)]
            case ...65_535: return start + [0xFE, UInt8(count >> 8), UInt8(count & 0xFF)]
            default: return start + [0xFF] + stride(from: 56, through: 0, by: -8).map { UInt8(count >> $0 & 0xFF) }
            }
        }

        /// Reads the next text in all its parts, or another frame. Returns `nil` at the end.
        func next() async -> Frame? {
            var parts: [UInt8] = []
            while let frame = await nextPart() {
                guard frame.code == 1, frame.payload.first == UInt8(ascii: "+") else {
                    return Frame(code: frame.code, payload: parts + frame.payload)
                }
                parts += frame.payload.dropFirst()
            }
            return nil
        }

        private func nextPart() async -> Frame? {
            guard let start = await read(2) else { return nil }
            var count = Int(start[1])
            if count >= 126 {
                guard let more = await read(count == 126 ? 2 : 8) else { return nil }
                count = more.reduce(0) { $0 << 8 | Int($1) }
            }
            guard let payload = await read(count) else { return nil }
            #expect(start[0] & 0x80 != 0)
            return Frame(code: start[0] & 0x0F, payload: payload)
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

        /// Waits for the close frame. Returns its code, and the text of the error frame before it, if there is one.
        func closeFrame() async -> (error: String?, code: Int?) {
            var error: String?
            while let frame = await next() {
                if frame.code == 1 { error = frame.text }
                if let code = frame.closeCode { return (error, code) }
            }
            return (error, nil)
        }
    }
#endif
