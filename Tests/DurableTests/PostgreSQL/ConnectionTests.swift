#if PostgreSQL && App
    import Foundation
    import Millrace
    import MillraceExtras
    import PostgresTestSupport
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// Nodes whose connections are disturbed.
    @Suite("Many machines · connections") struct ConnectionTests {
        private static let turns: UInt64 = 1_000

        private func batch(_ turn: UInt64) -> StoredBatch {
            var batch = StoredBatch()
            (batch.turn, batch.messages) = (turn, ["m\(turn)": 1])
            batch.values[StoredID(store: "s", part: "turns", key: "\(turn)")] = .some(StoredValue([1]))
            batch.outgoing = [StoredMessage(to: "other", Array("\(turn)".utf8))]
            return batch
        }

        /// Stores a turn as a writer does, until it is acknowledged.
        private func store(_ turn: UInt64, on node: PostgresBackend) async throws {
            while true {
                do throws(DurableError) {
                    return try await node.append(batch(turn), to: "shop", after: turn - 1)
                } catch { guard case .storage = error else { throw error } }
            }
        }

        @Test(
            "Machines 5 · a turn whose COMMIT is cut, before or after the server reads it, is stored once if it is acknowledged"
        )
        func cutCommits() async throws {
            let server = try await PostgresServer.shared()
            let (database, proxy) = (try await Database(), try await CuttingProxy(to: server))
            let node = try await PostgresBackend(proxy.connectionString(database: database.name), PostgresOptions())
            try await proxy.atCommit { commit in
                commit.number % 3 == 0 ? CommitCut.allCases[commit.number / 3 % CommitCut.allCases.count] : nil
            }
            for turn in 1...Self.turns { try await store(turn, on: node) }
            try await proxy.atCommit { _ in nil }
            for cut in CommitCut.allCases { #expect(try await proxy.count(of: cut) > 50) }
            let stored = try await node.load("shop")
            #expect(stored.turn == Self.turns && stored.values.count == Int(Self.turns))
            let inbox = try await node.engines()["other"]?.inbox.sorted { $0.key < $1.key }.map(\.value)
            #expect(inbox == (1...Self.turns).map { Array("\($0)".utf8) })
            for turn in [1, 500, Self.turns] { #expect(try await node.turn(ofMessage: "m\(turn)", in: "shop") == turn) }
            await node.close()
            try await proxy.stop()
        }

        @Test(
            "Machines 7 · a server that was restored to a point in time has another name, also for a node that was open"
        )
        func restoredServer() async throws {
            let server = try await PostgresServer()
            let info = server.connectionString(database: try await server.createDatabase())
            let node = try await PostgresBackend(info, PostgresOptions())
            let storage = try await DurableStorage(node, migrations: [])
            try await store(1, on: node)
            let old = try await node.generation()
            try await server.restart()
            try await store(2, on: node)
            #expect(try await node.generation() == old)
            try await server.recover()
            // It keeps its engines.
            try await store(3, on: node)
            let new = try await node.generation()
            #expect(new != old)
            let other = try await PostgresBackend(info, PostgresOptions())
            #expect(try await other.generation() == new)
            for node in [node, other] { await node.close() }
            await storage.close()
            try await server.stop()
        }

        @Test("Machines 5 · a node forgets a commit of unknown outcome when it is repeated, and with its engine")
        func unknownCommits() async throws {
            let server = try await PostgresServer.shared()
            let (database, proxy) = (try await Database(), try await CuttingProxy(to: server))
            let backend = try await PostgresBackend(proxy.connectionString(database: database.name), PostgresOptions())
            let cut: @Sendable (CommitCut?) async throws -> Void = { cut in try await proxy.atCommit { _ in cut } }
            for engine in ["repeated", "given up"] {
                try await cut(.after)
                await #expect(throws: DurableError.self) { try await backend.append(batch(1), to: engine, after: 0) }
                #expect(backend.node.unconfirmed == [engine: 1])
                try await cut(nil)
                if engine == "repeated" {
                    try await backend.append(batch(1), to: engine, after: 0)
                } else {
                    await backend.release(engine)
                }
                #expect(backend.node.unconfirmed.isEmpty)
            }
            await backend.close()
            try await proxy.stop()
        }

        @Test(
            "Machines 2 · while the packets of a listening connection are dropped, messages are found, and it is replaced"
        )
        @MainActor func silentListener() async throws {
            let server = try await PostgresServer.shared()
            let (database, proxy) = (try await Database(), try await CuttingProxy(to: server))
            var options = PostgresOptions()
            (options.lease, options.listenerCheck) = (3, 1)
            let info = proxy.connectionString(database: database.name)
            let storage = try await DurableStorage(try await PostgresBackend(info, options), migrations: [])
            let other = try await DurableStorage(try await database.node(), migrations: [])
            let mail = Mail(storage)
            try await mail.startReceiver()
            let first = try await proxy.connection { $0.isListening }
            try await proxy.drop { $0.isListening }
            try await other.remote(Office.self, in: "office", named: "notes").send(.note(1)).stored()
            try await mail.received(1)
            _ = try await proxy.connection { $0.isListening && $0.number > first.number }
            #expect(storage.listenerReplacements > 0)
            #expect(mail.office?.state.notes == [1])
            await mail.killReceiver()
            for storage in [storage, other] { await storage.close() }
            try await proxy.stop()
        }

        @Test("Machines 5 · while the database is away, turns wait; nothing that was acknowledged is lost")
        @MainActor func databaseGone() async throws {
            let server = try await PostgresServer()
            let node = try await PostgresBackend(
                server.connectionString(database: try await server.createDatabase()), PostgresOptions())
            let storage = try await DurableStorage(node, migrations: [])
            let statuses = Statuses(storage)
            let durable = try await storage.engine("office")
            durable.onFailure = { _ in }
            let office = try durable.store("notes", Office.State(), Office())
            try await durable.resume()
            for number in 0..<10 { try await office.send(.note(number), id: "\(number)").stored() }
            try await server.kill()
            office.send(.note(10))
            let late = Task { try await durable.stored() }
            await statuses.first { if case .unreachable = $0 { true } else { false } }
            try await server.start()
            try await late.value
            await statuses.first { $0 == .working }
            #expect(office.state.notes == Array(0...10) && storage.status == .working)
            try await durable.suspend(grace: .zero)
            let stored = try await node.load("office")
            #expect(try StateCoding<Office.State>().decode(stored.values)?.notes == Array(0...10))
            await storage.close()
        }
    }
#endif
