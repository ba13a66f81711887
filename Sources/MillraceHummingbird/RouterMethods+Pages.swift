#if Hummingbird || App
    import HTTPTypes
    public import Hummingbird
    public import MillraceWeb
    import NIOCore
    import NIOHTTP1
    import NIOWebSocket

    extension RouterMethods {
        /// Serves live pages at the root of the host, or below a path of it.
        ///
        /// ```swift
        /// router.pages(LivePages(sessions: .perTab { _ in Navigator(root: Feed(), stacked: true, on: Engine()) }))
        /// ```
        /// The middleware of the router runs before, for documents and for live connections alike. The server
        /// ``HummingbirdCore/HTTPServerBuilder/http1Live(_:)`` accepts WebSockets. With another one, pages use events and requests.
        ///
        /// A path that begins with the first part of another route belongs to the application: with a route `notes/export`, the router
        /// does not pass `/notes` to the pages. The router must have no route of its own for `/` and `**` of the path.
        ///
        /// An application whose own middleware finds out who sends a request passes that on:
        ///
        /// ```swift
        /// router.pages(pages) { request, context in context.user.map { Identity($0.name) } }
        /// ```
        ///
        /// - Parameters:
        ///   - pages: The pages. Mount them once.
        ///   - path: The path on the host, such as `admin`. A group must have no path of its own. Defaults to the root. All URLs of the
        ///     pages are below it: those of modules, of files in their configuration, and of links with a `WebURL` or an action. The
        ///     cookie has a name and a path of its own.
        ///   - identity: Returns the person behind a request. Defaults to the one that the configuration's `identities` or a trusted proxy
        ///     name.
        @discardableResult
        public func pages(
            _ pages: LivePages, at path: String = "",
            identity: (@Sendable (Request, Context) async throws -> Identity?)? = nil
        ) -> Self {
            let path = path.split(separator: "/").map { "/\($0)" }.joined()
            pages.mount(at: path)
            let events = EventConnections(pages)
            let serve: @Sendable (Request, Context) async throws -> Response = { request, context in
                try await respond(to: request, pages, events, at: path) { head in
                    if let identity { head.identity = try await identity(request, context) }
                }
            }
            for path in [RouterPath(path.isEmpty ? "/" : path), RouterPath(path + "/**")] {
                for method in Self.methods { on(path, method: method, use: serve) }
            }
            return self
        }
    }

    extension RouterMethods {
        /// The methods that pages respond to, some of them with the status 405.
        private static var methods: [HTTPRequest.Method] { [.get, .head, .post, .put, .patch, .delete, .options] }
    }

    /// Responds to a request with a page.
    ///
    /// - Parameter identify: Sets the identity of the request, if the application finds it out.
    private func respond(
        to request: Request, _ pages: LivePages, _ events: EventConnections, at path: String,
        _ identify: (inout PageRequest) async throws -> Void
    ) async throws -> Response {
        let connection = Connection.current
        var head: PageRequest
        do throws(RequestError) {
            head = try PageRequest(request, connection, path)
        } catch {
            return Response(pages.refusal(of: nil, because: error, address: connection?.address ?? ""))
        }
        pages.prepare(&head)
        try await identify(&head)
        head.acceptsSockets = connection != nil
        connection?.assign(to: head.clientAddress)
        if request.uri.path == path + "/millrace/events" {
            return try await events.respond(to: request, head, connection)
        }
        if request.uri.path == path + "/millrace/live", let connection {
            do throws(RequestError) {
                return try await openSocket(request, head, pages, connection)
            } catch {
                return Response(pages.refusal(of: head, because: error))
            }
        }
        guard let connection else { return try await respond(to: request, head, pages, UnknownConnection()) }
        return try await connection.run { [head] in try await respond(to: request, head, pages, connection) }
    }

    /// Responds to a request whose head is valid.
    private func respond(
        to request: Request, _ head: PageRequest, _ pages: LivePages, _ connection: any PageConnection
    ) async throws -> Response {
        let reader = BodyReader(request.body)
        do {
            var response = try await pages.respond(to: head, on: connection) { count in
                try await reader.read(count)
            }
            response = try await pages.compress(response, to: head, gzip)
            let document = await pages.beginSending(response, to: head, on: connection)
            return Response(response, isHead: head.isHead, on: connection, document)
        } catch {
            // The client has disconnected, or its connection was closed. It receives no response.
            connection.abort()
            throw error
        }
    }

    /// Accepts a WebSocket. The body of the response serves it.
    private func openSocket(
        _ request: Request, _ head: PageRequest, _ pages: LivePages, _ connection: Connection
    ) async throws(RequestError) -> Response {
        guard request.method == .get else { throw .methodNotAllowed }
        var accept: String?
        if request.wantsSocket, let key = request.headers[.secWebSocketKey] {
            accept = await SocketKey.accept(key, on: connection.channel)
        }
        let input = try pages.admit(head, hasUpgrade: accept != nil)
        var fields: HTTPFields = [.connection: "upgrade", .upgrade: "websocket"]
        fields[.secWebSocketAccept] = accept
        connection.input = input
        let body = ResponseBody { writer in
            try await serve(connection, pages, input)
            try await writer.finish(nil)
        }
        return Response(status: .switchingProtocols, headers: fields, body: body)
    }

    /// Serves a WebSocket until it ends: on its event loop if its page has an actor of its own. Pages that share an actor would change to it
    /// and back for each message.
    private func serve(_ connection: Connection, _ pages: LivePages, _ input: LiveInput) async throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), pages.hasOwnActors else {
            return await pages.serve(try await SocketTransport(connection), input)
        }
        try await withTaskExecutorPreference(LoopExecutor(connection.channel.eventLoop)) {
            await pages.serve(try await SocketTransport(connection), input)
        }
    }
#endif
