#if Web || App
    /// A message that a client sent over a WebSocket.
    enum WebSocketMessage: Equatable, Sendable {
        case text(String)
        case ping([UInt8])
        case pong
        case close
    }

    /// Reads WebSocket messages, with the strict checks of RFC 6455.
    ///
    /// A message that exceeds the size limit is rejected when its header has been read.
    actor WebSocketReader {
        private let reader: ConnectionReader
        private let limit: Int
        private let rates: MessageRates
        private let now: @Sendable () -> Duration
        /// The fragments of a message whose last fragment has not been received.
        private var partialMessage: [UInt8]?
        private let largeInputs: WorkSlots
        private let conversions: WorkSlots
        private let client: ClientIdentity
        /// Whether the current message has a slot of ``largeInputs``.
        private var hasSlot = false

        /// - Parameter client: The client, which shares the slots of `largeInputs` and the rate of messages.
        init(_ reader: ConnectionReader, _ context: ServerContext, _ client: ClientIdentity) {
            let limits = context.configuration.limits
            (self.reader, limit, now) = (reader, limits.messageBytes, context.timers.now)
            (largeInputs, conversions, self.client) = (context.largeInputs, context.conversions, client)
            rates = context.rates
        }

        /// Ends the use of a large message. Called when it has been handled, and at the end of the connection.
        func releaseMessage() {
            if hasSlot { largeInputs.leave(client) }
            hasSlot = false
        }

        /// Reads the next message.
        ///
        /// - Parameter limit: The maximum number of bytes. Defaults to that of the configuration.
        /// - Throws: ``CloseFrame``, if the message is rejected, or the error that ended the connection.
        func next(atMost limit: Int? = nil) async throws -> WebSocketMessage {
            let limit = min(limit ?? self.limit, self.limit)
            while true { if let message = try await self.message(from: readFrame(limit)) { return message } }
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
                throw CloseFrame.malformed
            }
            guard code != 2 else { throw CloseFrame(1003, "Binary messages are not supported. Send text.") }
            let length = try await readLength(start[1] & 0x7F)
            // Each fragment counts, because reading a short one costs as much as reading a message.
            try checkRate()
            if code >= 8 {
                guard isLast, length <= 125 else { throw CloseFrame.malformed }
            } else {
                guard (code == 0) == (partialMessage != nil) else { throw CloseFrame.malformed }
                guard length <= UInt64(limit - (partialMessage?.count ?? 0)) else {
                    throw CloseFrame(1009, "The message is too long. It may have at most \(limit) bytes.")
                }
            }
            if Int(length) + (partialMessage?.count ?? 0) > ServerContext.maxSmallInput, !hasSlot {
                hasSlot = await largeInputs.enter(client)
                guard hasSlot else { throw CloseFrame(1013, RequestError.tooManyRequests.message) }
            }
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
            guard length > (short == 126 ? 125 : 65_535), length >> 63 == 0 else { throw CloseFrame.malformed }
            return length
        }

        private func message(from frame: Frame) async throws -> WebSocketMessage? {
            switch frame.code {
            case 8:
                guard Self.isCloseCode(frame.payload),
                    String(validating: frame.payload.dropFirst(2), as: UTF8.self) != nil
                else { throw CloseFrame.malformed }
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
            guard let text = await text(of: whole) else {
                throw CloseFrame(1007, "The message is not valid UTF-8 text.")
            }
            return .text(text)
        }

        /// Returns the text of a message with limited runs of combining marks. `nil` if it is not UTF-8.
        private func text(of message: [UInt8]) async -> String? {
            await conversions.convert(byteCount: message.count, of: client) {
                String(validating: MarkRuns.limited(message, isJSON: true), as: UTF8.self)
            }
        }

        /// Whether the payload of a close frame is empty, or starts with a status code that a client may send
        /// (RFC 6455, section 7.4).
        private static func isCloseCode(_ payload: [UInt8]) -> Bool {
            guard payload.count >= 2 else { return payload.isEmpty }
            switch Int(payload[0]) << 8 | Int(payload[1]) {
            case 1000...1003, 1007...1014, 3000...4999: return true
            default: return false
            }
        }

        private func checkRate() throws {
            guard rates.allowsMessage(from: client, now: now()) else {
                throw CloseFrame(1008, "Too many messages were sent. Try again in a moment.")
            }
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
