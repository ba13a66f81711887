#if Web || Hummingbird || App
    /// Why a live connection ends: a code of RFC 6455, and a message for the user.
    ///
    /// The script shows the message. After 1001, 1012 and 1013 it connects again.
    public struct LiveClose: Error, Equatable, Sendable {
        /// The code, such as 1000 for a normal end, 1002 for malformed input, and 1012 for a server that restarts.
        public var code: UInt16
        /// The message for the user; `nil` for none.
        public var message: String?

        /// Creates a reason with this code and message.
        public init(_ code: UInt16, _ message: String? = nil) { (self.code, self.message) = (code, message) }

        /// The client has violated the protocol of the transport.
        public static let malformed = LiveClose(1002, "The browser sent an invalid WebSocket frame.")

        /// The client has sent other frames in place of the first message.
        public static let noFirstMessage = LiveClose(1008, "The browser sent no first message. Reload the page.")

        /// A message, or the whole text of several, has more than this number of bytes.
        public static func tooLong(_ limit: Int) -> LiveClose {
            LiveClose(1009, "The message is too long. It may have at most \(limit) bytes.")
        }

        /// Whether the payload of a close frame is valid: empty, or a code that a client may send and a text in UTF-8 (RFC 6455, section
        /// 7.4).
        public static func isValid(payload: [UInt8]) -> Bool {
            guard payload.count >= 2 else { return payload.isEmpty }
            switch Int(payload[0]) << 8 | Int(payload[1]) {
            case 1000...1003, 1007...1014, 3000...4999:
                return String(validating: payload.dropFirst(2), as: UTF8.self) != nil
            default: return false
            }
        }
    }
#endif
