#if SQLite || App
    import Millrace

    /// A node of a shared storage in memory, for tests. Nodes of one database see what the others store.
    package struct MemoryNode: SharedBackend {
        /// The stored engines, and the state that the nodes share beside them.
        package actor Database {
            nonisolated package let memory: MemoryBackend
            /// The owners of engines, by name.
            fileprivate var owners: [String: Int] = [:]
            fileprivate var lastNode = 0
            private nonisolated let functions = Lock<[Int: @Sendable (BackendEvent) -> Void]>([:])
            private var receivers: [Int: @Sendable (BackendEvent) -> Void] { functions.withLock { $0 } }
            private var values: [String: [UInt8]] = [:]
            private var lines: [String: [[UInt8]]] = [:]
            private var migrations: [String] = []
            /// The number of migrations that were applied to each engine.
            private var versions: [String: Int] = [:]
            /// The number of calls of ``SharedBackend/confirm(_:)``.
            package private(set) var confirmations = 0

            package init(_ memory: MemoryBackend = MemoryBackend()) { self.memory = memory }

            /// Adds a node.
            package func node() -> MemoryNode {
                lastNode += 1
                return MemoryNode(database: self, number: lastNode)
            }

            /// Ends the lease of a node. Others can claim its engines, and the node loses them.
            ///
            /// - Parameter isReported: Whether the nodes receive events.
            package func endLease(of node: MemoryNode, isReported: Bool = true) {
                let engines = owners.filter { $0.value == node.number }.keys
                for engine in engines { owners[engine] = 0 }
                if !isReported { return }
                for engine in engines { receivers[node.number]?(.lost(engine: engine)) }
                send(.released(engine: nil), from: node.number)
            }

            fileprivate nonisolated func onEvent(of node: Int, _ receive: @escaping @Sendable (BackendEvent) -> Void) {
                functions.withLock { $0[node] = receive }
            }

            /// Passes a status to a node.
            package func report(_ status: DurableStatus, to node: MemoryNode) {
                receivers[node.number]?(.status(status))
            }

            fileprivate func declare(_ names: [String]) throws(DurableError) {
                let isPrefix = zip(migrations, names).allSatisfy { $0 == $1 }
                guard isPrefix else { throw .newerBuild(migrations: migrations.filter { !names.contains($0) }) }
                if names.count > migrations.count { migrations = names }
            }

            fileprivate func claim(_ engine: String, _ node: Int, asks: Bool, known: Int) throws(DurableError) -> Int {
                let version = versions[engine] ?? known
                if version > known {
                    throw .newerBuild(migrations: Array(migrations[known...].prefix(version - known)))
                }
                if let owner = owners[engine], owner != 0, owner != node {
                    if asks { receivers[owner]?(.asked(engine: engine)) }
                    throw .owned(engine: engine, node: "\(owner)")
                }
                (owners[engine], versions[engine]) = (node, version)
                return version
            }

            fileprivate func release(_ engine: String, _ node: Int) {
                guard owners[engine] == node else { return }
                owners[engine] = nil
                send(.released(engine: engine), from: node)
            }

            fileprivate func check(_ engine: String, _ node: Int, known: Int) throws(DurableError) {
                if owners[engine] == nil { (owners[engine], versions[engine]) = (node, versions[engine] ?? known) }
                if owners[engine] != node { throw .otherWriter(engine: engine) }
            }

            fileprivate func confirm(_ engine: String, _ node: Int) throws(DurableError) {
                confirmations += 1
                if owners[engine] != node { throw .otherWriter(engine: engine) }
            }

            fileprivate func noteMigration(_ engines: some Sequence<String>, to version: Int) {
                for engine in engines { versions[engine] = version }
            }

            fileprivate func mayChange(_ engine: String, _ node: Int) -> Bool {
                isFree(engine) || owners[engine] == node
            }

            fileprivate func isFree(_ engine: String) -> Bool { owners[engine, default: 0] == 0 }

            fileprivate func value(_ name: String) -> [UInt8]? { values[name] }

            fileprivate func setValue(_ name: String, to new: [UInt8], from old: [UInt8]?, _ node: Int) -> Bool {
                guard values[name] == old else { return false }
                values[name] = new
                send(.value(name: name), from: node)
                return true
            }

            fileprivate func relay(_ text: [UInt8], to connection: String, _ node: Int) {
                lines[connection, default: []].append(text)
                send(.relayed(connection: connection), from: node)
            }

            fileprivate func relayed(to connection: String, where isOwn: ([UInt8]) -> Bool) -> [[UInt8]] {
                let all = lines[connection] ?? []
                lines[connection] = all.filter { !isOwn($0) }
                return all.filter(isOwn)
            }

            /// Passes an event to the other nodes.
            fileprivate func send(_ event: BackendEvent, from node: Int) {
                for (number, receive) in receivers where number != node { receive(event) }
            }
        }

        private let database: Database
        fileprivate let number: Int
        private let known = Lock(0)
        private let isReachable = Lock(true)
        private var memory: MemoryBackend { database.memory }

        fileprivate init(database: Database, number: Int) { (self.database, self.number) = (database, number) }

        package func onEvent(_ receive: @escaping @Sendable (BackendEvent) -> Void) {
            database.onEvent(of: number, receive)
        }

        /// Lets claims, writes and searches for sessions of this node throw, or work again.
        package func setReachable(_ isReachable: Bool) { self.isReachable.withLock { $0 = isReachable } }

        private func check() throws(DurableError) {
            if !isReachable.withLock({ $0 }) { throw .storage(reason: "The database cannot be reached.") }
        }

        package func declare(_ migrations: [String]) async throws(DurableError) {
            try await database.declare(migrations)
            known.withLock { $0 = migrations.count }
        }

        package func claim(_ engine: String, asks: Bool) async throws(DurableError) -> Int {
            try check()
            return try await database.claim(engine, number, asks: asks, known: known.withLock { $0 })
        }

        package func release(_ engine: String) async { await database.release(engine, number) }

        package func confirm(_ engine: String) async throws(DurableError) {
            try await database.confirm(engine, number)
        }

        package func append(_ batch: StoredBatch, to engine: String, after turn: UInt64) async throws(DurableError) {
            try check()
            try await database.check(engine, number, known: known.withLock { $0 })
            try await memory.append(batch, to: engine, after: turn)
            for name in Set(batch.outgoing.map(\.engine)) { await database.send(.message(engine: name), from: number) }
            if batch.delay == 0 { await database.send(.stored(engine: engine), from: number) }
        }

        package func post(_ message: StoredMessage) async throws(DurableError) {
            try await memory.post(message)
            await database.send(.message(engine: message.engine), from: number)
        }

        package func values(
            of store: String, in engine: String, known turn: UInt64?
        ) async throws(DurableError) -> (turn: UInt64, values: [StoredID: StoredValue])? {
            let stored = try await load(engine)
            if stored.turn == turn { return nil }
            return (stored.turn, stored.values.filter { $0.key.store == store })
        }

        package func session(of engine: String) async throws(DurableError) -> StoredSession? {
            try await memory.allSessions().first { $0.session.engine == engine }?.session
        }

        package func sessions(endedBefore time: Double) async throws(DurableError) -> [String] {
            var names: [String] = []
            for (session, _) in try await memory.allSessions() {
                guard let end = session.end, end < time, await database.isFree(session.engine) else { continue }
                names.append(session.engine)
            }
            return names
        }

        package func value(_ name: String) async throws(DurableError) -> [UInt8]? { await database.value(name) }

        package func setValue(_ name: String, to new: [UInt8], from old: [UInt8]?) async throws(DurableError) -> Bool {
            await database.setValue(name, to: new, from: old, number)
        }

        package func relay(_ lines: [UInt8], to connection: String) async throws(DurableError) {
            await database.relay(lines, to: connection, number)
        }

        package func relayed(
            to connection: String, where isOwn: @escaping @Sendable ([UInt8]) -> Bool
        ) async throws(DurableError) -> [[UInt8]] { await database.relayed(to: connection, where: isOwn) }

        package func migrate(to engines: [String: StoredEngine], noting names: [String]) async throws(DurableError) {
            try await memory.migrate(to: engines, noting: names)
            await database.noteMigration(engines.keys, to: names.count)
        }

        package func sessionWork() async throws(DurableError) -> [String: [[UInt8]]] {
            var work: [String: [[UInt8]]] = [:]
            for (engine, records) in try await memory.sessionWork() where await database.isFree(engine) {
                work[engine] = records
            }
            return work
        }
    }

    // What the memory does for all nodes.
    extension MemoryNode {
        package var keepsActions: Bool { memory.keepsActions }
        package func generation() async throws(DurableError) -> String { await memory.generation() }
        package func load(_ engine: String) async throws(DurableError) -> StoredEngine { try await memory.load(engine) }
        package func inbox(of engine: String, after position: Int64) async throws(DurableError) -> [Int64: [UInt8]] {
            try await memory.inbox(of: engine, after: position)
        }
        package func lastPosition(inInboxOf engine: String) async throws(DurableError) -> Int64 {
            try await memory.inbox(of: engine, after: 0).keys.max() ?? 0
        }
        package func turn(ofMessage id: String, in engine: String) async throws(DurableError) -> UInt64? {
            try await memory.turn(ofMessage: id, in: engine)
        }
        package func forgetMessages(before time: Double, in engine: String) async throws(DurableError) {
            try await memory.forgetMessages(before: time, in: engine)
        }
        package func past(of engine: String) async throws(DurableError) -> [StoredPast] {
            try await memory.past(of: engine)
        }
        package func migrations() async throws(DurableError) -> [String]? { await memory.migrations() }
        package func engines() async throws(DurableError) -> [String: StoredEngine] { try await memory.engines() }
        package func sessions(withID id: String) async throws(DurableError) -> [StoredSession] {
            try check()
            return try await memory.sessions(withID: id)
        }
        package func allSessions() async throws(DurableError) -> [(session: StoredSession, bytes: Int)] {
            try await memory.allSessions()
        }
        package func setEnd(_ end: Double?, of engines: [String]) async throws(DurableError) {
            var own: [String] = []
            for engine in engines where await database.mayChange(engine, number) { own.append(engine) }
            try await memory.setEnd(end, of: own)
        }
        package func bytes(of engine: String) async throws(DurableError) -> Int { try await memory.bytes(of: engine) }
        package func remove(_ engines: [String]) async throws(DurableError) { try await memory.remove(engines) }
        /// The memory remains open for the other nodes.
        package func close() async {}
    }
#endif
