#if Hummingbird && SQLite || App
    import Millrace
    @testable import WebTestSupport

    /// A port whose new connections reach one of several servers, as those of a proxy.
    final class PortSwitch: Sendable {
        private let target: Lock<UInt16>
        private let listener: SocketListener
        var port: UInt16 { listener.port }

        /// - Parameter first: The port of the first server.
        init(to first: UInt16) throws {
            let target = Lock(first)
            self.target = target
            listener = try SocketListener { client in
                // The server may have ended.
                guard let server = try? await RawSocket(port: target.withLock { $0 }) else { return }
                await withTaskGroup { group in
                    group.addTask { await Self.copy(client, to: server) }
                    group.addTask { await Self.copy(server, to: client) }
                }
            }
        }

        /// Passes new connections to another server.
        func turn(to port: UInt16) { target.withLock { $0 = port } }

        private static func copy(_ source: RawSocket, to other: RawSocket) async {
            while case let bytes = await source.read(), !bytes.isEmpty {
                if await !other.send(bytes) { break }
            }
            other.finish()
        }
    }
#endif
