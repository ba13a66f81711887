#if SQLite || App
    import Foundation
    import GRDB
    import Millrace
    import Testing

    @testable import MillraceDurable

    /// Writes of several engines share a transaction, and nothing else.
    @Suite("Grouped writes") struct GroupedWriteTests {
        private func batch(_ turn: UInt64, _ text: String, delay: Double = 0) -> StoredBatch {
            var batch = StoredBatch()
            (batch.turn, batch.delay, batch.messages) = (turn, delay, [text: 1])
            batch.values[StoredID(store: "s")] = .some(StoredValue(Array(text.utf8)))
            return batch
        }

        private func text(_ engine: String, _ backend: SQLiteBackend) async throws -> String {
            let value = try await backend.load(engine).values[StoredID(store: "s")]
            return String(decoding: value?.bytes ?? [], as: UTF8.self)
        }

        /// Calls `body` with a new backend, and closes it.
        private func withBackend(
            _ body: (SQLiteBackend, ManualWriteClock, FaultyDisk) async throws -> Void
        ) async throws {
            try await withFile { file in
                let (clock, disk) = (ManualWriteClock(), FaultyDisk(file))
                let backend = try SQLiteBackend(file, clock: clock.clock)
                try await body(backend, clock, disk)
                await backend.close()
            }
        }

        /// Starts to append a batch. A cancellation of the task does not stop it.
        private func append(_ batch: StoredBatch, to engine: String, after turn: UInt64, _ backend: SQLiteBackend)
            -> Task<Void, any Error>
        {
            Task { try await backend.append(batch, to: engine, after: turn) }
        }

        @Test("Durable 8 · the writes of many engines that wait for a transaction share the next one, and its sync")
        func sharing() async throws {
            try await withBackend { backend, clock, disk in
                let held = await clock.hold(backend)
                let before = disk.syncs(of: .log)
                let tasks = (0..<100).map { append(batch(1, "\($0)"), to: "\($0)", after: 0, backend) }
                await held.waiting(100)
                // A write that waits is not lost with its task.
                tasks[7].cancel()
                try await held.release()
                for task in tasks { try await task.value }
                // One of the log, and one of its header.
                #expect(disk.syncs(of: .log) - before <= 2)
                for number in 0..<100 { #expect(try await text("\(number)", backend) == "\(number)") }
            }
        }

        @Test("Durable 8 · a write that fails among others changes nothing, and only its caller gets the error")
        func oneError() async throws {
            try await withBackend { backend, clock, disk in
                let held = await clock.hold(backend)
                var tasks = (0..<3).map { append(batch(1, "\($0)"), to: "\($0)", after: 0, backend) }
                var refused = batch(6, "refused")
                refused.outgoing = [StoredMessage(to: "0", [1])]
                let other = append(refused, to: "other", after: 5, backend)
                let failing = Task {
                    try await backend.run(writes: true) { db in
                        try InboxTable.insert(StoredMessage(to: "0", [2]), db)
                        try db.execute(sql: "INSERT INTO missing VALUES (1)")
                    }
                }
                await held.waiting(5)
                tasks.append(append(batch(1, "3"), to: "3", after: 0, backend))
                tasks.append(Task { try await backend.post(StoredMessage(to: "0", [3])) })
                await held.waiting(7)
                let before = disk.syncs(of: .log)
                try await held.release()
                for task in tasks { try await task.value }
                await #expect(throws: DurableError.otherWriter(engine: "other")) { try await other.value }
                let error = await #expect(throws: DurableError.self) { try await failing.value }
                if case .storage = error {} else { Issue.record("\(error as Any)") }
                #expect(disk.syncs(of: .log) - before <= 2)
                for number in 0..<4 { #expect(try await text("\(number)", backend) == "\(number)") }
                #expect(try await backend.inbox(of: "0", after: 0).values.map { $0 } == [[3]])
                #expect(try await backend.load("other") == StoredEngine())
            }
        }

        @Test(
            "Durable 8 · a commit that fails is the error of all its writes, which can be tried again, also if it is stored",
            arguments: [false, true])
        func failingCommit(_ isStored: Bool) async throws {
            try await withBackend { backend, clock, disk in
                let held = await clock.hold(backend)
                var tasks: [Task<Void, any Error>] = []
                // Two turns of the engine "a".
                let writes = [("a", 1), ("a", 2), ("b", 1), ("c", 1)] as [(String, UInt64)]
                for (count, (engine, turn)) in writes.enumerated() {
                    tasks.append(append(batch(turn, "\(engine)\(turn)"), to: engine, after: turn - 1, backend))
                    await held.waiting(count + 1)
                }
                disk.fail(
                    isStored ? .committed : .write, of: isStored ? .database : .log,
                    with: isStored ? .SQLITE_IOERR : .SQLITE_FULL)
                // It can fail too.
                try? await held.release()
                for task in tasks {
                    let error = await #expect(throws: DurableError.self) { try await task.value }
                    if case .storage = error {} else { Issue.record("\(error as Any)") }
                }
                disk.repair()
                if isStored {
                    // Another turn with the same number is not taken for it.
                    await #expect(throws: DurableError.otherWriter(engine: "b")) {
                        try await backend.append(batch(1, "another"), to: "b", after: 0)
                    }
                }
                for (engine, turn) in writes {
                    // The delay is no part of the batch.
                    let again = batch(turn, "\(engine)\(turn)", delay: 0.1)
                    clock.advance(by: 1)
                    try await backend.append(again, to: engine, after: turn - 1)
                }
                #expect(try await text("a", backend) == "a2")
                #expect(try await text("b", backend) == "b1")
                try await backend.append(batch(3, "a3"), to: "a", after: 2)
            }
        }

        @Test("Durable 2 · two writes of one engine are stored in their order") func order() async throws {
            try await withBackend { backend, clock, _ in
                let held = await clock.hold(backend)
                let first = append(batch(1, "first"), to: "a", after: 0, backend)
                await held.waiting(1)
                let second = append(batch(2, "second"), to: "a", after: 1, backend)
                await held.waiting(2)
                try await held.release()
                try await first.value
                try await second.value
                #expect(try await text("a", backend) == "second")
            }
        }

        @Test(
            "Durable 8 · writes with a delay wait after the begin of the last transaction, and not for more; one without takes them with it"
        )
        func delays() async throws {
            try await withBackend { backend, clock, disk in
                let held = await clock.hold(backend)
                let tasks = (0..<10).map { append(batch(1, "1", delay: 0.01), to: "\($0)", after: 0, backend) }
                await held.waiting(10)
                let before = disk.syncs(of: .log)
                try await held.release()
                await clock.timers(1)
                clock.advance(by: 0.005)
                #expect(clock.timerCount == 1 && disk.syncs(of: .log) == before)
                clock.advance(by: 0.005)
                for task in tasks { try await task.value }
                #expect(disk.syncs(of: .log) - before <= 2 && clock.timerCount == 0)

                clock.advance(by: 1)
                // A pause has passed: it does not wait.
                try await backend.append(batch(2, "2", delay: 0.5), to: "0", after: 1)
                #expect(clock.timerCount == 0)
                let late = append(batch(2, "2", delay: 0.5), to: "1", after: 1, backend)
                await clock.timers(1)
                let shorter = append(batch(2, "2", delay: 0.25), to: "2", after: 1, backend)
                await clock.timers(2)
                try await backend.append(batch(2, "2"), to: "3", after: 1)
                try await late.value
                try await shorter.value
                // The timers find nothing.
                clock.advance(by: 1)
                for engine in ["1", "2"] { #expect(try await text(engine, backend) == "2") }
            }
        }

        @Test("Durable 9 · writes that wait are stored when the backend is closed, and later ones fail") func closing()
            async throws
        {
            try await withFile { file in
                let clock = ManualWriteClock()
                let backend = try SQLiteBackend(file, clock: clock.clock)
                let held = await clock.hold(backend)
                let tasks = (0..<10).map { append(batch(1, "1", delay: 10), to: "\($0)", after: 0, backend) }
                await held.waiting(10)
                try await held.release()
                await clock.timers(1)
                await backend.close()
                for task in tasks { try await task.value }
                await #expect(throws: DurableError.closed) {
                    try await backend.append(batch(2, "2"), to: "0", after: 1)
                }
                clock.advance(by: 20)
                let reopened = try SQLiteBackend(file)
                for number in 0..<10 { #expect(try await text("\(number)", reopened) == "1") }
                await reopened.close()
            }
        }

        @Test("Durable 9 · no write hangs when the backend is closed while a transaction runs") func closingEarly()
            async throws
        {
            try await withFile { file in
                let clock = ManualWriteClock()
                let backend = try SQLiteBackend(file, clock: clock.clock)
                let held = await clock.hold(backend)
                let tasks = (0..<10).map { append(batch(1, "1"), to: "\($0)", after: 0, backend) }
                await held.waiting(10)
                let close = Task { await backend.close() }
                try await held.release()
                for task in tasks { try await task.value }
                await close.value
            }
        }
    }
#endif
