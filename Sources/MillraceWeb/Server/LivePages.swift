#if Web || Hummingbird || App
    import Millrace

    /// Live pages without a server. Responds to requests, and passes messages and frames between pages and browsers.
    ///
    /// Works with any server, which passes each request and each connection to it. It opens no socket. `MillraceHummingbird` has such a
    /// server.
    public final class LivePages: Sendable {
        let context: ServerContext
        package var configuration: LivePages.Configuration { context.configuration }
        package var timers: TimerQueue { context.timers }
        private var handler: RequestHandler { context.requestHandler }
        /// Whether each session has an actor of its own.
        package var hasOwnActors: Bool { !context.registry.sessions.hasSharedActor }

        /// Reads the next bytes of a request's body, within the server's time limit.
        ///
        /// The argument is the number of bytes, which are at most those that the body still has. The result has all of them.
        public typealias Body = (_ count: Int) async throws -> [UInt8]

        /// Creates pages with this configuration.
        ///
        /// - Parameters:
        ///   - configuration: The configuration. Of ``LivePages/Configuration/access`` only the host names have an effect: the server
        ///     decides which clients can connect. Defaults to a configuration for the host names of this machine.
        ///   - sessions: How sessions are created.
        public convenience init(_ configuration: LivePages.Configuration = .init(), sessions: WebSessions) {
            var configuration = configuration
            configuration.mount = MountPath()
            let timers = TimerQueue(configuration.clock)
            self.init(ServerContext(configuration, SessionRegistry(sessions, configuration, timers), timers))
        }

        /// - Parameter startsStorage: Whether stored sessions with timers go on without a browser. Defaults to `true`.
        init(_ context: ServerContext, startsStorage: Bool = true) {
            self.context = context
            if startsStorage { Task { [registry = context.registry] in _ = await registry.startStorage() } }
        }

        private let endings = Lock<[@Sendable () -> Void]>([])

        /// Calls this when all sessions have ended.
        package func onEnd(_ action: @escaping @Sendable () -> Void) { endings.withLock { $0.append(action) } }

        /// Responds to a request: with a document, the result of a form, or a file. Receives a file that a user has chosen.
        ///
        /// - Parameters:
        ///   - request: The request. ``prepare(_:)`` was called.
        ///   - connection: Its connection.
        ///   - body: Reads the request's body. It is called only if the body is needed.
        /// - Returns: The response, which may be an error. The body may not have been read then.
        /// - Throws: An error, if the client has disconnected, or if the server has closed the connection.
        public func respond(
            to request: PageRequest, on connection: any PageConnection, body: Body
        ) async throws -> PageResponse {
            do {
                switch request.path {
                case "/millrace/live": throw RequestError.upgradeRequired
                case "/millrace/upload": return try await receiveFile(request, connection, body)
                default: return try await document(request, connection, body)
                }
            } catch let error as RequestError {
                return refusal(of: request, because: error)
            }
        }

        /// Begins to send a response. Keep the result until the client has read the response or has disconnected: a document is in memory until
        /// then, and counts for the client. The connection is aborted if the documents of the client's address take too much.
        ///
        /// - Returns: The document; `nil` if the response does not count.
        public func beginSending(
            _ response: PageResponse, to request: PageRequest, on connection: any PageConnection
        ) async -> OutgoingDocument? {
            guard handler.opensPage(request) else { return nil }
            return context.outgoing.begin(
                response.body.count, to: await client(of: request), close: { connection.abort() })
        }

        /// Checks a request for a live connection: its host, its origin and its cookie.
        ///
        /// A browser lets a page of any site open a WebSocket to any other site. So the request must come from these pages, as its
        /// `Origin`, `Sec-Fetch-Site` or `Referer` says.
        ///
        /// - Parameters:
        ///   - request: The request.
        ///   - hasUpgrade: Whether the transport can be opened. Defaults to `true`.
        /// - Returns: The limits of what the connection may send.
        public func admit(_ request: PageRequest, hasUpgrade: Bool = true) throws(RequestError) -> LiveInput {
            try handler.checkHost(of: request)
            guard request.isFromOwnPage else { throw .crossOrigin }
            guard hasUpgrade else { throw .upgradeRequired }
            guard request.browserCookie != nil else { throw .missingCookie }
            return LiveInput(
                context, ClientIdentity(request), request, usesRequests: request.path == "/millrace/events")
        }

        /// Serves a live connection until it ends.
        ///
        /// - Parameters:
        ///   - transport: The connection.
        ///   - input: The limits that ``admit(_:hasUpgrade:)`` returned for its request.
        public func serve(_ transport: some LiveTransport, _ input: LiveInput) async {
            let session = LiveSession(transport, input, context)
            // In a task of its own, because a task keeps the memory of its deepest call until it ends. A live page remains connected
            // for long, and needs much less.
            let live = await withTaskGroup { group in
                group.addTask { await session.connect() }
                return await group.next() ?? nil
            }
            if let live { await session.exchange(live) }
        }

        /// Compresses a response if its client accepts gzip.
        ///
        /// A file is compressed once. The documents of one client are compressed one at a time, because that keeps a core busy.
        ///
        /// - Parameters:
        ///   - response: The response.
        ///   - request: Its request, of a client that may accept gzip.
        ///   - gzip: Compresses bytes in the format of gzip.
        /// - Returns: The response with a compressed body, or unchanged if it is short, if it is no text, or if the client does not
        ///   accept gzip.
        /// - Throws: The error of `gzip`.
        public func compress(
            _ response: PageResponse, to request: PageRequest, _ gzip: @Sendable ([UInt8]) async throws -> [UInt8]
        ) async rethrows -> PageResponse {
            guard response.isCompressible else { return response }
            var response = response
            response["Vary"] = "Accept-Encoding"
            guard request.acceptsGzip else { return response }
            if let known = context.compressed.withLock({ $0[response["ETag"] ?? ""] }) {
                response.body = known
            } else {
                let body = response.body
                response.body = try await context.conversions.convert(
                    byteCount: body.count, of: await client(of: request)
                ) { try await gzip(body) }
                if let tag = response["ETag"] { context.compressed.withLock { $0[tag] = response.body } }
            }
            response["Content-Encoding"] = "gzip"
            return response
        }

        /// Signs an identity out: ends its sign-in, and all of its sessions in all tabs. Returns when they have ended.
        ///
        /// Their pages connect again and get new sessions, without the identity unless a proxy still names it. So a press in another tab has no effect, also if its
        /// browser still has the cookie. Call it from a route of the application; pages use ``Visitor/signOut()``.
        public func signOut(_ identity: Identity) async { await context.registry.signOut(identity) }

        /// Begins a shutdown: `/ready` answers with the status 503, so that a proxy sends no new visitors. For
        /// ``Configuration/drainTime``, visitors are served as before.
        ///
        /// If several nodes share the storage of the sessions, this node then hands its pages over, one by one. Their browsers connect again,
        /// and go on with another node; this one takes no more pages. Returns when none is left.
        public func drain() async {
            await context.registry.drain()
            try? await configuration.clock.sleep(for: configuration.drainTime)
            await context.registry.handOverAll()
        }

        /// Ends all sessions, after the requests that run. From now on, requests are refused with the status 503.
        public func shutDown() async {
            await context.registry.finish()
            finish()
        }

        /// Ends all sessions at once.
        public func end() async {
            await context.registry.endAll()
            finish()
        }

        private func finish() {
            context.timers.cancelAll()
            for action in endings.withLock({ $0 }) { action() }
        }

        /// Serves the pages below a path of the host, such as `/admin`, without a slash at its end. Defaults to the root. Their cookie
        /// has a name and a path of its own. Call it before the first request; all requests have paths without this one.
        ///
        /// It is a programming error to mount pages at two paths.
        public func mount(at path: String) {
            precondition(
                configuration.mount.set(path),
                "The pages were mounted at \(configuration.mount.path), and then at \(path). Create pages for each path."
            )
        }

        /// Checks a request for a route of the application as pages check theirs: its host and, if it may change something, its origin.
        package func check(_ request: PageRequest, mayComeFromAnywhere: Bool) throws(RequestError) {
            try handler.checkHost(of: request)
            let isHarmless = ["GET", "HEAD"].contains(request.method)
            guard isHarmless || mayComeFromAnywhere || request.isFromOwnPage else { throw .crossOrigin }
        }

        /// Applies what a trusted proxy says about the client, and finds the identity. Call it once for each request. An application that
        /// knows the identity itself sets it afterwards.
        public func prepare(_ request: inout PageRequest) {
            request.applyProxyFields(from: request.clientAddress, configuration.trustedProxies)
            request.cookieName = configuration.mount.cookieName
            request.identify(configuration.identities)
        }

        /// Returns the response to a request that is refused, and logs the error.
        ///
        /// - Parameters:
        ///   - request: The request; `nil` if it is malformed.
        ///   - error: The reason.
        ///   - address: The network address of the client of a malformed request. Defaults to an unknown one.
        public func refusal(of request: PageRequest?, because error: RequestError, address: String = "") -> PageResponse
        {
            context.registry.log.write(error, address: request?.clientAddress ?? address)
            return handler.addingSecurityHeaders(to: handler.response(to: error), for: request)
        }

        private func client(of request: PageRequest) async -> WebClient {
            await context.registry.known(ClientIdentity(request))
        }

        /// Reads the body and returns the response. A large body has a place until the response is complete.
        private func document(
            _ request: PageRequest, _ connection: any PageConnection, _ body: Body
        ) async throws -> PageResponse {
            let client = await client(of: request)
            guard request.bodyLength > ServerContext.maxSmallInput else {
                return try await document(request, connection, client, try await form(request, body))
            }
            try await connection.enter(context.largeInputs, client)
            defer { context.largeInputs.release(client) }
            return try await document(request, connection, client, try await form(request, body))
        }

        private func form(_ request: PageRequest, _ body: Body) async throws -> [UInt8] {
            let limit = configuration.limits.inputBytes
            guard request.bodyLength > 0 else { return [] }
            guard request.bodyLength <= limit else { throw RequestError.bodyTooLarge(limit) }
            return try await body(request.bodyLength)
        }

        private func document(
            _ request: PageRequest, _ connection: any PageConnection, _ client: WebClient, _ body: [UInt8]
        ) async throws -> PageResponse {
            guard handler.opensPage(request) else { return await handler.response(to: request, body: body) }
            if !context.documents.enterNow(client) {
                try await connection.enter(context.documents, client)
                // A form is handled even if its client has closed, because the user has sent it.
                guard request.method == "POST" || !connection.isClosed else {
                    context.documents.release(client)
                    throw CancellationError()
                }
            }
            let response = await handler.response(to: request, body: body)
            context.documents.release(client)
            return response
        }

        /// Receives a file that the user has chosen, and passes its bytes to the handler that reads them.
        private func receiveFile(
            _ request: PageRequest, _ connection: any PageConnection, _ body: Body
        ) async throws -> PageResponse {
            try handler.checkHost(of: request)
            try await UploadHandler(connection, context).run(request, body)
            return handler.addingSecurityHeaders(to: PageResponse(204), for: request)
        }
    }
#endif
