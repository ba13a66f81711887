#if PostgreSQL && App
    import NIOCore
    import NIOPosix

    /// A proxy between clients and a ``PostgresServer``, which disturbs their connections as a network does.
    ///
    /// It listens at 127.0.0.1, because the clients of a real network use TCP. It knows a `COMMIT` in a query, and in a pipeline.
    public final class CuttingProxy: Sendable {
        /// The port at which it listens.
        public let port: Int
        private let group: MultiThreadedEventLoopGroup
        private let listener: any Channel
        private let core: NIOLoopBoundBox<ProxyCore>

        /// Starts a proxy to a server.
        public init(to server: PostgresServer) async throws {
            group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            let loop = group.next()
            let core = NIOLoopBoundBox.makeBoxSendingValue(ProxyCore(), eventLoop: loop)
            let socket = "\(server.folder)/.s.PGSQL.5432"
            listener = try await ServerBootstrap(group: loop)
                .childChannelOption(.allowRemoteHalfClosure, value: false)
                .childChannelInitializer { core.value.accept($0, socket) }
                .bind(host: "127.0.0.1", port: 0).get()
            self.core = core
            port = listener.localAddress?.port ?? 0
        }

        /// Returns what a client needs to connect through the proxy.
        ///
        /// - Parameters:
        ///   - database: The name of the database.
        ///   - applicationName: The name of the client, which rules can compare. Defaults to none.
        public func connectionString(database: String, applicationName: String = "") -> String {
            let name = applicationName.isEmpty ? "" : " application_name=\(applicationName)"
            return "host=127.0.0.1 port=\(port) user=postgres dbname=\(database) sslmode=disable\(name)"
        }

        /// Calls this for each further `COMMIT`, in order. Its result says whether and when the connection is cut.
        public func atCommit(_ rule: @escaping @Sendable (ProxiedCommit) -> CommitCut?) async throws {
            try await perform { $0.rule = rule }
        }

        /// Returns how often a `COMMIT` was cut in this way.
        public func count(of cut: CommitCut) async throws -> Int { try await perform { $0.cuts[cut] ?? 0 } }

        /// Returns the open connections, in their order.
        public func connections() async throws -> [ProxiedConnection] {
            try await perform { core in core.links.values.map(\.connection).sorted { $0.number < $1.number } }
        }

        /// Returns an open connection that fulfills a condition. Waits until there is one.
        public func connection(where condition: @escaping @Sendable (ProxiedConnection) -> Bool) async throws
            -> ProxiedConnection
        {
            let promise = listener.eventLoop.makePromise(of: ProxiedConnection.self)
            try await perform { $0.wait(promise, for: condition) }
            return try await promise.futureResult.get()
        }

        /// Closes the connections that fulfill a condition now. Returns their number.
        @discardableResult
        public func cut(where condition: @escaping @Sendable (ProxiedConnection) -> Bool) async throws -> Int {
            try await change(condition) { $0.cut() }
        }

        /// Drops all further bytes of the connections that fulfill a condition now, in both directions and in silence: neither side
        /// notices that the other one closes its connection. Returns their number.
        @discardableResult
        public func drop(where condition: @escaping @Sendable (ProxiedConnection) -> Bool) async throws -> Int {
            try await change(condition) { $0.drop() }
        }

        /// Holds all further bytes of the connections that fulfill a condition now, until ``resume(where:)``. Returns their number.
        @discardableResult
        public func pause(where condition: @escaping @Sendable (ProxiedConnection) -> Bool) async throws -> Int {
            try await change(condition) { $0.hold() }
        }

        /// Passes the bytes that ``pause(where:)`` has held, and all further ones.
        public func resume(where condition: @escaping @Sendable (ProxiedConnection) -> Bool = { _ in true })
            async throws
        {
            try await change(condition) { $0.resume() }
        }

        /// Closes each new connection at once, or accepts them again.
        public func refuse(_ refuses: Bool) async throws { try await perform { $0.refuses = refuses } }

        /// Cuts all connections, and ends the proxy.
        public func stop() async throws {
            try await listener.close()
            try await perform { $0.end() }
            try await group.shutdownGracefully()
        }

        @discardableResult
        private func change(
            _ condition: @escaping ProxyCore.Condition, _ change: @escaping @Sendable (ProxyLink) -> Void
        ) async throws -> Int {
            try await perform { core in
                let links = core.links(where: condition)
                for link in links { change(link) }
                return links.count
            }
        }

        private func perform<Result: Sendable>(_ body: @escaping @Sendable (ProxyCore) -> Result) async throws -> Result
        {
            let core = core
            return try await listener.eventLoop.submit { body(core.value) }.get()
        }
    }
#endif
