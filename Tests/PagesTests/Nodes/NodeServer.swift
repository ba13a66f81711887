#if Hummingbird && SQLite || App
    import Logging
    import MillraceDurable
    import MillraceHummingbird
    import MillraceWeb

    /// A node with pages of ``Letters`` on a port.
    struct NodeServer {
        let server: WebServer
        let node: MemoryNode
        let port: UInt16
        private let running: Task<Void, any Error>

        init(_ database: MemoryNode.Database, migrations: [DurableMigration] = []) async throws {
            node = await database.node()
            let storage = try await DurableStorage(node, migrations: migrations)
            var configuration = LivePages.Configuration()
            configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let server = WebServer(port: 0, configuration, sessions: Letters.sessions(in: storage))
            self.server = server
            running = Task { try await server.run() }
            port = try await server.port
        }

        func shutDown() async throws {
            await server.shutDown()
            try await running.value
        }
    }
#endif
