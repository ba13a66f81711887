/// The frames of a WebSocket, as a client sends and receives them.
package struct WebSocketFrames {
    /// The maximum number of bytes in a part of a text. MillraceWeb sends and receives longer texts in parts, of which each but the last
    /// begins with `+`.
    private static let maxPart = 65_536
    private static let mark = UInt8(ascii: "+")

    private var received: ArraySlice<UInt8> = []

    package init() {}

    /// Adds received bytes.
    package mutating func add(_ bytes: some Sequence<UInt8>) { received += bytes }

    /// Removes and returns the payload of the next frame. The server does not mask frames.
    package mutating func next() -> ArraySlice<UInt8>? {
        guard received.count >= 2 else { return nil }
        let bytes = received.prefix(10).map { Int($0) }
        // The length follows in two or eight bytes if it does not fit here.
        let (short, more) = (bytes[1] & 0x7F, [126: 2, 127: 8][bytes[1] & 0x7F] ?? 0)
        guard bytes.count >= 2 + more else { return nil }
        let length = more == 0 ? short : bytes[2..<2 + more].reduce(0) { $0 << 8 | $1 }
        guard received.count >= 2 + more + length else { return nil }
        let payload = received.dropFirst(2 + more).prefix(length)
        received = received[payload.endIndex...]
        return payload
    }

    /// The last received bytes, for the message of an error.
    package var rest: String { String(decoding: received.suffix(300), as: UTF8.self) }

    /// Returns the frames of a text, with masks that are zero.
    package static func encode(_ text: String) -> [UInt8] {
        var (rest, frames) = (Array(text.utf8)[...], [] as [UInt8])
        while rest.count > maxPart {
            frames += frame([mark] + rest.prefix(maxPart - 1))
            rest = rest.dropFirst(maxPart - 1)
        }
        return frames + frame(rest)
    }

    private static func frame(_ payload: some Collection<UInt8>) -> [UInt8] {
        let count = payload.count
        let length: [UInt8] =
            switch count {
            case ..<126: [0x80 | UInt8(count)]
            case ..<65_536: [0x80 | 126, UInt8(count >> 8), UInt8(count & 0xFF)]
            default: [0x80 | 127] + stride(from: 56, through: 0, by: -8).map { UInt8(count >> $0 & 0xFF) }
            }
        return [0x81] + length + [0, 0, 0, 0] + payload
    }

    /// Joins the parts of a text. Returns `nil` before the last one.
    package static func join(_ part: ArraySlice<UInt8>, to parts: inout [UInt8]) -> [UInt8]? {
        guard part.first == mark else {
            defer { parts = [] }
            return parts + part
        }
        parts += part.dropFirst()
        return nil
    }
}

extension LoopbackSocket {
    /// Makes the connection a WebSocket. A client sends no frame before the response.
    package func upgrade(port: UInt16, cookie: some StringProtocol) throws {
        try send(
            """
            GET /millrace/live HTTP/1.1\r\nHost: localhost:\(port)\r\nOrigin: http://localhost:\(port)\r\n\
            Cookie: \(cookie)\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
            """)
        var head: [UInt8] = []
        while head.index(of: "\r\n\r\n") == nil {
            let bytes = try receive()
            if bytes.isEmpty { throw ClientFailure("the server closed a new live connection") }
            head += bytes
        }
        if head.index(of: "HTTP/1.1 101") != 0 {
            throw ClientFailure(
                "the server refused a live connection: \(String(decoding: head.prefix(30), as: UTF8.self))")
        }
    }
}
