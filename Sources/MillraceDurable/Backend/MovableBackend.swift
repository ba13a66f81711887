#if SQLite || App
    /// A backend whose contents can move to another one.
    package protocol MovableBackend: DurableBackend {
        /// Returns the ids of the messages of an engine.
        func messages(of engine: String) async throws(DurableError) -> [StoredMessageID]
    }

    /// The id of a message that was reduced.
    package struct StoredMessageID: Hashable, Sendable {
        package let id: String
        /// The turn that has reduced it.
        package let turn: UInt64
        /// When it was reduced, in seconds since 1970.
        package let time: Double

        package init(id: String, turn: UInt64, time: Double) { (self.id, self.turn, self.time) = (id, turn, time) }
    }

    extension MovableBackend {
        /// Copies everything but the kept actions to an empty backend. After an error, that one is empty again.
        package func copy(to target: any MovableBackend) async throws(DurableError) {
            guard try await target.migrations() == nil else {
                throw .storage(reason: "The new storage is not empty. Use another one.")
            }
            let names = try await migrations() ?? []
            if let source = self as? any SharedBackend { try await source.claimAll(names) }
            let engines = try await engines()
            do throws(DurableError) {
                if let target = target as? any SharedBackend { try await target.declare(names) }
                try await target.migrate(to: [:], noting: names)
                let sessions = try await allSessions().map(\.session)
                for session in sessions {
                    try await copy(engines[session.engine], named: session.engine, session, to: target)
                }
                let others = Set(engines.keys).subtracting(sessions.map(\.engine))
                for name in others.sorted() { try await copy(engines[name], named: name, to: target) }
                let messages = engines.flatMap { name, engine in engine.inbox.map { (name, $0.key, $0.value) } }
                for (name, _, bytes) in messages.sorted(by: { $0.1 < $1.1 }) {
                    try await target.post(StoredMessage(to: name, bytes))
                }
            } catch {
                try? await target.remove(Array(engines.keys))
                try? await target.migrate(to: [:], noting: [])
                throw error
            }
        }

        private func copy(
            _ engine: StoredEngine?, named name: String, _ session: StoredSession? = nil,
            to target: any MovableBackend
        ) async throws(DurableError) {
            guard let engine, engine.turn > 0 || session != nil else { return }
            var turn: UInt64 = 0
            let ids = Dictionary(grouping: try await messages(of: name), by: \.turn)
            for next in Set(ids.keys).union([engine.turn]).sorted() {
                var batch = next == engine.turn ? StoredBatch(from: StoredEngine(), to: engine) : StoredBatch()
                (batch.turn, batch.inbox, batch.past) = (next, [:], .none)
                for id in ids[next] ?? [] { batch.messages[id.id] = id.time }
                if next == engine.turn { batch.session = session }
                try await target.append(batch, to: name, after: turn)
                turn = next
            }
        }
    }

    extension SharedBackend {
        /// Claims all engines, so that no other node goes on with one.
        ///
        /// - Parameter migrations: All that were applied to the storage.
        fileprivate func claimAll(_ migrations: [String]) async throws(DurableError) {
            try await declare(migrations)
            for name in try await engines().keys.sorted() { _ = try await claim(name, asks: false) }
        }
    }
#endif
