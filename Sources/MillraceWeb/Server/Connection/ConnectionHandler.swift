#if Web
    import FlyingSocks

    /// Handles a connection: a request and its response, or a WebSocket.
    struct ConnectionHandler: Sendable {
        private let connection: Connection
        private let context: ServerContext

        init(_ connection: Connection, _ context: ServerContext) {
            (self.connection, self.context) = (connection, context)
        }

        func run(isAllowed: Bool) async {
            do {
                guard isAllowed else { throw RequestError.tooManyConnections }
                let limits = context.configuration.limits
                let bytes = try await connection.whileIdle {
                    try await connection.withTimeout(limits.headTimeout, throwing: RequestError.timeout) {
                        try await connection.reader.readHead(atMost: limits.headBytes)
                    }
                }
                try await serve(try RequestHead(bytes))
            } catch let error as RequestError {
                await respond(with: context.requestHandler.addingSecurityHeaders(to: error.response, for: nil))
            } catch {
                // The client has disconnected.
            }
        }

        private func serve(_ received: RequestHead) async throws {
            var head = received
            head.applyProxyFields(from: connection.address, context.configuration.trustedProxies)
            if head.path == "/millrace/live" {
                let response: Response
                let cookie: String
                do throws(RequestError) {
                    try context.requestHandler.checkHost(of: head)
                    (response, cookie) = try await WebSocketHandshake.accept(head)
                } catch {
                    return await respond(
                        with: context.requestHandler.addingSecurityHeaders(to: error.response, for: head),
                        headOnly: head.isHead)
                }
                try await connection.write(response.bytes())
                let client = ClientIdentity(cookie: cookie, address: head.clientAddress)
                return await WebSocketHandler(connection, context, client).run()
            }
            let body = try await readBody(head)
            let response = await context.requestHandler.response(to: head, body: body)
            await respond(with: response, headOnly: head.isHead)
        }

        private func readBody(_ head: RequestHead) async throws -> [UInt8] {
            let limits = context.configuration.limits
            guard head.bodyLength > 0 else { return [] }
            guard head.bodyLength <= limits.formBytes else { throw RequestError.bodyTooLarge(limits.formBytes) }
            if head["expect"]?.lowercased() == "100-continue" {
                try await connection.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
            }
            return try await connection.whileIdle {
                try await connection.withTimeout(limits.bodyTimeout, throwing: RequestError.timeout) {
                    try await connection.reader.read(head.bodyLength)
                }
            }
        }

        private func respond(with response: Response, headOnly: Bool = false) async {
            guard (try? await connection.write(response.bytes(headOnly: headOnly))) != nil else { return }
            await connection.closeGracefully()
        }
    }
#endif
