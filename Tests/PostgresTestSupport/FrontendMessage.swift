#if PostgreSQL && App
    import NIOCore

    /// A message of a client, as far as the proxy must know it, with its bytes.
    struct FrontendMessage {
        enum Kind: Equatable {
            /// Asks for encryption. The answer is one byte.
            case encryptionRequest
            /// The parameters of a new session.
            case startup([String: String])
            /// Statements as text.
            case query(String)
            /// Prepares a statement.
            case parse(statement: String, text: String)
            /// Makes a portal of a prepared statement.
            case bind(portal: String, statement: String)
            /// Runs a portal.
            case execute(portal: String)
            /// The end of a pipeline.
            case sync
            case other
        }

        let kind: Kind
        let bytes: ByteBuffer

        /// Whether a text contains a statement that commits. It does not know literals, in which a semicolon can be.
        static func commits(_ text: String) -> Bool {
            text.split(separator: ";").contains { statement in
                let word = statement.split { !$0.isLetter && $0 != "_" }.first
                return word.map { ["COMMIT", "END"].contains($0.uppercased()) } ?? false
            }
        }
    }

    /// Reads the messages of a client from a stream of bytes.
    struct FrontendParser {
        private var stream = ByteBuffer()
        /// The first messages have no type.
        private var hasStarted = false

        mutating func append(_ bytes: inout ByteBuffer) { stream.writeBuffer(&bytes) }

        /// Returns the next message; `nil` if it is not there as a whole.
        mutating func next() -> FrontendMessage? {
            let header = hasStarted ? 1 : 0
            let start = stream.readerIndex
            guard let length = stream.getInteger(at: start + header, as: UInt32.self),
                let bytes = stream.readSlice(length: header + Int(length))
            else { return nil }
            defer { stream.discardReadBytes() }
            var body = bytes
            let type = hasStarted ? body.readInteger(as: UInt8.self) : nil
            body.moveReaderIndex(forwardBy: 4)
            guard let type else { return FrontendMessage(kind: startup(&body), bytes: bytes) }
            return FrontendMessage(kind: Self.kind(type, &body), bytes: bytes)
        }

        private mutating func startup(_ body: inout ByteBuffer) -> FrontendMessage.Kind {
            // The codes of requests for encryption, and of a cancellation, have the place of the version.
            switch body.readInteger(as: UInt32.self) {
            case 80_877_103, 80_877_104: return .encryptionRequest
            case 80_877_102: return .other
            default: break
            }
            hasStarted = true
            var parameters: [String: String] = [:]
            while let name = body.readNullTerminatedString(), !name.isEmpty {
                parameters[name] = body.readNullTerminatedString()
            }
            return .startup(parameters)
        }

        private static func kind(_ type: UInt8, _ body: inout ByteBuffer) -> FrontendMessage.Kind {
            func string() -> String { body.readNullTerminatedString() ?? "" }
            switch type {
            case UInt8(ascii: "Q"): return .query(string())
            case UInt8(ascii: "P"): return .parse(statement: string(), text: string())
            case UInt8(ascii: "B"): return .bind(portal: string(), statement: string())
            case UInt8(ascii: "E"): return .execute(portal: string())
            case UInt8(ascii: "S"): return .sync
            default: return .other
            }
        }
    }
#endif
