#if PostgreSQL
    import Foundation
    import Millrace
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// Programs that move from a file to a database, and back.
    @MainActor @Suite("Many machines · moving") struct MoveTests {
        /// What the storage of a program contains, without the positions of messages.
        private struct Contents: Equatable {
            var engines: [String: StoredEngine]
            var inboxes: [String: [[UInt8]]]
            var sessions: [StoredSession]
            var ids: [String: [StoredMessageID]] = [:]
            var migrations: [String]?

            init(of backend: any MovableBackend) async throws {
                engines = try await backend.engines()
                inboxes = engines.mapValues { $0.inbox.sorted { $0.key < $1.key }.map(\.value) }
                for name in engines.keys { engines[name]?.inbox = [:] }
                sessions = try await backend.allSessions().map(\.session)
                for name in engines.keys { ids[name] = try await backend.messages(of: name) }
                migrations = try await backend.migrations()
            }
        }

        /// Stores engines with everything that an engine can have.
        private func fill(_ backend: SQLiteBackend) async throws {
            for (index, name) in ["shop", "page2", "page1"].enumerated() {
                var batch = StoredBatch()
                (batch.turn, batch.lastNumber, batch.time, batch.messages) = (3, 7, 1.5, ["a\0": 10, "b": 20])
                batch.values[StoredID(store: "s", part: "p", key: "\0")] = .some(StoredValue([0, 255], position: -4))
                (batch.work, batch.letters) = ([5: [1], 6: [2]], [2: [3]])
                if index > 0 {
                    batch.session = StoredSession(
                        id: "id", engine: name, owner: [1], address: "::1", end: index == 1 ? 5 : 6.5)
                }
                try await backend.append(batch, to: name, after: 0)
                batch = StoredBatch()
                (batch.turn, batch.messages) = (UInt64(9 + index), ["c": 30])
                batch.outgoing = [StoredMessage(to: "never opened", [UInt8(index)]), StoredMessage(to: "shop", [9])]
                try await backend.append(batch, to: name, after: 3)
            }
        }

        @Test(
            "Machines 7 · values, commands, timers, ids, sessions and messages are equal after a move, and a move back")
        func roundTrip() async throws {
            let database = try await Database()
            let url = database.url
            try await withFile { file in
                let source = try SQLiteBackend(file)
                try await fill(source)
                try await source.migrate(to: [:], noting: ["one", "two"])
                let contents = try await Contents(of: source)
                await source.close()
                try await DurableStorage.move(from: file, to: url)
                let node = try await database.node()
                let moved = try await Contents(of: node)
                await node.close()
                #expect(moved == contents)
                try await DurableStorage.move(from: url, to: file + ".back")
                let back = try SQLiteBackend(file + ".back")
                #expect(try await Contents(of: back) == contents)
                await back.close()
                // It is not empty.
                await #expect(throws: DurableError.self) { try await DurableStorage.move(from: file, to: url) }
                await #expect(throws: DurableError.self) { try await DurableStorage.move(from: file + ".no", to: url) }
            }
        }

        @Test("Machines 7 · a program that runs is not moved, and the new storage is empty")
        func running() async throws {
            let database = try await Database()
            try await withFile { file in
                let storage = try await DurableStorage(sqlite: file)
                let url = database.url
                await #expect(throws: DurableError.self) { try await DurableStorage.move(from: file, to: url) }
                await storage.close()
                let node = try await database.node()
                var batch = StoredBatch()
                batch.turn = 1
                try await node.append(batch, to: "shop", after: 0)
                await #expect(throws: DurableError.self) { try await DurableStorage.move(from: url, to: file + ".new") }
                let new = try SQLiteBackend(file + ".new")
                #expect(try await new.engines().isEmpty)
                await new.close()
                await node.close()
            }
        }
    }
#endif
