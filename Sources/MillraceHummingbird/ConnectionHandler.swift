#if Hummingbird || App
    import HTTPTypes
    import MillraceWeb
    import NIOCore
    import NIOHTTP1
    import NIOHTTPTypes
    import NIOHTTPTypesHTTP1
    import NIOTLS

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
        private var limits: LivePages.Limits { connections.limits }
        private var connection: Connection?
        private var head = Deadline(.input), body = Deadline(.input), output = Deadline(.output)
        private var shutdown = Deadline(nil)
        /// Whether a request's head has arrived, but not its end.
        private var isReadingBody = false
        /// Whether the rest of the last request is discarded, because it was answered before its end. If the connection were closed, the
        /// client might not receive the response.
        private var isDiscarding = false
        /// Whether a response has begun.
        private var hasResponded = false
        /// The bytes of the body that have been received since its time limit began again.
        private var receivedBytes = 0
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
            for deadline in [head, body] { deadline.action = { [unowned self] in timeOut(context, $0) } }
            shutdown.action = { $0.stop() }
            _ = context.channel.setOption(.socketOption(.so_sndbuf), value: .init(Self.sendBuffer))
            head.begin(connection, limits.transferTimeout)
        }

        /// The number of bytes that the system holds for a client that does not read. The default of Linux grows to 4 MB.
        private static let sendBuffer = 131_072

        func handlerRemoved(context: ChannelHandlerContext) { end() }

        func channelInactive(context: ChannelHandlerContext) {
            end()
            context.fireChannelInactive()
        }

        private func end() {
            guard let connection = connection.take() else { return }
            for deadline in [head, body, output, shutdown] {
                deadline.end(connection)
                // It has the context, which has this handler.
                deadline.action = { _ in }
            }
            connections.end(connection)
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            switch event {
            case ChannelEvent.inputClosed: connection?.noteEnd()
            case is TLSUserEvent: connection?.isSecure = true
            case is ChannelShouldQuiesceEvent: quiesce()
            default: break
            }
            context.fireUserInboundEventTriggered(event)
        }

        /// Begins the shutdown of the server. A connection without a request ends at once.
        private func quiesce() {
            isQuiescing = true
            guard let connection else { return }
            if !hasPending, !isSocket { return connection.abort() }
            shutdown.begin(connection, connections.shutdownTimeout)
        }

        // MARK: Time limits

        /// A client that does not read makes the channel unwritable. NIO itself waits for it without limit.
        func channelWritabilityChanged(context: ChannelHandlerContext) {
            if let connection {
                if !context.channel.isWritable {
                    output.begin(connection, limits.transferTimeout)
                } else if pendingEnds == 0 {
                    output.end(connection)
                }
            }
            context.fireChannelWritabilityChanged()
        }

        /// A handler may read slowly, so only the time counts in which the server waits for the client.
        func read(context: ChannelHandlerContext) {
            if let connection, isReadingBody { body.resume(connection, limits.transferTimeout) }
            context.read()
        }

        func channelReadComplete(context: ChannelHandlerContext) {
            if let connection { body.pause(connection) }
            context.fireChannelReadComplete()
            if isDiscarding { read(context: context) }
        }

        /// Ends a connection whose client does not send its request.
        private func timeOut(_ context: ChannelHandlerContext, _ connection: Connection) {
            if hasResponded { return connection.abort() }
            refuse(.timeout, context)
        }

        // MARK: Requests

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let request):
                guard let connection, !connections.isRejected(connection) else {
                    return refuse(.tooManyConnections, context)
                }
                // A client with this many requests sends them without waiting for responses.
                guard areLast.count < Self.maxRequests else {
                    isDiscarding = true
                    return connection.abort()
                }
                head.end(connection)
                begin(request, context)
            case .body(let bytes):
                receivedBytes += bytes.readableBytes
                if receivedBytes >= Self.bodyPart { restartBody() }
            case .end:
                isReadingBody = false
                restartBody()
                if isDiscarding { context.close(promise: nil) } else { awaitHead() }
            }
            if !isDiscarding { context.fireChannelRead(data) }
        }

        /// The number of requests without a response that a client may have.
        private static let maxRequests = 16
        /// The number of bytes after which the time limit of a body begins again.
        private static let bodyPart = 65_536

        private func restartBody() {
            receivedBytes = 0
            if let connection { body.end(connection) }
        }

        private func begin(_ request: HTTPRequest, _ context: ChannelHandlerContext) {
            isReadingBody = true
            let isLast =
                request.headerFields[.upgrade] != nil || request.headerFields[.connection]?.lowercased() == "close"
            areLast.append(isLast)
            if request.headerFields[.expect]?.lowercased() == "100-continue", areLast.count == 1, pendingEnds == 0 {
                context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
            }
        }

        /// Responds to a head that is malformed or too long, unless the client waits for responses to earlier requests.
        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            guard let parserError = error as? HTTPParserError, !hasPending else {
                return context.fireErrorCaught(error)
            }
            refuse(parserError == .headerOverflow ? .headTooLarge(LivePages.Limits.headBytes) : .malformed, context)
        }

        /// Whether the client waits for a response.
        private var hasPending: Bool { !areLast.isEmpty || pendingEnds > 0 }

        /// Responds to a request that no page sees, and closes the connection.
        private func refuse(_ error: RequestError, _ context: ChannelHandlerContext) {
            let response = error.response().secured()
            var head = HTTPResponse(status: .init(code: response.status), headerFields: response.headerFields)
            head.headerFields[.connection] = "close"
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(wrapOutboundOut(.body(ByteBuffer(bytes: response.body))), promise: nil)
            let channel = context.channel
            context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
                channel.close(promise: nil)
            }
        }

        // MARK: Responses

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            hasResponded = true
            switch unwrapOutboundIn(data) {
            // The frames of a socket do not pass this handler, so this is the end of the response.
            case _ where isSocket: promise?.succeed()
            case .head(let head) where head.status == .switchingProtocols:
                context.writeAndFlush(data, promise: promise)
                openSocket(context)
            case .head(var head) where areLast.first == true && head.status.kind != .informational:
                head.headerFields[.connection] = "close"
                context.write(wrapOutboundOut(.head(head)), promise: promise)
            case .body(let body) where body.readableBytes > 2 * LiveInput.maxPart:
                writeParts(of: body, context, promise)
            case .end: writeEnd(context, data, promise)
            default: context.write(data, promise: promise)
            }
        }

        /// Writes a long body in parts. The time limit of a client that reads slowly begins again with each.
        private func writeParts(
            of body: ByteBuffer, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
        ) {
            var body = body
            while let part = body.readSlice(length: min(body.readableBytes, LiveInput.maxPart)), part.readableBytes > 0
            {
                let written = context.eventLoop.makePromise(of: Void.self)
                written.futureResult.assumeIsolated().whenSuccess { [self] in
                    if let connection { output.restart(connection, limits.transferTimeout) }
                }
                if body.readableBytes == 0 { written.futureResult.cascade(to: promise) }
                context.write(wrapOutboundOut(.body(part)), promise: written)
            }
        }

        /// Writes the end of a response. What follows it waits until the system has accepted all of the response.
        private func writeEnd(_ context: ChannelHandlerContext, _ data: NIOAny, _ promise: EventLoopPromise<Void>?) {
            let isLast = areLast.popFirst() == true
            let written = promise ?? context.eventLoop.makePromise()
            pendingEnds += 1
            if let connection { output.begin(connection, limits.transferTimeout) }
            written.futureResult.assumeIsolated().whenComplete { [self] _ in
                pendingEnds -= 1
                guard let connection, pendingEnds == 0 else { return }
                output.end(connection)
                if closesAfterEnds { return context.close(promise: nil) }
                if isLast {
                    isDiscarding = isReadingBody
                    context.close(mode: isDiscarding ? .output : .all, promise: nil)
                    return isDiscarding ? read(context: context) : ()
                }
                awaitHead()
            }
            context.writeAndFlush(data, promise: written)
        }

        /// Begins the wait for the next request, when the last one and its response are complete. Ends the connection if the server
        /// shuts down.
        private func awaitHead() {
            guard let connection, !hasPending else { return }
            if isQuiescing { return connection.abort() }
            if !isReadingBody { head.begin(connection, limits.transferTimeout) }
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
            guard let connection, let input = connection.input else { return }
            isSocket = true
            head.end(connection)
            var end: (any Error)? = isQuiescing ? LiveClose(1012) : nil
            if connection.isClosed { end = ChannelError.inputClosed }
            let socket = SocketHandler(input, connection, end: end)
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
