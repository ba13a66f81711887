#if Hummingbird || App
    import HTTPTypes
    import NIOCore
    import NIOHTTP1
    import NIOHTTPTypes
    import NIOHTTPTypesHTTP1

    /// Limits the times of a connection, and makes it a WebSocket when a route responds with the status 101.
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
        /// Whether the requests without a response ask for another protocol or for the end: no further one is read after such a one.
        private var areLast = CircularBuffer<Bool>(initialCapacity: 1)
        private var isSocket = false

        init(_ connections: Connections) { self.connections = connections }

        func handlerAdded(context: ChannelHandlerContext) {
            connection = connections.begin(context.channel)
            let bytes = connections.limits.sendBuffer
            _ = context.channel.setOption(.socketOption(.so_sndbuf), value: .init(bytes))
            waitForHead(context)
        }

        func handlerRemoved(context: ChannelHandlerContext) { end(context) }

        func channelInactive(context: ChannelHandlerContext) {
            end(context)
            context.fireChannelInactive()
        }

        private func end(_ context: ChannelHandlerContext) {
            connections.end(context.channel)
            headDeadline?.cancel()
            body.end()
            writeDeadline?.cancel()
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if event as? ChannelEvent == .inputClosed { connection?.noteEnd() }
            context.fireUserInboundEventTriggered(event)
        }

        /// A client that does not read makes the channel unwritable. NIO itself waits for it without limit.
        func channelWritabilityChanged(context: ChannelHandlerContext) {
            writeDeadline?.cancel()
            if !context.channel.isWritable { writeDeadline = close(context, after: connections.limits.writeTimeout) }
            context.fireChannelWritabilityChanged()
        }

        private func waitForHead(_ context: ChannelHandlerContext) {
            headDeadline?.cancel()
            headDeadline = close(context, after: connections.limits.headTimeout)
        }

        private func close(_ context: ChannelHandlerContext, after time: Duration) -> Scheduled<Void> {
            let channel = context.channel
            return context.eventLoop.scheduleTask(in: .init(time)) { channel.close(promise: nil) }
        }

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
                body.begin(context, connections.limits.bodyTimeout)
                areLast.append(
                    head.headerFields[.upgrade] != nil || head.headerFields[.connection]?.lowercased() == "close")
            case .body(let bytes): body.note(bytes.readableBytes)
            case .end: body.end()
            }
            context.fireChannelRead(data)
        }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            switch unwrapOutboundIn(data) {
            // The frames of a socket do not pass this handler, so what comes is the end of the response.
            case _ where isSocket: promise?.succeed()
            case .head(let head) where head.status == .switchingProtocols:
                context.writeAndFlush(data, promise: promise)
                openSocket(context)
            case .head(var head) where areLast.first == true && head.status.kind != .informational:
                head.headerFields[.connection] = "close"
                context.write(wrapOutboundOut(.head(head)), promise: promise)
            case .end:
                context.writeAndFlush(data, promise: promise)
                if areLast.popFirst() == true { context.close(mode: .output, promise: nil) }
                if areLast.isEmpty { waitForHead(context) }
            default: context.write(data, promise: promise)
            }
        }

        /// Replaces the handlers of HTTP by those of a WebSocket. The client sends no frame before it has received the 101, so the
        /// decoder has no bytes left.
        private func openSocket(_ context: ChannelHandlerContext) {
            isSocket = true
            headDeadline?.cancel()
            let pipeline = context.pipeline.syncOperations
            do {
                pipeline.removeHandler(try pipeline.handler(type: HTTP1ToHTTPServerCodec.self), promise: nil)
                pipeline.removeHandler(
                    try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self), promise: nil)
                pipeline.removeHandler(try pipeline.handler(type: HTTPResponseEncoder.self), promise: nil)
                try pipeline.addHandlers(SocketHandler.handlers(connections.limits), position: .before(self))
            } catch {
                context.fireErrorCaught(error)
                context.close(promise: nil)
            }
        }
    }
#endif
