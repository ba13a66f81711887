#if PostgreSQL && App
    import NIOCore

    /// A message of the server, as far as the proxy must know it, with its bytes.
    struct BackendMessage {
        enum Kind: Equatable {
            /// A statement has ended. The tag begins with its name.
            case complete(String)
            /// The answer to a query or a pipeline has ended.
            case ready
            case other
        }

        let kind: Kind
        let bytes: ByteBuffer
    }

    /// Reads the messages of the server from a stream of bytes.
    struct BackendParser {
        private var stream = ByteBuffer()
        /// The number of answers that are one byte.
        var awaitedBytes = 0

        mutating func append(_ bytes: inout ByteBuffer) { stream.writeBuffer(&bytes) }

        /// Returns the next message; `nil` if it is not there as a whole.
        mutating func next() -> BackendMessage? {
            defer { stream.discardReadBytes() }
            if awaitedBytes > 0 {
                guard let bytes = stream.readSlice(length: 1) else { return nil }
                awaitedBytes -= 1
                return BackendMessage(kind: .other, bytes: bytes)
            }
            guard let length = stream.getInteger(at: stream.readerIndex + 1, as: UInt32.self),
                let bytes = stream.readSlice(length: 1 + Int(length))
            else { return nil }
            var body = bytes
            let type = body.readInteger(as: UInt8.self)
            body.moveReaderIndex(forwardBy: 4)
            switch type {
            case UInt8(ascii: "C"):
                return BackendMessage(kind: .complete(body.readNullTerminatedString() ?? ""), bytes: bytes)
            case UInt8(ascii: "Z"): return BackendMessage(kind: .ready, bytes: bytes)
            default: return BackendMessage(kind: .other, bytes: bytes)
            }
        }
    }
#endif
