#if Hummingbird || App
    public import HummingbirdCore
    import MillraceWeb
    import NIOHTTPTypes

    extension HTTPServerBuilder {
        /// An HTTP/1.1 server for an application with live pages: it accepts WebSockets, and limits connections.
        ///
        /// ```swift
        /// let app = Application(router: router, server: .http1Live())
        /// ```
        /// With another server, pages have no live connections: their scripts try again and again to connect.
        ///
        /// It uses HTTP without encryption. To serve a network, put a proxy in front of it that handles TLS.
        ///
        /// - Parameter limits: The limits of connections and times. They apply in place of those in the configuration of the pages with
        ///   the same names.
        public static func http1Live(_ limits: LiveServerLimits = .init()) -> HTTPServerBuilder {
            let connections = Connections(limits)
            return HTTPServerBuilder { respond in
                HTTP1Channel(
                    responder: { request, writer, channel in
                        // The closure is called once, which the compiler does not know.
                        var writer = Optional(writer)
                        try await Connection.$current.withValue(connections[channel]) {
                            guard let writer = writer.take() else { return }
                            try await respond(request, writer, channel)
                        }
                    },
                    configuration: .init(
                        additionalChannelHandlers: [ConnectionHandler(connections)],
                        httpDecoderConfiguration: .init(
                            maxHeaderFieldSize: limits.headBytes, maxHeaderListSize: limits.headBytes,
                            maxHeaderFieldCount: 100)))
            }
        }
    }
#endif
