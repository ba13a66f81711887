#if Hummingbird || App
    import HTTPTypes
    import NIOCore
    import NIOHTTP1
    import NIOHTTPTypes
    import NIOHTTPTypesHTTP1

    /// Limits the times of a connection, and makes it a WebSocket when a route of live pages responds with the status 101.
    ///
    /// NIO has upgrades of its own, but they lose requests when an upgrade is refused, do not upgrade after an earlier request of the
    /// connection, and decide without the application.
    final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPRequestPart
        typealias InboundOut = HTTPRequestPart
        typealias OutboundIn = HTTPResponsePart
        typealias OutboundOut = HTTPResponsePart

        private let connections: Connections
        private var connection: Connection?
        private var headDeadline: Scheduled<Void>?
        private var body = BodyDeadline()
        private var writeDeadline: Scheduled<Void>?
        private var shutdownDeadline: Scheduled<Void>?
        /// For each request without a response: whether the decoder reads no request after it, because it asks for another protocol or
        /// for the end of the connection.
        private var areLast = CircularBuffer<Bool>(initialCapacity: 1)
        /// The number of responses whose ends were not written.
        private var pendingEnds = 0
        /// Whether the server wants to close the connection after the pending responses.
        private var closesAfterEnds = false
        private var isQuiescing = false
        private var isSocket = false

        init(_ connections: Connections) { self.connections = connections }

        func handlerAdded(context: ChannelHandlerContext) {
            guard let connection = connections.begin(context.channel) else { return context.close(promise: nil) }
            self.connection = connection
            let bytes = connections.limits.sendBuffer
            _ = context.channel.setOption(.socketOption(.so_sndbuf), value: .init(bytes))
            waitForHead(context)
        }

        func handlerRemoved(context: ChannelHandlerContext) { end() }

        func channelInactive(context: ChannelHandlerContext) {
            end()
            context.fireChannelInactive()
        }

        private func end() {
            if let connection = connection.take() { connections.end(connection) }
            for deadline in [headDeadline, writeDeadline, shutdownDeadline] { deadline?.cancel() }
            body.end()
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            switch event {
            case ChannelEvent.inputClosed: connection?.noteEnd()
            case is ChannelShouldQuiesceEvent:
                isQuiescing = true
                shutdownDeadline = close(context, after: connections.limits.shutdownTimeout)
            default: break
            }
            context.fireUserInboundEventTriggered(event)
        }

        // MARK: Time limits

        /// A client that does not read makes the channel unwritable. NIO itself waits for it without limit.
        func channelWritabilityChanged(context: ChannelHandlerContext) {
            if context.channel.isWritable, pendingEnds == 0 {
                writeDeadline?.cancel()
            } else {
                waitForWrite(context)
            }
            context.fireChannelWritabilityChanged()
        }

        private func waitForWrite(_ context: ChannelHandlerContext) {
            writeDeadline?.cancel()
            writeDeadline = close(context, after: connections.limits.writeTimeout)
        }

        private func waitForHead(_ context: ChannelHandlerContext) {
            headDeadline?.cancel()
            headDeadline = close(context, after: connections.limits.headTimeout)
        }

        private func close(_ context: ChannelHandlerContext, after time: Duration) -> Scheduled<Void> {
            let connection = connection
            return context.eventLoop.scheduleTask(in: .init(time)) { connection?.abort() }
        }

        // MARK: Requests

        func read(context: ChannelHandlerContext) {
            body.isAwaited = true
            context.read()
        }

        func channelReadComplete(context: ChannelHandlerContext) {
            body.isAwaited = false
            context.fireChannelReadComplete()
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                headDeadline?.cancel()
                if let connection { body.begin(connection, connections.limits.bodyTimeout) }
                let isLast =
                    head.headerFields[.upgrade] != nil || head.headerFields[.connection]?.lowercased() == "close"
                areLast.append(isLast)
                if head.headerFields[.expect]?.lowercased() == "100-continue", areLast.count == 1, pendingEnds == 0 {
                    context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
                }
            case .body(let bytes): body.note(bytes.readableBytes)
            case .end: body.end()
            }
            context.fireChannelRead(data)
        }

        // MARK: Responses

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            switch unwrapOutboundIn(data) {
            // The frames of a socket do not pass this handler, so this is the end of the response.
            case _ where isSocket: promise?.succeed()
            case .head(let head) where head.status == .switchingProtocols:
                context.writeAndFlush(data, promise: promise)
                openSocket(context)
            case .head(var head) where areLast.first == true && head.status.kind != .informational:
                head.headerFields[.connection] = "close"
                context.write(wrapOutboundOut(.head(head)), promise: promise)
            case .end: writeEnd(context, data, promise)
            default: context.write(data, promise: promise)
            }
        }

        /// Writes the end of a response. What follows it waits until the system has accepted all of the response.
        private func writeEnd(_ context: ChannelHandlerContext, _ data: NIOAny, _ promise: EventLoopPromise<Void>?) {
            let isLast = areLast.popFirst() == true
            let written = promise ?? context.eventLoop.makePromise()
            pendingEnds += 1
            waitForWrite(context)
            written.futureResult.assumeIsolated().whenComplete { [self] _ in
                pendingEnds -= 1
                guard connection != nil, pendingEnds == 0 else { return }
                writeDeadline?.cancel()
                if closesAfterEnds { return context.close(promise: nil) }
                if isLast { context.close(mode: .output, promise: nil) }
                if areLast.isEmpty { waitForHead(context) }
            }
            context.writeAndFlush(data, promise: written)
        }

        /// Closes the channel; after the pending responses, unless it is aborted.
        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            if pendingEnds == 0 || mode == .input || connection?.isAborted != false {
                return context.close(mode: mode, promise: promise)
            }
            if mode == .all { closesAfterEnds = true }
            if let promise { context.channel.closeFuture.cascade(to: promise) }
        }

        /// Replaces the handlers of HTTP by those of a WebSocket. The client sends no frame before it has received the 101, so the
        /// decoder has no bytes left.
        private func openSocket(_ context: ChannelHandlerContext) {
            // Another route may use the status for a protocol of its own.
            guard let input = connection?.input else { return }
            isSocket = true
            headDeadline?.cancel()
            let socket = SocketHandler(input, connections.limits, isEnding: isQuiescing)
            let pipeline = context.pipeline.syncOperations
            do {
                pipeline.removeHandler(try pipeline.handler(type: HTTP1ToHTTPServerCodec.self), promise: nil)
                pipeline.removeHandler(
                    try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self), promise: nil)
                pipeline.removeHandler(try pipeline.handler(type: HTTPResponseEncoder.self), promise: nil)
                try pipeline.addHandlers(socket.handlers, position: .before(self))
            } catch {
                context.fireErrorCaught(error)
                context.close(promise: nil)
            }
        }
    }
#endif
