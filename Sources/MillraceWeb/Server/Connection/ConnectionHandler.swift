#if Web || Hummingbird || App
    import FlyingSocks

    /// Handles a connection: a request and its response, or a WebSocket.
    struct ConnectionHandler: Sendable {
        private let connection: Connection
        private let pages: LivePages
        private var limits: WebServer.Limits { pages.context.configuration.limits }

        init(_ connection: Connection, _ pages: LivePages) {
            (self.connection, self.pages) = (connection, pages)
        }

        func run(isAllowed: Bool) async {
            if let (transport, input) = await serveInChild(isAllowed: isAllowed) { await pages.serve(transport, input) }
        }

        /// Serves the request in a task of its own, because a task keeps the memory of its deepest call until it ends. A live page
        /// remains connected for long, and needs much less.
        private func serveInChild(isAllowed: Bool) async -> (WebSocketTransport, LiveInput)? {
            await withTaskGroup { group in
                group.addTask { await serve(isAllowed: isAllowed) }
                return await group.next() ?? nil
            }
        }

        /// Reads a request and responds to it. Returns the transport if the response opens a WebSocket.
        private func serve(isAllowed: Bool) async -> (WebSocketTransport, LiveInput)? {
            do {
                guard isAllowed else { throw RequestError.tooManyConnections }
                let bytes = try await connection.whileWaiting {
                    try await connection.withTimeout(limits.headTimeout, throwing: RequestError.timeout) {
                        try await connection.reader.readHead(atMost: limits.headBytes)
                    }
                }
                var head = try PageRequest(bytes)
                head.clientAddress = connection.address
                pages.applyProxy(to: &head)
                connection.assign(to: head.clientAddress)
                if head.path == "/millrace/live" { return try await openSocket(head) }
                try await respond(to: head)
            } catch let error as RequestError {
                await respond(with: pages.refusal(of: nil, because: error, address: connection.address))
            } catch {
                // The client has disconnected.
            }
            return nil
        }

        /// Accepts a WebSocket. Returns `nil` if it was refused.
        private func openSocket(_ head: PageRequest) async throws -> (WebSocketTransport, LiveInput)? {
            let response: PageResponse
            let input: LiveInput
            do throws(RequestError) {
                input = try pages.admit(head, hasUpgrade: WebSocketHandshake.isRequested(by: head))
                response = try await WebSocketHandshake.accept(head)
            } catch {
                await respond(with: pages.refusal(of: head, because: error), to: head, unread: head.bodyLength)
                return nil
            }
            try await connection.write(response.head)
            return (WebSocketTransport(connection, input), input)
        }

        private func respond(to head: PageRequest) async throws {
            var hasRead = false
            let response = try await pages.respond(to: head, on: connection) { [connection, limits] count in
                if !hasRead { try await connection.continueAfter(head) }
                hasRead = true
                return try await connection.whileWaiting {
                    try await connection.withTimeout(limits.bodyTimeout, throwing: RequestError.timeout) {
                        try await connection.reader.read(count)
                    }
                }
            }
            let isRefused = response.status >= 400
            var document = await pages.beginSending(response, to: head, on: connection)
            let isSent = await send(response, headOnly: head.isHead)
            withExtendedLifetime(document.take()) {}
            guard isSent else { return }
            await connection.closeGracefully(
                unread: isRefused ? head.bodyLength : 0, from: head.clientAddress)
        }

        /// - Parameter unread: The length of a body that may not have been read.
        private func respond(with response: PageResponse, to head: PageRequest? = nil, unread: Int = 0) async {
            guard await send(response, headOnly: head?.isHead ?? false) else { return }
            await connection.closeGracefully(unread: unread, from: head?.clientAddress)
        }

        /// Returns whether the client has received the response.
        private func send(_ response: PageResponse, headOnly: Bool) async -> Bool {
            do {
                try await connection.writeResponse(head: response.head, body: headOnly ? [] : response.body)
                return true
            } catch {
                return false
            }
        }
    }
#endif
