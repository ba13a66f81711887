#if Web
    import FlyingSocks

    /// One connection: a request and its answer, or a WebSocket.
    struct Visit: Sendable {
        private let wire: Wire
        private let host: Host

        init(_ wire: Wire, _ host: Host) { (self.wire, self.host) = (wire, host) }

        func run(isWelcome: Bool) async {
            do {
                guard isWelcome else { throw Refusal.manyConnections }
                let limits = host.configuration.limits
                let bytes = try await wire.within(limits.headTime, Refusal.slow) {
                    try await wire.inlet.head(atMost: limits.headBytes)
                }
                try await serve(try RequestHead(bytes))
            } catch let refusal as Refusal {
                await answer(host.site.dress(refusal.response, host: nil))
            } catch {
                // Whoever called has gone.
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
                try await wire.write(response.bytes())
                return await LiveLine(wire, host, cookie: cookie).run()
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
                try await wire.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
            }
            return try await wire.within(limits.bodyTime, Refusal.slow) { try await wire.inlet.take(head.bodyLength) }
        }

        private func answer(_ response: Response, headOnly: Bool = false) async {
            guard (try? await wire.write(response.bytes(headOnly: headOnly))) != nil else { return }
            await wire.finish()
        }
    }
#endif
