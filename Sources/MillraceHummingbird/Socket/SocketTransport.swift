#if Hummingbird || App
    import MillraceWeb
    import NIOCore

    /// A WebSocket of a page.
    struct SocketTransport: LiveTransport {
        private let connection: Connection
        private let handler: NIOLoopBound<SocketHandler>
        private var loop: any EventLoop { connection.channel.eventLoop }

        /// The number of bytes that have a time limit together.
        private static let partLength = 65_536

        /// Creates the transport of a connection whose response has the status 101.
        init(_ connection: Connection) async throws {
            self.connection = connection
            let channel = connection.channel
            handler = try await channel.eventLoop.submit {
                let handler = try channel.pipeline.syncOperations.handler(type: SocketHandler.self)
                return NIOLoopBound(handler, eventLoop: channel.eventLoop)
            }.get()
        }

        var isClosed: Bool { connection.isClosed }
        func abort() { connection.abort() }
        func beginWait() { connection.beginWait() }
        func endWait() -> Bool { connection.endWait() }

        func receive(atMost count: Int) async throws -> [[UInt8]] {
            try await withTaskCancellationHandler {
                try await loop.flatSubmit { [handler, loop] in handler.value.receive(atMost: count, on: loop) }.get()
            } onCancel: {
                loop.execute { handler.value.cancelReceiving() }
            }
        }

        /// Sends a frame in fragments, because the time limit of a client that reads slowly begins again with each.
        func send(_ frame: consuming [UInt8]) async throws {
            let frame = ByteBuffer(bytes: frame)
            var start = 0
            repeat {
                let count = min(Self.partLength, frame.readableBytes - start)
                guard let part = frame.getSlice(at: start, length: count) else { return }
                let (isFirst, isLast) = (start == 0, start + count == frame.readableBytes)
                try await loop.flatSubmit { [handler, loop] in
                    handler.value.send(part, isFirst: isFirst, isLast: isLast, on: loop)
                }.get()
                start += count
            } while start < frame.readableBytes
        }

        func close(_ code: UInt16) async {
            try? await loop.flatSubmit { [handler, loop] in handler.value.close(code, on: loop) }.get()
        }
    }
#endif
