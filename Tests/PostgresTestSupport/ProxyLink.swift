#if PostgreSQL && App
    import NIOCore

    /// The two sides of a connection. It belongs to the event loop of the proxy.
    final class ProxyLink {
        /// How the bytes of both sides pass.
        enum Passage { case open, held, dropped }

        var connection: ProxiedConnection
        private(set) var passage = Passage.open
        private let core: ProxyCore
        private let client: any Channel
        private var server: (any Channel)?
        private var frontend = FrontendParser()
        private var backend = BackendParser()
        private var statements: [String: String] = [:]
        private var portals: [String: String] = [:]
        /// The bytes that wait while the connection is held.
        private var held: [(isFromClient: Bool, bytes: ByteBuffer)] = []
        /// The number of queries and pipelines that the client has sent, and that the server has answered.
        private var (sent, answered) = (0, 0)
        /// The pipeline whose `COMMIT` is answered before the cut.
        private var cutsAfter: Int?
        private var isCut = false

        init(_ connection: ProxiedConnection, client: any Channel, core: ProxyCore) {
            (self.connection, self.client, self.core) = (connection, client, core)
        }

        func connect(to server: any Channel) { self.server = server }

        func receive(_ bytes: ByteBuffer, isFromClient: Bool) {
            switch passage {
            case .dropped:
                connection.hasDropped = true
                core.changed(self)
            case .held:
                held.append((isFromClient, bytes))
                connection.holdsBytes = true
                core.changed(self)
            case .open: pass(bytes, isFromClient: isFromClient)
            }
        }

        func hold() { if passage == .open { passage = .held } }

        func drop() { (passage, held) = (.dropped, []) }

        func resume() {
            guard passage == .held else { return }
            (passage, connection.holdsBytes) = (.open, false)
            let held = held
            self.held = []
            for part in held { pass(part.bytes, isFromClient: part.isFromClient) }
        }

        /// Closes both sides.
        func cut() {
            isCut = true
            client.close(promise: nil)
            server?.close(promise: nil)
            core.remove(self)
        }

        /// One side has been closed. The other one does not notice it if packets are dropped.
        func sideClosed() { if passage != .dropped { cut() } }

        private func pass(_ bytes: ByteBuffer, isFromClient: Bool) {
            var bytes = bytes
            if isFromClient {
                frontend.append(&bytes)
                while !isCut, let message = frontend.next() { passToServer(message) }
                server?.flush()
            } else {
                backend.append(&bytes)
                while !isCut, let message = backend.next() { passToClient(message) }
                client.flush()
            }
        }

        private func passToServer(_ message: FrontendMessage) {
            switch message.kind {
            case .encryptionRequest: backend.awaitedBytes += 1
            case .startup(let parameters):
                connection.database = parameters["database"] ?? ""
                connection.applicationName = parameters["application_name"] ?? ""
                sent += 1
                core.changed(self)
            case .parse(let statement, let text): statements[statement] = text
            case .bind(let portal, let statement): portals[portal] = statements[statement]
            case .query(let text): return passToServer(message, text, isEnd: true)
            case .execute(let portal): return passToServer(message, portals[portal] ?? "", isEnd: false)
            case .sync: sent += 1
            case .other: break
            }
            server?.write(message.bytes, promise: nil)
        }

        /// Passes statements, or cuts the connection if they commit.
        private func passToServer(_ message: FrontendMessage, _ text: String, isEnd: Bool) {
            let cut = FrontendMessage.commits(text) ? core.decide(connection) : nil
            if cut == .before {
                server?.flush()
                return self.cut()
            }
            server?.write(message.bytes, promise: nil)
            if cut == .after { cutsAfter = sent }
            if isEnd { sent += 1 }
            if cut == .during {
                server?.flush()
                self.cut()
            }
        }

        private func passToClient(_ message: BackendMessage) {
            switch message.kind {
            case .complete("COMMIT") where cutsAfter == answered:
                client.flush()
                core.hasCut(.after)
                return cut()
            case .complete("LISTEN"):
                connection.isListening = true
                core.changed(self)
            case .ready:
                if cutsAfter == answered { cutsAfter = nil }
                answered += 1
            case .complete, .other: break
            }
            client.write(message.bytes, promise: nil)
        }
    }

    /// Passes what one side receives to the link.
    final class ProxySide: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let link: ProxyLink
        private let isClient: Bool

        init(_ link: ProxyLink, isClient: Bool) { (self.link, self.isClient) = (link, isClient) }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            link.receive(unwrapInboundIn(data), isFromClient: isClient)
        }

        func channelInactive(context: ChannelHandlerContext) { link.sideClosed() }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
#endif
