#if SQLite || App
    import Foundation
    import Millrace
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// Copies of a storage that is in use.
    @MainActor @Suite("Backups") struct BackupTests {
        @Test(
            "Durable 10 · a backup under load has whole turns: everything that was stored before it, and perhaps more")
        func load() async throws {
            try await withFile { file in
                let storage = try await DurableStorage(sqlite: file)
                let bank = Bank(storage)
                try await bank.start()
                let (engine, store) = (try #require(bank.engine), try #require(bank.store))
                let writer = Task {
                    for order in 1...300 {
                        store.send(.place(order))
                        try await engine.stored()
                    }
                }
                for number in 0..<5 {
                    let before = store.state.orders.count
                    try await engine.stored()
                    // One by the program, the next by another connection.
                    let copy = "\(file).copy\(number)"
                    if number % 2 == 0 {
                        try await storage.backUp(to: copy)
                    } else {
                        try await DurableStorage.backUp(file, to: copy)
                    }
                    let backend = try SQLiteBackend(copy)
                    let stored = try await backend.load("shop")
                    let state = try StateCoding<Shop.State>().decode(stored.values)
                    let ids = state?.orders.map(\.id) ?? []
                    #expect(ids == Array(1..<(ids.count + 1)) && ids.count >= before)
                    #expect(state?.totals["all"] ?? 0 == ids.count && stored.work.count == ids.count)
                    await backend.close()
                }
                try await writer.value
                bank.kill()
                await storage.close()
            }
        }

        @Test(
            "Durable 10 · a restored backup keeps the keys of its commands, and gives new ones keys that were never used"
        )
        func keys() async throws {
            try await withFile { file in
                let storage = try await DurableStorage(sqlite: file)
                let bank = Bank(storage)
                try await bank.start()
                bank.store?.send(.place(1))
                await bank.called(1)
                try await storage.backUp(to: file + ".copy")
                bank.store?.send(.place(2))
                await bank.called(2)
                bank.kill()
                await storage.close()
                let copy = try await DurableStorage(sqlite: file + ".copy")
                let restored = Bank(copy)
                try await restored.start()
                await restored.called(1)
                restored.store?.send(.place(3))
                await restored.called(2)
                #expect(restored.calls[0].call.key == bank.calls[0].call.key)
                #expect(!bank.calls.map(\.call.key).contains(restored.calls[1].call.key))
                restored.kill()
                await copy.close()
            }
        }

        @Test("Durable 10 · a backup of nothing, onto a file that exists, or of a storage in memory is an error")
        func errors()
            async throws
        {
            try await withFile { file in
                await #expect(throws: DurableError.self) { try await DurableStorage.backUp(file, to: file + ".copy") }
                #expect(!FileManager.default.fileExists(atPath: file + ".copy"))
                let storage = try await DurableStorage(sqlite: file)
                await #expect(throws: DurableError.self) { try await storage.backUp(to: file) }
                await #expect(throws: DurableError.self) { try await storage.backUp(to: "/dev/null/x") }
                await #expect(throws: DurableError.self) {
                    try await DurableStorage.memory().backUp(to: file + ".copy")
                }
                await storage.close()
            }
        }
    }
#endif
