#if Web
    import FlyingSocks

    /// Handles a connection: a request and its response, or a WebSocket.
    struct ConnectionHandler: Sendable {
        private let connection: Connection
        private let host: Host

        init(_ connection: Connection, _ host: Host) { (self.connection, self.host) = (connection, host) }

        func run(isAllowed: Bool) async {
            do {
                guard isAllowed else { throw Refusal.manyConnections }
                let limits = host.configuration.limits
                let bytes = try await connection.within(limits.headTime, Refusal.slow) {
                    try await connection.inlet.head(atMost: limits.headBytes)
                }
                try await serve(try RequestHead(bytes))
            } catch let refusal as Refusal {
                await answer(host.site.dress(refusal.response, host: nil))
            } catch {
                // The client has disconnected.
            }
        }

        private func serve(_ head: RequestHead) async throws {
            if head.path == "/millrace/live" {
                let response: Response
                let cookie: String
                do throws(Refusal) {
                    try host.site.check(host: head)
                    (response, cookie) = try await LiveHandshake.answer(head)
                } catch {
                    return await answer(host.site.dress(error.response, host: head), headOnly: head.isHead)
                }
                try await connection.write(response.bytes())
                return await LiveLine(connection, host, cookie: cookie).run()
            }
            let body = try await readBody(head)
            let response = await host.site.answer(head, body)
            await answer(response, headOnly: head.isHead)
        }

        private func readBody(_ head: RequestHead) async throws -> [UInt8] {
            let limits = host.configuration.limits
            guard head.bodyLength > 0 else { return [] }
            guard head.bodyLength <= limits.formBytes else { throw Refusal.tooLong(limits.formBytes) }
            if head["expect"]?.lowercased() == "100-continue" {
                try await connection.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
            }
            return try await connection.within(limits.bodyTime, Refusal.slow) {
                try await connection.inlet.take(head.bodyLength)
            }
        }

        private func answer(_ response: Response, headOnly: Bool = false) async {
            guard (try? await connection.write(response.bytes(headOnly: headOnly))) != nil else { return }
            await connection.finish()
        }
    }
#endif
