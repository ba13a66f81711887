#if Hummingbird || App
    public import HummingbirdCore
    public import MillraceWeb
    import NIOCore
    import NIOHTTPTypes

    extension HTTPServerBuilder {
        /// An HTTP/1.1 server for an application with live pages: it accepts WebSockets, and limits connections.
        ///
        /// ```swift
        /// let app = Application(router: router, server: .http1Live())
        /// ```
        /// With another server, such as one for HTTP/2, pages use server-sent events and requests in place of WebSockets, and nothing limits
        /// connections and times.
        ///
        /// It uses HTTP without encryption. To serve a network, put a proxy in front of it that handles TLS, or use it as the base of
        /// `HummingbirdTLS`: `.tls(.http1Live(), tlsConfiguration: tls)`.
        ///
        /// - Parameter configuration: The configuration of the pages. The server uses its trusted proxies, its clock, and its limits of
        ///   connections, heads, bodies and times.
        public static func http1Live(_ configuration: LivePages.Configuration = .init()) -> HTTPServerBuilder {
            http1Live(Connections(configuration))
        }

        static func http1Live(_ connections: Connections) -> HTTPServerBuilder {
            let headBytes = LivePages.Limits.headBytes
            return HTTPServerBuilder { respond in
                HTTP1Channel(
                    responder: { request, writer, channel in
                        // The closure is called once, which the compiler does not know.
                        var writer = Optional(writer)
                        guard let connection = connections[channel] else {
                            // It was closed after the request had arrived.
                            try await channel.close()
                            throw ChannelError.ioOnClosedChannel
                        }
                        try await Connection.$current.withValue(connection) {
                            guard let writer = writer.take() else { return }
                            try await respond(request, writer, channel)
                        }
                    },
                    configuration: .init(
                        additionalChannelHandlers: [ConnectionHandler(connections)],
                        httpDecoderConfiguration: .init(
                            maxHeaderFieldSize: headBytes, maxHeaderListSize: headBytes, maxHeaderFieldCount: 100)))
            }
        }
    }
#endif
