#if Hummingbird || App
    import MillraceWeb
    import NIOCore
    import NIOWebSocket

    /// Decodes the frames of a WebSocket. Checks the header of a frame before its content is in memory.
    ///
    /// NIO's decoder keeps the bytes of a frame until all have arrived, so a check of whole frames would be too late.
    struct SocketDecoder: ByteToMessageDecoder {
        typealias InboundOut = WebSocketFrame

        /// The decision about a frame whose header has arrived.
        enum Decision { case accept, wait }

        private var decoder = WebSocketFrameDecoder(maxFrameSize: Int(UInt32.max))
        private var isAccepted = false
        private let check: (_ opcode: UInt8, _ length: UInt64, _ isLast: Bool) throws -> Decision

        /// - Parameter check: Decides about a frame. It is called again for the same frame after ``Decision/wait``, with the next bytes.
        ///   Its last argument is `true` if the client sends no more.
        init(check: @escaping (_ opcode: UInt8, _ length: UInt64, _ isLast: Bool) throws -> Decision) {
            self.check = check
        }

        mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
            try decode(context, &buffer, isLast: false)
        }

        mutating func decodeLast(
            context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool
        ) throws -> DecodingState { try decode(context, &buffer, isLast: true) }

        private mutating func decode(
            _ context: ChannelHandlerContext, _ buffer: inout ByteBuffer, isLast: Bool
        ) throws -> DecodingState {
            if !isAccepted {
                guard let header = try Self.header(of: buffer),
                    case .accept = try check(header.opcode, header.length, isLast)
                else { return .needMoreData }
                isAccepted = true
            }
            let state = try decoder.decode(context: context, buffer: &buffer)
            // After a whole frame, the decoder returns `continue`.
            if case .continue = state { isAccepted = false }
            return state
        }

        /// Returns the opcode and the length of the frame that begins here; `nil` if its header has not arrived.
        ///
        /// - Throws: ``LiveClose``, if a shorter form of the length exists, or if it has a sign.
        private static func header(of buffer: ByteBuffer) throws -> (opcode: UInt8, length: UInt64)? {
            var buffer = buffer
            guard let first = buffer.readInteger(as: UInt8.self), let second = buffer.readInteger(as: UInt8.self) else {
                return nil
            }
            switch second & 0x7F {
            case 126:
                guard let length = buffer.readInteger(as: UInt16.self) else { return nil }
                guard length >= 126 else { throw LiveClose.malformed }
                return (first & 0x0F, UInt64(length))
            case 127:
                guard let length = buffer.readInteger(as: UInt64.self) else { return nil }
                guard (65_536...UInt64(Int64.max)).contains(length) else { throw LiveClose.malformed }
                return (first & 0x0F, length)
            case let length: return (first & 0x0F, UInt64(length))
            }
        }
    }
#endif
