#if Hummingbird || App
    import Hummingbird
    import MillraceWeb
    import NIOConcurrencyHelpers
    import NIOCore

    /// The live connections by requests of some pages.
    ///
    /// `GET /millrace/events?c=ID` responds with frames; with `&open`, it begins a connection. `POST` to the same URL passes the lines of
    /// its body to the page. If several nodes share the sessions, a `POST` for a connection of another node is passed to that one.
    final class EventConnections: Sendable {
        private struct State {
            var transports: [String: EventTransport] = [:]
            /// The number of responses that stream frames, for each browser that has few connections.
            var streams: [String: Int] = [:]
        }

        /// The number of responses that stream frames of these pages to a browser with HTTP/1.1, which opens six connections to a server.
        /// Further tabs ask for frames again and again.
        private static let maxStreams = 3
        /// Some proxies pass on a response when they have received this much of it.
        private static let padding = ":" + String(repeating: " ", count: 2_048) + "\n\n"

        private let pages: LivePages
        private var limits: LivePages.Limits { pages.configuration.limits }
        private let state = NIOLockedValueBox(State())

        init(_ pages: LivePages) {
            self.pages = pages
            pages.onEnd { [weak self] in self?.abortAll() }
            pages.onRelay { [weak self] id in self?.receiveRelayed(id) }
        }

        private func abortAll() {
            for transport in state.withLockedValue({ $0.transports.values }) { transport.abort() }
        }

        func respond(to request: Request, _ head: PageRequest, _ connection: Connection?) async throws -> Response {
            do {
                let input = try pages.admit(head)
                let parameters = request.uri.queryParameters
                guard let id = parameters["c"].map(String.init), id.utf8.count <= 64 else {
                    throw RequestError.malformed
                }
                if parameters["open"] != nil { try begin(id, input) }
                guard let transport = state.withLockedValue({ $0.transports[id] }) else {
                    guard pages.hasNodes, request.method == .post else { throw RequestError.gone }
                    try await pages.relay(try await body(of: request, head), of: input, to: id)
                    return Response(PageResponse(204).secured())
                }
                guard input.client.owns(sessionOf: transport.input.client) else { throw RequestError.gone }
                switch request.method {
                case .get:
                    return respond(with: transport, isLimited: parameters["limited"] != nil, on: connection)
                case .post: return try await post(request, head, to: transport, id)
                default: throw RequestError.methodNotAllowed
                }
            } catch let error as RequestError {
                return Response(pages.refusal(of: head, because: error))
            }
        }

        /// Begins a live connection.
        private func begin(_ id: String, _ input: LiveInput) throws(RequestError) {
            let transport = EventTransport(input, limits, pages.timers)
            let hasBegun = state.withLockedValue { state in
                let own = state.transports.values.count { $0.input.client.address == input.client.address }
                guard state.transports[id] == nil, own < limits.connections / 2,
                    state.transports.count < limits.connections
                else { return false }
                state.transports[id] = transport
                return true
            }
            guard hasBegun else { throw .tooManyConnections }
            Task {
                await pages.serve(transport, input)
                await transport.close(1001)
                state.withLockedValue { _ = $0.transports.removeValue(forKey: id) }
            }
        }

        private func post(
            _ request: Request, _ head: PageRequest, to transport: EventTransport, _ id: String
        ) async throws -> Response {
            let lines = try await body(of: request, head).split(separator: UInt8(ascii: "\n")).map(Array.init)
            if pages.hasNodes { try await receive(lines, id, transport) } else { try await transport.post(lines) }
            return Response(PageResponse(204).secured())
        }

        private func body(of request: Request, _ head: PageRequest) async throws -> [UInt8] {
            guard head.bodyLength <= LiveInput.maxPart else { throw RequestError.bodyTooLarge(LiveInput.maxPart) }
            return try await BodyReader(request.body).read(head.bodyLength)
        }

        /// Passes lines to the page, behind those that other nodes have received for its connection. If that fails, ends the connection: its
        /// script sends them again on the next one.
        private func receive(_ lines: [[UInt8]], _ id: String, _ transport: EventTransport) async throws {
            try await transport.inOrder { [pages] in
                do {
                    try await transport.post(try await pages.relayed(to: id, of: transport.input) + lines)
                } catch {
                    transport.abort()
                    throw error
                }
            }
        }

        private func receiveRelayed(_ id: String) {
            guard let transport = state.withLockedValue({ $0.transports[id] }) else { return }
            Task { try? await receive([], id, transport) }
        }

        private func respond(
            with transport: EventTransport, isLimited: Bool, on connection: Connection?
        ) -> Response {
            let browser = transport.input.client.cookie
            let body = ResponseBody { @concurrent [self] (writer: inout any ResponseBodyWriter) in
                let isStream = !isLimited || beginStream(browser)
                defer { if isLimited, isStream { endStream(browser) } }
                try transport.beginReading(on: connection, isStream: isStream)
                var hasEnded = false
                do {
                    defer { hasEnded = transport.endReading(isStream: isStream) }
                    async let _ = transport.endAtShutdown()
                    if isStream { try await writer.write(ByteBuffer(string: Self.padding)) }
                    var isFirst = true
                    while let frame = await transport.nextFrame(isStream: isStream, isFirst: isFirst) {
                        try await writer.write(ByteBuffer(bytes: Array("data: ".utf8) + frame + Array("\n\n".utf8)))
                        transport.noteSent()
                        isFirst = false
                    }
                }
                if hasEnded { try await writer.write(ByteBuffer(string: "event: end\n\n")) }
                try await writer.finish(nil)
            }
            var head = PageResponse(200, type: "text/event-stream").secured()
            head["X-Accel-Buffering"] = "no"
            return Response(status: .ok, headers: head.fieldsWithoutLength, body: body)
        }

        private func beginStream(_ browser: String) -> Bool {
            state.withLockedValue { state in
                guard state.streams[browser, default: 0] < Self.maxStreams else { return false }
                state.streams[browser, default: 0] += 1
                return true
            }
        }

        private func endStream(_ browser: String) {
            state.withLockedValue { state in
                let count = (state.streams[browser] ?? 1) - 1
                state.streams[browser] = count > 0 ? count : nil
            }
        }
    }
#endif
