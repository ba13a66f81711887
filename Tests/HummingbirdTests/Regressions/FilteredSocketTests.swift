#if Hummingbird || App
    import NIOCore
    import NIOEmbedded
    import Testing

    @testable import MillraceHummingbird
    @testable import MillraceWeb
    @testable import WebTestSupport

    /// Symptom: behind TLS, a message waited until the browser sent another one.
    /// Cause: the decoder looked at the bytes that it had kept when an empty read came from the begin of the pipeline, and TLS passes
    /// no empty read on.
    /// Correct behavior: what has arrived is decoded, whatever handlers precede.
    struct FilteredSocketTests {
        /// A handler that, like TLS, passes on only bytes.
        private final class Filter: ChannelInboundHandler {
            typealias InboundIn = ByteBuffer
            func channelRead(context: ChannelHandlerContext, data: NIOAny) {
                if unwrapInboundIn(data).readableBytes > 0 { context.fireChannelRead(data) }
            }
        }

        @Test("a second message of the same read is received, also behind a handler like TLS") func second() throws {
            let configuration = LivePages.Configuration()
            let pages = LivePages(configuration, sessions: WebSessions(isShared: false) { FakePage($0) { _ in } })
            let input = LiveInput(pages.context, ClientIdentity(cookie: "", address: ""))
            let channel = EmbeddedChannel(handler: Filter())
            let socket = SocketHandler(input, Connection(channel, Connections(configuration)), end: nil)
            try channel.pipeline.syncOperations.addHandlers(socket.handlers)
            let first = socket.receive(atMost: 1, on: channel.eventLoop)
            let frames = ["one", "two"].flatMap { WebSocketClient.frame(1, Array($0.utf8)) }
            try channel.writeInbound(ByteBuffer(bytes: frames))
            #expect(try first.wait() == [Array("one".utf8)])
            let second = socket.receive(atMost: 1, on: channel.eventLoop)
            var received: [[UInt8]]?
            second.assumeIsolated().whenSuccess { received = $0 }
            #expect(received == [Array("two".utf8)])
            _ = try? channel.finish()
        }
    }
#endif
