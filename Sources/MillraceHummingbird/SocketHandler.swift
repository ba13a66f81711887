#if Hummingbird || App
    import MillraceWeb
    import NIOCore
    import NIOWebSocket

    /// Receives the frames of a WebSocket, and sends frames. It reads from the client only while a transport waits for messages.
    final class SocketHandler: ChannelDuplexHandler, RemovableChannelHandler {
        typealias InboundIn = WebSocketFrame
        typealias OutboundIn = Never
        typealias OutboundOut = WebSocketFrame

        /// The handlers of a WebSocket.
        static func handlers(_ limits: LiveServerLimits) -> [any ChannelHandler] {
            [
                WebSocketFrameEncoder(), ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: limits.messageBytes)),
                SocketHandler(limits),
            ]
        }

        /// The messages that no transport has received.
        private var messages: [[UInt8]] = []
        /// The fragments of a message whose last fragment has not been received.
        private var partial: ByteBuffer?
        /// Why there are no more messages; `success` if the client has closed the connection.
        private var end: Result<Void, any Error>?
        private var waiting: EventLoopPromise<[[UInt8]]>?
        private var count = 0
        /// Whether the pipeline has asked for more, which waits until a transport does.
        private var hasRead = false
        private var input: LiveInput?
        private var deadline: Scheduled<Void>?
        private var context: ChannelHandlerContext?
        private let limits: LiveServerLimits

        private init(_ limits: LiveServerLimits) { self.limits = limits }

        func handlerAdded(context: ChannelHandlerContext) { self.context = context }

        func handlerRemoved(context: ChannelHandlerContext) {
            finish(.failure(ChannelError.alreadyClosed))
            self.context = nil
        }

        func channelInactive(context: ChannelHandlerContext) {
            finish(.failure(ChannelError.alreadyClosed))
            context.fireChannelInactive()
        }

        // MARK: Receiving

        /// Returns the messages that have arrived, or waits for the first one.
        func receive(atMost count: Int, _ input: LiveInput, on loop: any EventLoop) -> EventLoopFuture<[[UInt8]]> {
            let promise = loop.makePromise(of: [[UInt8]].self)
            (waiting, self.count, self.input) = (promise, count, input)
            answer()
            if waiting != nil, let context {
                let error = input.timeoutError
                deadline = loop.assumeIsolated().scheduleTask(in: .init(input.timeout)) { self.finish(.failure(error)) }
                if hasRead {
                    hasRead = false
                    context.read()
                }
            }
            return promise.futureResult
        }

        /// Ends the wait of a transport whose task was cancelled. It receives no more.
        func cancelReceiving() { finish(.failure(CancellationError())) }

        /// Passes what has arrived to the transport that waits.
        private func answer() {
            guard let promise = waiting, !messages.isEmpty || end != nil else { return }
            waiting = nil
            deadline?.cancel()
            let first = Array(messages.prefix(count))
            messages.removeFirst(first.count)
            if !first.isEmpty { return promise.succeed(first) }
            switch end {
            case .failure(let error): promise.fail(error)
            default: promise.succeed([])
            }
        }

        private func finish(_ result: Result<Void, any Error>) {
            if end == nil { end = result }
            answer()
        }

        func read(context: ChannelHandlerContext) {
            // After the end, what comes is discarded.
            if waiting != nil || end != nil { context.read() } else { hasRead = true }
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard end == nil else { return }
            do throws(LiveClose) {
                try receive(unwrapInboundIn(data), context)
            } catch {
                finish(.failure(error))
            }
        }

        private func receive(_ frame: WebSocketFrame, _ context: ChannelHandlerContext) throws(LiveClose) {
            guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else { throw .malformed }
            try input?.countMessage()
            var data = frame.unmaskedData
            switch frame.opcode {
            case .text, .continuation:
                guard (frame.opcode == .continuation) == (partial != nil) else { throw .malformed }
                var whole = partial.take() ?? ByteBuffer()
                whole.writeBuffer(&data)
                if let input, whole.readableBytes > input.maxBytes { throw input.tooLong }
                if !frame.fin { return partial = whole }
                messages.append(Array(whole.readableBytesView))
                answer()
            case .ping:
                guard frame.fin, data.readableBytes <= 125 else { throw .malformed }
                send(.pong, data, context, nil)
            case .pong: guard frame.fin, data.readableBytes <= 125 else { throw .malformed }
            case .connectionClose: finish(.success(()))
            case .binary: throw LiveClose(1003, "Binary messages are not supported. Send text.")
            default: throw .malformed
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            switch error {
            case NIOWebSocketError.invalidFrameLength: finish(.failure(input?.tooLong ?? .malformed))
            case is NIOWebSocketError: finish(.failure(LiveClose.malformed))
            default: finish(.failure(error))
            }
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            switch event {
            case ChannelEvent.inputClosed: finish(.failure(ChannelError.inputClosed))
            // The server shuts down. The script connects again: to the next program.
            case is ChannelShouldQuiesceEvent: finish(.failure(LiveClose(1012)))
            default: break
            }
            context.fireUserInboundEventTriggered(event)
        }

        // MARK: Sending

        /// Sends a part of a text message, and closes the connection if the system does not accept it in time. The channel counts as
        /// writable while little of it is left, so that does not show it.
        func send(_ part: ByteBuffer, isFirst: Bool, isLast: Bool, on loop: any EventLoop) -> EventLoopFuture<Void> {
            guard let context else { return loop.makeFailedFuture(ChannelError.alreadyClosed) }
            let promise = loop.makePromise(of: Void.self)
            let frame = WebSocketFrame(fin: isLast, opcode: isFirst ? .text : .continuation, data: part)
            let channel = context.channel
            let timer = loop.scheduleTask(in: .init(limits.writeTimeout)) { channel.close(promise: nil) }
            promise.futureResult.whenComplete { _ in timer.cancel() }
            context.writeAndFlush(wrapOutboundOut(frame), promise: promise)
            return promise.futureResult
        }

        /// Sends a code, and closes the connection when the client has closed it, or after three seconds.
        func close(_ code: UInt16, on loop: any EventLoop) -> EventLoopFuture<Void> {
            guard let context else { return loop.makeSucceededVoidFuture() }
            var data = context.channel.allocator.buffer(capacity: 2)
            data.writeInteger(code)
            let channel = context.channel
            send(.connectionClose, data, context, nil)
            context.close(mode: .output, promise: nil)
            finish(.success(()))
            if hasRead {
                hasRead = false
                context.read()
            }
            let timer = loop.scheduleTask(in: .seconds(3)) { channel.close(promise: nil) }
            return channel.closeFuture.map { timer.cancel() }
        }

        private func send(
            _ code: WebSocketOpcode, _ data: ByteBuffer, _ context: ChannelHandlerContext,
            _ promise: EventLoopPromise<Void>?
        ) {
            context.writeAndFlush(
                wrapOutboundOut(WebSocketFrame(fin: true, opcode: code, data: data)), promise: promise)
        }
    }
#endif
