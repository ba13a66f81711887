#if SQLite || App
    import GuideBlocks
    import Millrace
    import MillraceHistory
    import Testing

    import MillraceDurable

    /// Runs the code of the guide “Durable”.
    @Suite("Guides · Durable") struct GuideDurableTests {
        @Test("Guides · each code block of “Durable” is compiled and run") func blocks() throws {
            let guide = try Guide(at: "Sources/MillraceDurable/MillraceDurable.docc/Durable.md")
            #expect(guide.blocks.count == 3)
            #expect(try guide.strays(in: "Tests/DurableTests/GuideDurable.swift") == [])
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
                    try await engine.suspend()
                }
                #expect(await bank.charges.count == 1)
            }
        }
    }
#endif
