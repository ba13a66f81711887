#if PostgreSQL && App
    import Foundation
    import Millrace
    import PostgresTestSupport
    import Testing

    @testable import WebTestSupport

    /// A PostgreSQL server and three nodes, each of which connects through a proxy of its own.
    final class Cluster: Sendable {
        static let ledgers = (0..<3).map { "ledger\($0)" }

        let server: PostgresServer
        let database: String
        let nodes: [ClusterNode]
        let folder: URL

        init() async throws {
            server = try await PostgresServer()
            database = try await server.createDatabase()
            folder = FileManager.default.temporaryDirectory.appending(path: "millrace-nodes-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            var nodes: [ClusterNode] = []
            for name in ["a", "b", "c"] {
                let proxy = try await CuttingProxy(to: server)
                // One of them has no hook, as a program has none.
                let node = ClusterNode(
                    name, stops: name != "c", proxy, proxy.connectionString(database: database),
                    errors: folder.appending(path: "\(name).errors"))
                try await node.start()
                nodes.append(node)
            }
            self.nodes = nodes
        }

        /// Ends the nodes, and runs `body` before the server is stopped.
        ///
        /// - Parameter orderly: Whether they shut down. Otherwise they are killed.
        func end(orderly: Bool, _ body: () async throws -> Void) async throws {
            for node in nodes {
                guard orderly else {
                    await node.process?.kill()
                    continue
                }
                #expect(await node.process?.shutDown() == 0, "The node \(node.name) has failed.")
            }
            try await body()
            for node in nodes { try await node.proxy.stop() }
            try await server.stop()
            try? FileManager.default.removeItem(at: folder)
        }

        /// The last lines that the nodes have written on the standard error.
        var complaints: String {
            nodes.map { node in
                let text = (try? String(contentsOf: node.errors, encoding: .utf8)) ?? ""
                return "\(node.name):\n" + text.split(separator: "\n").suffix(15).joined(separator: "\n")
            }.joined(separator: "\n")
        }
    }

    /// A node of a cluster, which can be started again on the same port.
    final class ClusterNode: Sendable {
        let name: String
        /// Whether it can stop within a transaction.
        let stops: Bool
        let proxy: CuttingProxy
        let errors: URL
        private let info: String
        private let state = Lock<(process: NodeProcess?, starts: Int)>((nil, 0))

        init(_ name: String, stops: Bool, _ proxy: CuttingProxy, _ info: String, errors: URL) {
            (self.name, self.stops, self.proxy, self.info, self.errors) = (name, stops, proxy, info, errors)
        }

        var process: NodeProcess? { state.withLock { $0.process } }
        var port: UInt16 { process?.port ?? 0 }

        func start() async throws {
            let (port, start) = state.withLock { state in
                state.starts += 1
                return (state.process?.port ?? 0, state.starts)
            }
            // The protections that a node omits.
            let wrong = ProcessInfo.processInfo.environment["MILLRACE_MACHINE_WRONG"] ?? ""
            let environment = [
                "DATABASE": info, "PORT": "\(port)", "NAME": "\(name)\(start)", "LEASE": "1", "WRONG": wrong,
                "STOPS": stops ? "yes" : "no",
            ]
            let process = try await NodeProcess(environment, errors: errors)
            state.withLock { $0.process = process }
        }

        /// Sends a request. Returns `nil` if the node does not answer.
        func answer(_ method: String, _ path: String, _ fields: String = "") async -> ParsedResponse? {
            guard let socket = try? await RawSocket(port: port) else { return nil }
            await socket.send(
                "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nReferer: http://localhost/\r\n"
                    + "Content-Length: 0\r\n\(fields)\r\n")
            let response = ParsedResponse(await socket.readAll())
            return response.status == 0 ? nil : response
        }
    }
#endif
