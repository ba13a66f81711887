#if Web || Hummingbird || App
    /// A WebSocket on a connection of this server.
    struct WebSocketTransport: LiveTransport {
        private let connection: Connection
        private let reader: WebSocketReader
        private let input: LiveInput

        init(_ connection: Connection, _ input: LiveInput) {
            (self.connection, self.input) = (connection, input)
            reader = WebSocketReader(connection.reader, input)
        }

        var isClosed: Bool { connection.isClosed }
        func beginWait(needsInput: Bool) { connection.beginWait(needsInput: needsInput) }
        func endWait() -> Bool { connection.endWait() }
        func abort() { connection.abort() }

        func receive(atMost count: Int) async throws -> [[UInt8]] {
            if input.isFirst { return try await receiveFirst().map { [$0] } ?? [] }
            if let error = await reader.takeError() { throw error }
            var messages: [[UInt8]] = []
            while messages.isEmpty {
                let message = try await connection.withTimeout(input.timeout, throwing: input.timeoutError) {
                    try await reader.next()
                }
                switch message {
                case .text(let text): messages.append(text)
                case .ping(let payload): try await pong(payload)
                case .pong: break
                case .close: return []
                }
            }
            do {
                while messages.count < count, await reader.hasText, case .text(let text) = try await reader.next() {
                    messages.append(text)
                }
            } catch {
                await reader.keep(error)
            }
            return messages
        }

        /// Reads the first message. Few control frames may precede it, because no share of the browser limits them yet. Returns `nil` if
        /// the browser closes the connection.
        private func receiveFirst() async throws -> [UInt8]? {
            try await connection.withTimeout(input.timeout, throwing: input.timeoutError) {
                for _ in 0..<8 {
                    switch try await reader.next() {
                    case .text(let text): return text
                    case .ping(let payload): try await pong(payload)
                    case .pong: break
                    case .close: return nil
                    }
                }
                throw LiveClose.noFirstMessage
            }
        }

        private func pong(_ payload: [UInt8]) async throws {
            try await connection.write(WebSocketReader.frame(10, payload))
        }

        func send(_ frame: consuming [UInt8]) async throws {
            try await connection.write(WebSocketReader.frame(1, frame))
        }

        func close(_ code: UInt16) async {
            do {
                try await connection.write(WebSocketReader.frame(8, [UInt8(code >> 8), UInt8(code & 0xFF)]))
                await connection.closeGracefully(unread: input.maxBytes, from: input.client.address)
            } catch {
                // The client has disconnected.
            }
        }
    }
#endif
