#if Web || Hummingbird || App
    import FlyingSocks

    /// Reads from a client.
    actor ConnectionReader {
        private let socket: AsyncSocket
        /// The bytes that were read.
        private var buffer: [UInt8] = []
        /// The number of bytes at the start of the buffer that were consumed. They are removed in large parts, so that
        /// short reads cost as little as long ones.
        private var consumed = 0
        /// The number of bytes that were received since the last pause.
        private var receivedSincePause = 0
        /// How often other tasks could run although there were more bytes.
        private(set) var pauses = 0
        /// The number of bytes after which other tasks can run.
        static let bytesPerTurn = 65_536
        /// The number of bytes that are read at least, if they have been received.
        private static let shortRead = 4_096

        init(_ socket: AsyncSocket) { self.socket = socket }

        /// Receives some bytes. Other tasks can run regularly, because a client that sends without a break would otherwise keep
        /// a thread.
        ///
        /// - Parameter limit: The number of bytes that can be used at once. Many short reads of a long body would cost much.
        private func receive(atMost limit: Int = shortRead) async throws -> [UInt8] {
            if receivedSincePause >= Self.bytesPerTurn {
                receivedSincePause = 0
                pauses += 1
                await Task.yield()
            }
            var bytes = try await socket.read(atMost: Self.shortRead)
            // The rest of what has arrived, with one call of the system. An error occurs again at the next read.
            let excess = min(limit, Self.bytesPerTurn - receivedSincePause) - Self.shortRead
            if bytes.count == Self.shortRead, excess > 0, let rest = try? socket.socket.read(atMost: excess) {
                bytes += rest
            }
            receivedSincePause += bytes.count
            return bytes
        }

        /// Whether the buffer is empty.
        var isEmpty: Bool { buffer.count == consumed }

        /// Reads the head of a request. The result does not include the empty line at its end.
        func readHead(atMost limit: Int) async throws -> [UInt8] {
            var seen = 0
            while true {
                if let (head, whole) = Self.headLength(in: buffer, from: seen) {
                    guard head <= limit else { throw RequestError.headTooLarge(limit) }
                    defer { buffer.removeFirst(whole) }
                    return Array(buffer[..<head])
                }
                if buffer.count > limit { throw RequestError.headTooLarge(limit) }
                seen = max(0, buffer.count - 3)
                buffer += try await receive()
            }
        }

        /// Finds the first empty line after `start`. Returns the length of the bytes before it, and their length
        /// including it.
        static func headLength(in bytes: [UInt8], from start: Int = 0) -> (head: Int, whole: Int)? {
            for index in start..<max(start, bytes.count) where bytes[index] == UInt8(ascii: "\n") {
                let rest = bytes[(index + 1)...]
                if rest.first == UInt8(ascii: "\n") { return (index, index + 2) }
                if rest.starts(with: [UInt8(ascii: "\r"), UInt8(ascii: "\n")]) { return (index, index + 3) }
            }
            return nil
        }

        /// Reads `count` bytes.
        func read(_ count: Int) async throws -> [UInt8] {
            while buffer.count - consumed < count {
                buffer.removeFirst(consumed)
                consumed = 0
                if buffer.isEmpty { buffer.reserveCapacity(min(count, 65_536)) }
                buffer += try await receive(atMost: count - buffer.count)
            }
            if consumed == 0, buffer.count == count {
                defer { buffer = [] }
                return buffer
            }
            defer { consumed += count }
            return Array(buffer[consumed..<(consumed + count)])
        }

        /// Returns the next bytes without consuming them. Returns `nil` if they have not been received yet.
        func peek(_ count: Int) -> ArraySlice<UInt8>? {
            buffer.count - consumed >= count ? buffer[consumed..<(consumed + count)] : nil
        }

        /// Reads and discards bytes until the client closes its side.
        func discard(atMost limit: Int) async throws {
            var rest = limit - (buffer.count - consumed)
            (buffer, consumed) = ([], 0)
            while rest > 0 { rest -= try await receive(atMost: rest).count }
        }
    }
#endif
