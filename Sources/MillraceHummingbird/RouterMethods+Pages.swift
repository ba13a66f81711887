#if Hummingbird || App
    import HTTPTypes
    public import Hummingbird
    public import MillraceWeb
    import NIOCore
    import NIOHTTP1
    import NIOWebSocket

    extension RouterMethods {
        /// Serves live pages at the root of the host.
        ///
        /// ```swift
        /// router.pages(LivePages(sessions: .perTab { _ in Navigator(root: Feed(), stacked: true, on: Engine()) }))
        /// ```
        /// The middleware of the router runs before, for documents and for live connections alike. The application needs the server
        /// ``HummingbirdCore/HTTPServerBuilder/http1Live(_:)``. A prefix is not supported.
        ///
        /// A path that begins with the first part of another route belongs to the application: with a route `notes/export`, the router
        /// does not pass `/notes` to the pages. The router must have no route of its own for `/` and `**`.
        @discardableResult
        public func pages(_ pages: LivePages) -> Self {
            let serve: @Sendable (Request, Context) async throws -> Response = { request, _ in
                try await respond(to: request, pages)
            }
            for path: RouterPath in ["/", "**"] {
                for method: HTTPRequest.Method in [.get, .head, .post] { on(path, method: method, use: serve) }
            }
            return self
        }
    }

    /// Responds to a request with a page.
    private func respond(to request: Request, _ pages: LivePages) async throws -> Response {
        let connection = Connection.current
        var head: PageRequest
        do throws(RequestError) {
            head = try PageRequest(request, address: connection?.address ?? "")
        } catch {
            return Response(pages.refusal(of: nil, because: error, address: connection?.address ?? ""))
        }
        pages.applyProxy(to: &head)
        if request.uri.path == "/millrace/live", let connection {
            do throws(RequestError) {
                return try openSocket(request, head, pages, connection)
            } catch {
                return Response(pages.refusal(of: head, because: error))
            }
        }
        let current: any PageConnection = connection ?? UnknownConnection()
        let reader = BodyReader(request.body)
        let response = try await pages.respond(to: head, on: current) { count in try await reader.read(count) }
        let document = await pages.beginSending(response, to: head, on: current)
        return Response(response, isHead: head.isHead, document)
    }

    /// Accepts a WebSocket. The body of the response serves it.
    private func openSocket(
        _ request: Request, _ head: PageRequest, _ pages: LivePages, _ connection: Connection
    ) throws(RequestError) -> Response {
        let accept = request.wantsSocket ? request.headers[.secWebSocketKey].flatMap(SocketKey.accept) : nil
        let input = try pages.admit(head, hasUpgrade: accept != nil)
        var fields: HTTPFields = [.connection: "upgrade", .upgrade: "websocket"]
        fields[.secWebSocketAccept] = accept
        connection.input = input
        let body = ResponseBody { writer in
            await pages.serve(try await SocketTransport(connection), input)
            try await writer.finish(nil)
        }
        return Response(status: .switchingProtocols, headers: fields, body: body)
    }
#endif
