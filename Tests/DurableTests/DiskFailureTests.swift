#if SQLite || App
    import Foundation
    import GRDB
    import Millrace
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// A disk that fails for a while.
    @MainActor @Suite("Failures of the disk") struct DiskFailureTests {
        enum Failure: String, CaseIterable, Sendable {
            case full, readOnly, shortWrite, failedWrite, failedSync, droppedSync
            /// The call does everything, and reports an error.
            case lateWrite, lateSync
            /// Other connections see the commit, and it reports an error.
            case committed

            func start(_ disk: FaultyDisk) {
                switch self {
                case .full: disk.fail(.write, of: .all, with: .SQLITE_FULL)
                case .readOnly: disk.fail(.write, of: .all, with: .SQLITE_READONLY)
                case .shortWrite: disk.fail(.write, of: .all, with: .SQLITE_FULL, effect: .half)
                case .failedWrite: disk.fail(.write, of: .all, with: .SQLITE_IOERR_WRITE)
                case .failedSync: disk.fail(.sync, of: .all, with: .SQLITE_IOERR_FSYNC)
                case .droppedSync: disk.fail(.sync, of: .all, with: .SQLITE_IOERR_FSYNC, effect: .loss)
                case .lateWrite: disk.fail(.write, of: .all, with: .SQLITE_IOERR_WRITE, effect: .everything)
                case .lateSync: disk.fail(.sync, of: .all, with: .SQLITE_IOERR_FSYNC, effect: .everything)
                case .committed: disk.fail(.committed, of: .all, with: .SQLITE_IOERR)
                }
            }
        }

        @Test(
            "Durable 8 · a disk that fails is reported, stored() waits until it works, and nothing is lost or stored twice",
            arguments: Failure.allCases)
        func failure(_ failure: Failure) async throws {
            try await withFile { file in
                let disk = FaultyDisk(file)
                try await Self.check(file) {
                    failure.start(disk)
                } end: {
                    disk.repair()
                }
            }
        }

        @Test("Durable 8 · another connection that locks the file for a while is a failure that ends") func locked()
            async throws
        {
            try await withFile { file in
                // Its connections do not sleep before they try again.
                let disk = FaultyDisk(file)
                var configuration = Configuration()
                configuration.allowsUnsafeTransactions = true
                var other: DatabaseQueue?
                try await Self.check(file) {
                    other = try DatabaseQueue(path: file, configuration: configuration)
                    try other?.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
                } end: {
                    try other?.inDatabase { try $0.execute(sql: "ROLLBACK") }
                }
                #expect(disk.hasPower)
            }
        }

        /// Stores turns before, during and after a failure, and opens the file again.
        private static func check(
            _ file: String, start: () throws -> Void, end: () throws -> Void
        ) async throws {
            let storage = try await DurableStorage(sqlite: file)
            let bank = Bank(storage)
            try await bank.start()
            let (engine, store) = (try #require(bank.engine), try #require(bank.store))
            let failures = FailureList()
            engine.onFailure = { failures.append($0) }
            store.send(.place(1))
            await bank.called(1)
            try await engine.stored()

            try start()
            let receipt = Task { try await store.send(.place(2), id: "2").stored() }
            await failures.reached(1)
            var isStored = false
            let stored = Task {
                try await engine.stored()
                isStored = true
            }
            store.send(.note("a"))
            bank.scheduler.advance(by: .milliseconds(50))
            await failures.reached(2)
            // The memory has each turn, but takes no further message, and the handler of the second order waits.
            #expect(store.state.orders.map(\.id) == [1, 2] && store.state.notes == [])
            #expect(!isStored && bank.calls.count == 1)
            for error in failures.errors { if case .storage = error {} else { Issue.record("\(error)") } }

            try end()
            bank.scheduler.advance(by: .milliseconds(100))
            try await stored.value
            try await receipt.value
            #expect(store.state.notes == ["a"])
            await bank.called(2)
            #expect(failures.errors.count == 2 && bank.faults.isEmpty)
            try await bank.answer(2)
            #expect(try await store.send(.place(2), id: "2").isRepeat)
            let state = store.state
            #expect(state.totals == ["all": 2] && state.orders.map(\.attempts) == [[], [1]])
            bank.kill()
            await storage.close()

            let backend = try SQLiteBackend(file)
            let loaded = try await backend.load("shop")
            #expect(try StateCoding<Shop.State>().decode(loaded.values) == state)
            #expect(loaded.work.count == 1 && loaded.letters.isEmpty)
            await backend.close()
        }

        @Test(
            "Durable 9 · after a commit that reported an error, an engine recognizes its own turn, and no turn of another writer"
        ) func ownTurn()
            async throws
        {
            try await withFile { file in
                let disk = FaultyDisk(file)
                let (first, second) = (try SQLiteBackend(file), try SQLiteBackend(file))
                func batch(_ turn: UInt64, _ text: String) -> StoredBatch {
                    var batch = StoredBatch()
                    (batch.turn, batch.values, batch.messages) = (
                        turn, [StoredID(store: "s"): .some(StoredValue(Array(text.utf8)))], [text: 1]
                    )
                    return batch
                }
                disk.fail(.write, of: .log, with: .SQLITE_FULL)
                await #expect(throws: DurableError.self) { try await first.append(batch(1, "a"), to: "e", after: 0) }
                disk.repair()
                // The other process writes a turn with the same number.
                try await second.append(batch(1, "b"), to: "e", after: 0)
                await #expect(throws: DurableError.otherWriter(engine: "e")) {
                    try await first.append(batch(1, "a"), to: "e", after: 0)
                }
                disk.fail(.committed, of: .database, with: .SQLITE_IOERR, times: 1)
                await #expect(throws: DurableError.self) { try await second.append(batch(2, "c"), to: "e", after: 1) }
                // It is stored, and the first process adds a turn before it is tried again.
                try await first.append(batch(3, "d"), to: "e", after: 2)
                await #expect(throws: DurableError.otherWriter(engine: "e")) {
                    try await second.append(batch(2, "c"), to: "e", after: 1)
                }
                #expect(try await first.load("e").values == [StoredID(store: "s"): StoredValue(Array("d".utf8))])
                await first.close()
                await second.close()
            }
        }

        @Test("Durable 10 · a disk that cannot be read is an error, and not an empty engine or damage")
        func unreadable()
            async throws
        {
            try await withFile { file in
                let disk = FaultyDisk(file)
                let bank = Bank(DurableStorage(try SQLiteBackend(file)))
                try await bank.start()
                bank.store?.send(.place(1))
                try await bank.engine?.stored()
                let state = bank.store?.state
                bank.kill()
                let backend = try SQLiteBackend(file)
                disk.fail(.read, of: .all, with: .SQLITE_IOERR_READ)
                let error = await #expect(throws: DurableError.self) { try await backend.load("shop") }
                if case .storage = error {} else { Issue.record("\(error as Any)") }
                disk.repair()
                #expect(try StateCoding<Shop.State>().decode(try await backend.load("shop").values) == state)
                await backend.close()
            }
        }
    }

    /// The failures of an engine, and the tests that wait for them.
    @MainActor final class FailureList {
        private(set) var errors: [DurableError] = []
        private var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

        func append(_ error: DurableError) {
            errors.append(error)
            let due = waiting.filter { $0.count <= errors.count }
            waiting.removeAll { $0.count <= errors.count }
            for waiter in due { waiter.continuation.resume() }
        }

        /// Waits until there are this many.
        func reached(_ count: Int) async {
            if errors.count >= count { return }
            await withCheckedContinuation { waiting.append((count, $0)) }
        }
    }
#endif
