#if SQLite || App
    import Foundation
    import GRDB
    import GuideBlocks
    import Millrace
    import TestSupport
    import Testing

    @testable import MillraceDurable

    /// Every format that was released can be opened.
    @MainActor @Suite("Golden files") struct GoldenTests {
        @Test("Durable 4 · a file of the format 1 is opened with all that it has") func format1() async throws {
            try await withFile { file in
                let sql = try Guide.text(at: "Tests/DurableTests/Golden/format1.sql")
                let database = try DatabaseQueue(path: file)
                try await database.writeWithoutTransaction { try $0.execute(sql: sql) }
                try database.close()
                let storage = try await DurableStorage(sqlite: file)
                let bank = Bank(storage)
                try await bank.start()
                let store = try #require(bank.store)
                #expect(store.state.orders.map(\.id) == [1, 2, 3, 4] && store.state.orders[1].attempts == [1])
                #expect(store.state.totals == ["all": 4] && store.state.notes == ["line\n\u{2028}\"", "once"])
                let letter = DeadLetter(
                    id: 1, command: "charge", store: "orders", key: "j6z14f5durf6-shop-1",
                    reason: "The process ended 3 times while it ran.")
                #expect(bank.engine?.deadLetters == [letter])
                // The two orders, and the first of the three that wait for each other.
                await bank.called(3)
                #expect(bank.calls.map(\.order) == [3, 4, 1])
                #expect(bank.calls.map(\.call.key) == [3, 4, 6].map { "j6z14f5durf6-shop-\($0)" })
                #expect(bank.calls.map(\.call.attempt) == [2, 2, 2])
                #expect(try await store.send(.note("once"), id: "request 1").isRepeat)
                bank.scheduler.advance(by: .seconds(60))
                #expect(store.state.notes.last == "call")
                await bank.called(4)
                #expect(bank.calls.last?.order == 7)
                try await bank.engine?.suspend()
                await storage.close()
            }
        }
    }
#endif
