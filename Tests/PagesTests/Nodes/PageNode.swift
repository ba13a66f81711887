#if (Hummingbird || Web) && SQLite || App
    import MillraceDurable
    import MillraceKit
    import MillraceModules

    @testable import MillraceWeb
    @testable import WebTestSupport

    /// A process among several that share a storage in memory.
    struct PageNode {
        let server: PageServer
        let node: MemoryNode
        let database: MemoryNode.Database

        /// - Parameters:
        ///   - database: What the nodes share.
        ///   - migrations: The migrations that its build knows. Defaults to none.
        ///   - isStarted: Whether it receives what happens in the storage. Defaults to `true`.
        ///   - configure: Changes the configuration. Defaults to no change.
        ///   - makeNavigator: Defaults to a diary.
        init(
            _ database: MemoryNode.Database, migrations: [DurableMigration] = [], isStarted: Bool = true,
            configure: (inout LivePages.Configuration) -> Void = { _ in },
            _ makeNavigator: (@Sendable (isolated WebSession, DurableEngine) async throws -> Navigator)? = nil
        ) async throws {
            let node = await database.node()
            let storage = try await DurableStorage(node, migrations: migrations)
            server = PageServer(database.memory, storage, time: 1_000_000, configure: configure, makeNavigator)
            (self.node, self.database) = (node, database)
            if isStarted { _ = await server.registry.startStorage() }
        }

        var registry: SessionRegistry { server.registry }

        /// Ends the lease of the node, as if its process had ended.
        func die() async { await database.endLease(of: node) }

        /// The engines that other nodes ask for.
        func asked() -> AsyncStream<String> {
            let (stream, continuation) = AsyncStream.makeStream(of: String.self)
            server.storage.onEvent { if case .asked(let engine) = $0 { continuation.yield(engine) } }
            return stream
        }

        /// The engines that other nodes release, also those that they have deleted.
        func released() -> AsyncStream<String?> {
            let (stream, continuation) = AsyncStream.makeStream(of: String?.self)
            server.storage.onEvent { if case .released(let engine) = $0 { continuation.yield(engine) } }
            return stream
        }
    }
#endif
