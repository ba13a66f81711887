#if Hummingbird || App
    import HummingbirdCore
    import NIOCore

    /// Reads the body of a request in parts of a given size.
    final class BodyReader {
        private var iterator: RequestBody.AsyncIterator
        private var buffer = ByteBuffer()

        init(_ body: RequestBody) { iterator = body.makeAsyncIterator() }

        /// Reads `count` bytes.
        func read(_ count: Int) async throws -> [UInt8] {
            while buffer.readableBytes < count {
                guard var part = try await iterator.next(isolation: #isolation) else { throw ChannelError.inputClosed }
                buffer.writeBuffer(&part)
            }
            defer { buffer.discardReadBytes() }
            return buffer.readBytes(length: count) ?? []
        }
    }
#endif
