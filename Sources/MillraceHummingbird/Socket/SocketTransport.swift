#if Hummingbird || App
    import MillraceWeb
    import NIOCore

    /// A WebSocket of a page.
    struct SocketTransport: LiveTransport {
        private let connection: Connection
        private let handler: NIOLoopBound<SocketHandler>
        private var loop: any EventLoop { connection.channel.eventLoop }

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

        func send(_ text: [UInt8]) async throws {
            try await loop.flatSubmit { [handler, loop] in handler.value.send(text, on: loop) }.get()
        }

        func close(_ code: UInt16) async {
            try? await loop.flatSubmit { [handler, loop] in handler.value.close(code, on: loop) }.get()
        }
    }
#endif
