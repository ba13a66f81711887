#if SQLite || App
    import Foundation
    import GuideBlocks
    import Millrace
    import MillraceHistory
    import MillraceTesting
    import Testing

    @testable import MillraceDurable

    /// Runs the code of the guide “Durable”.
    @Suite("Guides · Durable") struct GuideDurableTests {
        @Test("Guides · each code block of “Durable” is compiled and run") func blocks() throws {
            let guide = try Guide(at: "Sources/MillraceDurable/MillraceDurable.docc/Durable.md")
            #expect(guide.blocks.count == 7)
            #expect(try guide.strays(in: "Tests/DurableTests/GuideDurable.swift") == [])
        }

        @Test("Guides · a line of a basket is released after a restart") @MainActor func basket() async throws {
            let storage = DurableStorage.memory()
            for round in 0..<2 {
                let clock = TestClock()
                let engine = try await storage.engine("baskets", timers: .restart, on: Engine(scheduler: clock))
                let store = try engine.store("basket", Basket.State(lines: [Line.State(id: 1)]), Basket())
                try await engine.resume()
                if round == 0 { store.send(.line(1, .reserve)) } else { clock.advance(by: .seconds(60)) }
                #expect(store.state.lines[0].isReserved == (round == 0))
                try await engine.suspend()
            }
        }

        @Test("Guides · the receipts of a file of an older build begin with a hash") @MainActor func migration()
            async throws
        {
            try await withFile { file in
                let bank = CardBank()
                let (engine, orders) = try await openShop(file, bank)
                try await place(1, "request 1", orders)
                for await state in orders.values(of: \.orders) where state.first?.receipt != nil { break }
                try await engine.suspend()
                var check = DurableCheck(URL(fileURLWithPath: file), engine: "shop")
                check.store("orders", Orders())
                #expect(try await check.run().isSame)
                await engine.storage.close()
                let storage = try await openMigrated(file)
                let migrated = try await storage.engine("shop")
                migrated.handle(ChargeCard.self) { _, _ in "" }
                let store = try migrated.store("orders", Orders.State(), Orders())
                #expect(store.state.orders.map(\.receipt) == ["#receipt 1"])
                migrated.engine.shutdown()
                await storage.close()
            }
        }

        @Test("Guides · the search of orders with restarts finds nothing") @MainActor func search() async throws {
            try await exploreOrders()
        }

        @Test("Guides · an order is placed once and charged once, and is there after the restart") @MainActor
        func shop() async throws {
            try await withFile { file in
                let bank = CardBank()
                for _ in 0..<2 {
                    let (engine, orders) = try await openShop(file, bank)
                    try await place(1, "request 1", orders)
                    for await state in orders.values(of: \.orders) where state.first?.receipt != nil { break }
                    #expect(orders.state.orders == [Orders.Order(id: 1, receipt: "receipt 1")])
                    try await engine.suspend(grace: .zero)
                }
                #expect(await bank.charges.count == 1)
            }
        }
    }
#endif
