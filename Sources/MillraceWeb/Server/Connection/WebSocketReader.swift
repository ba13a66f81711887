#if Web || Hummingbird || App
    /// A message that a client sent over a WebSocket.
    enum WebSocketMessage: Equatable, Sendable {
        case text([UInt8])
        case ping([UInt8])
        case pong
        case close
    }

    /// Reads WebSocket messages, with the strict checks of RFC 6455.
    ///
    /// A message that exceeds the size limit is rejected when its header has been read.
    actor WebSocketReader {
        private let reader: ConnectionReader
        private let input: LiveInput
        /// The fragments of a message whose last fragment has not been received.
        private var partialMessage: [UInt8]?
        private var error: (any Error)?

        init(_ reader: ConnectionReader, _ input: LiveInput) { (self.reader, self.input) = (reader, input) }

        /// Keeps an error until the messages before it were handled.
        func keep(_ error: any Error) { self.error = error }

        func takeError() -> (any Error)? { error.take() }

        /// Reads the next message.
        ///
        /// - Throws: ``LiveClose``, if the message is rejected, or the error that ended the connection.
        func next() async throws -> WebSocketMessage {
            while true { if let message = try message(from: await readFrame(input.maxBytes)) { return message } }
        }

        /// Whether the next message is a short text that has been received as a whole.
        var hasText: Bool {
            get async {
                guard partialMessage == nil, let start = await reader.peek(2), start[start.startIndex] == 0x81 else {
                    return false
                }
                let length = Int(start[start.startIndex + 1] & 0x7F)
                return length < 126 ? await reader.peek(2 + 4 + length) != nil : false
            }
        }

        private struct Frame {
            var isLast: Bool
            var code: UInt8
            var payload: [UInt8]
        }

        private func readFrame(_ limit: Int) async throws -> Frame {
            let start = try await reader.read(2)
            let (isLast, code) = (start[0] & 0x80 != 0, start[0] & 0x0F)
            guard start[0] & 0x70 == 0, start[1] & 0x80 != 0, [0, 1, 2, 8, 9, 10].contains(code) else {
                throw LiveClose.malformed
            }
            guard code != 2 else { throw LiveClose(1003, "Binary messages are not supported. Send text.") }
            let length = try await readLength(start[1] & 0x7F)
            // Each fragment counts, because reading a short one costs as much as reading a message.
            try input.countMessage()
            if code >= 8 {
                guard isLast, length <= 125 else { throw LiveClose.malformed }
            } else {
                guard (code == 0) == (partialMessage != nil) else { throw LiveClose.malformed }
                guard length <= UInt64(limit - (partialMessage?.count ?? 0)) else {
                    throw input.tooLong
                }
            }
            if Int(length) + (partialMessage?.count ?? 0) > LiveInput.smallBytes { try await input.beginLarge() }
            let mask = try await reader.read(4)
            var payload = try await reader.read(Int(length))
            for index in payload.indices { payload[index] ^= mask[index & 3] }
            return Frame(isLast: isLast, code: code, payload: payload)
        }

        private func readLength(_ short: UInt8) async throws -> UInt64 {
            guard short >= 126 else { return UInt64(short) }
            let length = try await reader.read(short == 126 ? 2 : 8).reduce(into: UInt64(0)) {
                $0 = $0 << 8 | UInt64($1)
            }
            guard length > (short == 126 ? 125 : 65_535), length >> 63 == 0 else { throw LiveClose.malformed }
            return length
        }

        private func message(from frame: Frame) throws -> WebSocketMessage? {
            switch frame.code {
            case 8:
                guard LiveClose.isValid(payload: frame.payload) else { throw LiveClose.malformed }
                return .close
            case 9: return .ping(frame.payload)
            case 10: return .pong
            default: break
            }
            guard frame.isLast else {
                // Appending in place keeps the cost proportional to the length of the message.
                partialMessage = partialMessage ?? []
                partialMessage?.append(contentsOf: frame.payload)
                return nil
            }
            var whole = frame.payload
            if var start = partialMessage.take() {
                start += whole
                whole = start
            }
            return .text(whole)
        }

        /// Returns a frame for the server to send.
        static func frame(_ code: UInt8, _ payload: some Collection<UInt8>) -> [UInt8] {
            var frame = [0x80 | code]
            switch payload.count {
            case ...125: frame.append(UInt8(payload.count))
            case ...65_535: frame += [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
            default:
                frame.append(127)
                for shift in stride(from: 56, through: 0, by: -8) { frame.append(UInt8(payload.count >> shift & 0xFF)) }
            }
            return frame + payload
        }
    }
#endif
