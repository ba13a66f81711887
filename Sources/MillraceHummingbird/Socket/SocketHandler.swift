#if Hummingbird || App
    import MillraceWeb
    import NIOCore
    import NIOWebSocket

    /// Receives the messages of a WebSocket, and sends frames.
    ///
    /// It decodes only while a transport waits for messages. So no more is in memory than the transport has asked for, and what the
    /// system has passed at once.
    final class SocketHandler: ChannelDuplexHandler, RemovableChannelHandler {
        typealias InboundIn = WebSocketFrame
        typealias OutboundIn = Never
        typealias OutboundOut = WebSocketFrame

        /// The number of pings and pongs that may precede the first message, because no share of the browser limits them yet.
        private static let maxFirst = 8
        /// The number of messages that have arrived before the client disconnected and are still received.
        private static let maxLast = 64

        private let input: LiveInput
        private let connection: Connection
        /// The messages that no transport has received.
        private var messages: [[UInt8]] = []
        /// The number of bytes in these messages.
        private var bytes: Int { messages.reduce(0) { $0 + $1.count } }
        /// The fragments of a message whose last fragment has not been received.
        private var partial: ByteBuffer?
        /// Why there are no more messages; `success` if the client has closed the connection.
        private var end: Result<Void, any Error>?
        private var waiting: EventLoopPromise<[[UInt8]]>?
        private var count = 0
        private var controlFrames = 0
        /// Whether the pipeline has asked for more, which waits until a transport does.
        private var hasRead = false
        /// The time limit of the next message.
        private let deadline = Deadline(nil)
        private var context: ChannelHandlerContext?
        /// The first handler of the WebSocket.
        private let encoder = WebSocketFrameEncoder()

        /// - Parameter end: Why there are no messages, if the server shuts down already, or if the client has closed its side.
        init(_ input: LiveInput, _ connection: Connection, end: (any Error)?) {
            (self.input, self.connection) = (input, connection)
            self.end = end.map { .failure($0) }
            deadline.action = { [unowned self] _ in finish(.failure(input.timeoutError)) }
        }

        /// The handlers of a WebSocket, in the order of the pipeline.
        var handlers: [any ChannelHandler] {
            [encoder, ByteToMessageHandler(SocketDecoder { [self] in try check($0, $1, isLast: $2) }), self]
        }

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
        func receive(atMost count: Int, on loop: any EventLoop) -> EventLoopFuture<[[UInt8]]> {
            let promise = loop.makePromise(of: [[UInt8]].self)
            (waiting, self.count) = (promise, count)
            resume()
            if waiting != nil { deadline.begin(connection, input.timeout) }
            return promise.futureResult
        }

        /// Ends the wait of a transport whose task was cancelled. It receives no more.
        func cancelReceiving() { finish(.failure(CancellationError())) }

        /// Decodes what the decoder has kept, and reads more if a transport waits.
        private func resume() {
            answer()
            guard let context, waiting != nil else { return }
            // Nothing is added to what the decoder has kept. It is the next handler of the encoder.
            let first = try? context.pipeline.syncOperations.context(handler: encoder)
            first?.fireChannelRead(NIOAny(ByteBuffer()))
            answer()
            if waiting != nil, hasRead {
                hasRead = false
                context.read()
            }
        }

        /// Passes the messages, or the end, to the transport that waits.
        private func answer() {
            guard let promise = waiting, !messages.isEmpty || end != nil else { return }
            waiting = nil
            deadline.end(connection)
            let received = Array(messages.prefix(count))
            messages.removeFirst(received.count)
            if !received.isEmpty { return promise.succeed(received) }
            switch end {
            case .failure(let error): promise.fail(error)
            default: promise.succeed([])
            }
        }

        private func finish(_ result: Result<Void, any Error>) {
            if end == nil { end = result }
            answer()
        }

        /// Decides about a frame by its header.
        private func check(_ opcode: UInt8, _ length: UInt64, isLast: Bool) throws -> SocketDecoder.Decision {
            // What comes after the end is discarded.
            if end != nil { throw ChannelError.inputClosed }
            let isWanted = waiting != nil && messages.count < count && bytes < LiveInput.maxPart
            guard isWanted || isLast && messages.count < Self.maxLast else { return .wait }
            if opcode >= 8 {
                guard length <= 125 else { throw LiveClose.malformed }
                return .accept
            }
            guard length <= UInt64(max(0, input.maxBytes - (partial?.readableBytes ?? 0))) else {
                throw LiveClose.tooLong(input.maxBytes)
            }
            return .accept
        }

        func read(context: ChannelHandlerContext) {
            if end != nil || waiting != nil { context.read() } else { hasRead = true }
        }

        func channelReadComplete(context: ChannelHandlerContext) {
            answer()
            context.fireChannelReadComplete()
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
            try input.countMessage()
            var data = frame.unmaskedData
            switch frame.opcode {
            case .text, .continuation:
                guard (frame.opcode == .continuation) == (partial != nil) else { throw .malformed }
                var whole = partial.take() ?? ByteBuffer()
                whole.writeBuffer(&data)
                if frame.fin { messages.append(Array(whole.readableBytesView)) } else { partial = whole }
            case .ping, .pong:
                guard frame.fin else { throw .malformed }
                if frame.opcode == .ping { send(.pong, data, context) }
                try countControlFrame()
            case .connectionClose:
                guard LiveClose.isValid(payload: Array(data.readableBytesView)) else { throw .malformed }
                finish(.success(()))
            case .binary: throw LiveClose(1003, "Binary messages are not supported. Send text.")
            default: throw .malformed
            }
        }

        /// Counts a ping or a pong, which also shows that the client is there.
        private func countControlFrame() throws(LiveClose) {
            guard input.isFirst else { return waiting == nil ? () : deadline.begin(connection, input.timeout) }
            controlFrames += 1
            guard controlFrames < Self.maxFirst else { throw .noFirstMessage }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            // After an error of the system, the channel closes. What the decoder has kept is received before.
            if error is IOError { return }
            finish(.failure(error is NIOWebSocketError ? LiveClose.malformed : error))
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

        /// Sends a text. Closes the connection if the system does not accept all of it in time. The channel counts as writable while
        /// little of it is left, so a limit on that would not end.
        func send(_ text: [UInt8], on loop: any EventLoop) -> EventLoopFuture<Void> {
            guard let context else { return loop.makeFailedFuture(ChannelError.alreadyClosed) }
            let promise = loop.makePromise(of: Void.self)
            let frame = WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: text))
            context.writeAndFlush(wrapOutboundOut(frame), promise: promise)
            let timeout = connection.connections.limits.transferTimeout
            close(context.channel, after: timeout, unless: promise.futureResult)
            return promise.futureResult
        }

        /// Sends a code. Closes the connection when the client has closed it, or after three seconds.
        func close(_ code: UInt16, on loop: any EventLoop) -> EventLoopFuture<Void> {
            guard let context else { return loop.makeSucceededVoidFuture() }
            finish(.success(()))
            let channel = context.channel
            send(.connectionClose, ByteBuffer(integer: code), context)
            context.close(mode: .output, promise: nil)
            if hasRead {
                hasRead = false
                context.read()
            }
            close(channel, after: .seconds(3), unless: channel.closeFuture)
            return channel.closeFuture
        }

        private func close(_ channel: any Channel, after time: Duration, unless done: EventLoopFuture<Void>) {
            let timers = connection.connections.timers
            var (isDone, timer) = (false, TimerQueue.ID?.none)
            done.assumeIsolated().whenComplete { _ in
                isDone = true
                timer.map(timers.cancel)
            }
            // Most texts are written at once.
            if !isDone { timer = timers.schedule(after: time) { channel.close(promise: nil) } }
        }

        private func send(_ code: WebSocketOpcode, _ data: ByteBuffer, _ context: ChannelHandlerContext) {
            let frame = WebSocketFrame(fin: true, opcode: code, data: data)
            context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
        }
    }
#endif
