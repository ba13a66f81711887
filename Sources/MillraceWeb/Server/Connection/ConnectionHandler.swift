#if Web || App
    import FlyingSocks

    /// Handles a connection: a request and its response, or a WebSocket.
    struct ConnectionHandler: Sendable {
        private let connection: Connection
        private let context: ServerContext

        init(_ connection: Connection, _ context: ServerContext) {
            (self.connection, self.context) = (connection, context)
        }

        func run(isAllowed: Bool) async {
            if let (handler, live) = await serveInChild(isAllowed: isAllowed) { await handler.exchange(live) }
        }

        /// Serves the request in a task of its own, because a task keeps the memory of its deepest call until it ends. A live page
        /// remains connected for long, and needs much less.
        private func serveInChild(isAllowed: Bool) async -> (WebSocketHandler, LivePage)? {
            await withTaskGroup { group in
                group.addTask { await serve(isAllowed: isAllowed) }
                return await group.next() ?? nil
            }
        }

        /// Reads a request and responds to it. Returns the live page if the response opens a WebSocket.
        private func serve(isAllowed: Bool) async -> (WebSocketHandler, LivePage)? {
            do {
                guard isAllowed else { throw RequestError.tooManyConnections }
                let limits = context.configuration.limits
                let bytes = try await connection.whileIdle {
                    try await connection.withTimeout(limits.headTimeout, throwing: RequestError.timeout) {
                        try await connection.reader.readHead(atMost: limits.headBytes)
                    }
                }
                var head = try RequestHead(bytes)
                head.applyProxyFields(from: connection.address, context.configuration.trustedProxies)
                connection.assign(to: head.clientAddress)
                switch head.path {
                case "/millrace/live": return try await openSocket(head)
                case "/millrace/upload": try await receiveFile(head)
                default: try await sendDocument(head)
                }
            } catch let error as RequestError {
                await reject(with: error, nil)
            } catch {
                // The client has disconnected.
            }
            return nil
        }

        /// Accepts a WebSocket, and connects the browser to its page. Returns `nil` if that failed.
        private func openSocket(_ head: RequestHead) async throws -> (WebSocketHandler, LivePage)? {
            let response: Response
            let cookie: String
            do throws(RequestError) {
                try context.requestHandler.checkHost(of: head)
                (response, cookie) = try await WebSocketHandshake.accept(head)
            } catch {
                await reject(with: error, head)
                return nil
            }
            try await connection.write(response.head)
            let client = ClientIdentity(cookie: cookie, address: head.clientAddress)
            let handler = WebSocketHandler(connection, context, client)
            return await handler.connect().map { (handler, $0) }
        }

        private func sendDocument(_ head: RequestHead) async throws {
            let client = await context.registry.known(
                ClientIdentity(cookie: head.browserCookie ?? "", address: head.clientAddress))
            let response: Response
            do {
                response = try await self.response(to: head, from: client)
            } catch let error as RequestError {
                return await reject(with: error, head)
            }
            guard context.requestHandler.opensPage(head) else {
                return await respond(with: response, headOnly: head.isHead)
            }
            let isSent = await context.outgoing.send(
                response.body.count, to: client, close: { [connection] in connection.abort() }
            ) { await send(response, headOnly: head.isHead) }
            if isSent { await connection.closeGracefully() }
        }

        /// Reads the body and returns the response. A large body has a place until the response is complete.
        private func response(to head: RequestHead, from client: ClientIdentity) async throws -> Response {
            guard head.bodyLength > ServerContext.maxSmallInput else {
                return try await response(to: head, body: try await readBody(head), from: client)
            }
            try await connection.enter(context.largeInputs, client)
            defer { context.largeInputs.leave(client) }
            return try await response(to: head, body: try await readBody(head), from: client)
        }

        private func response(to head: RequestHead, body: [UInt8], from client: ClientIdentity) async throws -> Response
        {
            guard context.requestHandler.opensPage(head) else {
                return await context.requestHandler.response(to: head, body: body)
            }
            if !context.documents.enterNow(client) {
                try await connection.enter(context.documents, client)
                // A form is handled even if its client has closed, because the user has sent it.
                guard head.method == "POST" || !connection.isClosedByClient else {
                    context.documents.leave(client)
                    throw CancellationError()
                }
            }
            let response = await context.requestHandler.response(to: head, body: body)
            context.documents.leave(client, cost: ServerContext.cost(response.body.count))
            return response
        }

        private func receiveFile(_ head: RequestHead) async throws {
            do {
                try context.requestHandler.checkHost(of: head)
                try await UploadHandler(connection, context).run(head)
                await respond(with: context.requestHandler.addingSecurityHeaders(to: Response(204), for: head))
            } catch let error as RequestError {
                await reject(with: error, head)
            }
        }

        private func readBody(_ head: RequestHead) async throws -> [UInt8] {
            let limits = context.configuration.limits
            guard head.bodyLength > 0 else { return [] }
            guard head.bodyLength <= limits.formBytes else { throw RequestError.bodyTooLarge(limits.formBytes) }
            try await connection.continueAfter(head)
            return try await connection.whileIdle {
                try await connection.withTimeout(limits.bodyTimeout, throwing: RequestError.timeout) {
                    try await connection.reader.read(head.bodyLength)
                }
            }
        }

        private func reject(with error: RequestError, _ head: RequestHead?) async {
            context.registry.log.write(error, address: head?.clientAddress ?? connection.address)
            await respond(
                with: context.requestHandler.addingSecurityHeaders(
                    to: context.requestHandler.response(to: error), for: head),
                headOnly: head?.isHead ?? false, unread: head?.bodyLength ?? 0, of: head?.clientAddress)
        }

        /// - Parameters:
        ///   - unread: The length of a body that may not have been read.
        ///   - client: The network address of its client; `nil` if it is that of the connection.
        private func respond(
            with response: Response, headOnly: Bool = false, unread: Int = 0, of client: String? = nil
        ) async {
            guard await send(response, headOnly: headOnly) else { return }
            await connection.closeGracefully(unread: unread, from: client)
        }

        /// Returns whether the client has received the response.
        private func send(_ response: Response, headOnly: Bool) async -> Bool {
            do {
                try await connection.writeResponse(head: response.head, body: headOnly ? [] : response.body)
                return true
            } catch {
                return false
            }
        }
    }
#endif
