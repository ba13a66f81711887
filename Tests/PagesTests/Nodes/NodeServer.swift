#if Hummingbird && SQLite || App
    import Logging
    import MillraceDurable
    import MillraceHummingbird
    import MillraceWeb

    /// A node with pages of ``Letters`` on a port.
    struct NodeServer {
        let server: WebServer
        let storage: DurableStorage
        /// The node of a storage in memory.
        let node: MemoryNode?
        let port: UInt16
        private let running: Task<Void, any Error>

        init(_ database: MemoryNode.Database, migrations: [DurableMigration] = []) async throws {
            let node = await database.node()
            try await self.init(DurableStorage(node, migrations: migrations), node)
        }

        init(_ storage: DurableStorage, _ node: MemoryNode? = nil) async throws {
            (self.storage, self.node) = (storage, node)
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
