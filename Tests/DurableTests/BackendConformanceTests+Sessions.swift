#if SQLite || App
    import Foundation
    import GRDB
    import Testing

    @testable import MillraceDurable

    // The sessions of live pages.
    extension BackendConformanceTests {
        private func session(_ id: String, _ engine: String, end: Double? = nil) -> StoredSession {
            StoredSession(id: id, engine: engine, owner: [0, 255], address: "::1\0", end: end)
        }

        private func batch(_ turn: UInt64, _ session: StoredSession) -> StoredBatch {
            var batch = batch(turn, [:])
            batch.session = session
            return batch
        }

        @Test(
            "Pages · a session is stored with a batch, and found by its id, the newest first, also after a restart",
            arguments: Kind.allCases)
        func sessions(_ kind: Kind) async throws {
            try await withBackend(kind) { open in
                var backend = try await open()
                #expect(StoredBatch().isEmpty && !batch(0, session("x", "a")).isEmpty)
                for (engine, id) in [("a", "x"), ("b", "x"), ("c", "y")] {
                    try await backend.append(batch(1, session(id, engine, end: 9)), to: engine, after: 0)
                }
                // A replaced session keeps its place.
                var changed = session("x", "a", end: 1.5)
                (changed.owner, changed.address) = ([], "")
                try await backend.append(batch(2, changed), to: "a", after: 1)
                await #expect(throws: DurableError.otherWriter(engine: "b")) {
                    try await backend.append(batch(8, session("z", "b")), to: "b", after: 7)
                }
                // A batch without one keeps it.
                try await backend.append(batch(2, ["k": "1"]), to: "b", after: 1)
                await backend.close()
                backend = try await open()
                #expect(try await backend.sessions(withID: "x") == [session("x", "b", end: 9), changed])
                #expect(try await backend.sessions(withID: "y") == [session("y", "c", end: 9)])
                #expect(try await backend.sessions(withID: "z").isEmpty)
                #expect(
                    try await backend.allSessions().map(\.session) == [
                        changed, session("x", "b", end: 9), session("y", "c", end: 9),
                    ])
                // A sign-in changes the id.
                try await backend.append(batch(3, session("z", "b")), to: "b", after: 2)
                #expect(try await backend.sessions(withID: "x") == [changed])
                #expect(try await backend.sessions(withID: "z") == [session("z", "b")])
                await backend.close()
                await #expect(throws: DurableError.closed) { try await backend.allSessions() }
            }
        }

        @Test("Pages · the end of sessions is replaced, and the rest stays", arguments: Kind.allCases)
        func ends(_ kind: Kind) async throws {
            try await withBackend(kind) { open in
                let backend = try await open()
                for engine in ["a", "b"] {
                    try await backend.append(batch(1, session("x", engine)), to: engine, after: 0)
                }
                try await backend.setEnd(5.25, of: ["a", "missing"])
                try await backend.setEnd(6, of: [])
                #expect(try await backend.sessions(withID: "x") == [session("x", "b"), session("x", "a", end: 5.25)])
                try await backend.setEnd(nil, of: ["a", "b"])
                #expect(try await backend.sessions(withID: "x") == [session("x", "b"), session("x", "a")])
                #expect(try await backend.load("missing") == StoredEngine())
                await backend.close()
            }
        }

        /// A batch with an entry of each kind: 13 bytes, and 2 of the kept actions.
        private func fullBatch(_ engine: String) -> StoredBatch {
            var batch = batch(1, session("x", engine))
            batch.values[StoredID(store: "s")] = .some(StoredValue([1, 2, 3]))
            (batch.work, batch.letters, batch.messages) = ([1: [1, 2], 2: [3]], [3: [1, 2, 3, 4]], ["id": 1])
            (batch.outgoing, batch.past) = ([StoredMessage(to: engine, [7])], .actions([8, 9]))
            return batch
        }

        @Test(
            "Pages · the bytes of an engine are the sum of what is stored; a removed engine is new",
            arguments: Kind.allCases)
        func removal(_ kind: Kind) async throws {
            try await withBackend(kind) { open in
                var backend = try await open()
                for engine in ["a", "b", "c"] { try await backend.append(fullBatch(engine), to: engine, after: 0) }
                #expect(try await backend.bytes(of: "a") == 15)
                #expect(try await backend.bytes(of: "missing") == 0)
                try await backend.append(batch(2, ["k": "12345"]), to: "b", after: 1)
                #expect(try await backend.allSessions().map(\.bytes) == [15, 20, 15])
                try await backend.remove(["a", "c", "missing"])
                try await backend.remove([])
                await backend.close()
                backend = try await open()
                #expect(try await backend.load("a") == StoredEngine())
                #expect(try await backend.bytes(of: "a") == 0)
                #expect(try await backend.turn(ofMessage: "id", in: "a") == nil)
                #expect(try await backend.past(of: "a").isEmpty)
                #expect(try await backend.sessions(withID: "x").map(\.engine) == ["b"])
                #expect(try await backend.engines().keys.sorted() == ["b"])
                #expect(try await backend.load("b").turn == 2)
                // A writer that still has the engine stores nothing.
                await #expect(throws: DurableError.otherWriter(engine: "a")) {
                    try await backend.append(batch(2, ["k": "1"]), to: "a", after: 1)
                }
                try await backend.append(batch(1, session("x", "a")), to: "a", after: 0)
                #expect(try await backend.sessions(withID: "x").map(\.engine) == ["a", "b"])
                await backend.close()
            }
        }

        @Test("Pages · the work of sessions is found, and their messages", arguments: Kind.allCases)
        func work(_ kind: Kind) async throws {
            try await withBackend(kind) { open in
                let backend = try await open()
                for engine in ["work", "message", "idle"] {
                    try await backend.append(batch(1, session("x", engine)), to: engine, after: 0)
                }
                var work = batch(2, ["k": "1"])
                (work.work, work.letters) = ([10: [1], 9: [2], 100: [3]], [5: [4]])
                try await backend.append(work, to: "work", after: 1)
                var other = work
                other.turn = 1
                try await backend.append(other, to: "no session", after: 0)
                for engine in ["message", "no session"] { try await backend.post(StoredMessage(to: engine, [1])) }
                // The work of an engine that a node has is not listed.
                for engine in ["work", "message", "idle"] { await (backend as? any SharedBackend)?.release(engine) }
                #expect(try await backend.sessionWork() == ["work": [[2], [1], [3]], "message": []])
                await backend.close()
            }
        }

        @Test(
            "Pages · a damaged session is left out, the others are there",
            arguments: [
                "engine = 'b'", "id = x'79'", "owner = x'00'", "address = x''", "endTime = 1.0", "endTime = NULL",
                "endTime = 'a'", "number = 7",
            ])
        func damagedSession(_ change: String) async throws {
            try await withFile { file in
                let backend = try SQLiteBackend(file)
                try await backend.append(batch(1, session("x", "a", end: 2)), to: "a", after: 0)
                try await backend.append(batch(1, session("z", "c")), to: "c", after: 0)
                try await backend.database.write {
                    try $0.execute(sql: "UPDATE session SET \(change) WHERE engine = 'a'")
                }
                #expect(try await backend.allSessions().map(\.session) == [session("z", "c")])
                await backend.close()
            }
        }
    }
#endif
