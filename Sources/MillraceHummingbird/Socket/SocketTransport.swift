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
                try await onLoop { $0.receive(atMost: count, on: $1) }
            } onCancel: {
                loop.execute { handler.value.cancelReceiving() }
            }
        }

        func send(_ text: [UInt8]) async throws {
            try await onLoop { $0.send(text, on: $1) }
        }

        func close(_ code: UInt16) async {
            try? await onLoop { $0.close(code, on: $1) }
        }

        /// Calls the handler on its event loop, at once if this task runs there.
        private func onLoop<Value: Sendable>(
            _ body: @escaping @Sendable (SocketHandler, any EventLoop) -> EventLoopFuture<Value>
        ) async throws -> Value {
            let loop = loop
            if loop.inEventLoop { return try await body(handler.value, loop).get() }
            return try await loop.flatSubmit { [handler] in body(handler.value, loop) }.get()
        }
    }
#endif
