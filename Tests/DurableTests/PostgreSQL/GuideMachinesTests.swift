#if PostgreSQL
    import GuideBlocks
    import Millrace
    import MillraceExtras
    import Testing

    @testable import MillraceDurable

    /// Runs the code of the guide “Several machines”.
    @MainActor @Suite("Guides · Several machines") struct GuideMachinesTests {
        @Test("Guides · each code block of “Several machines” is compiled and run") func blocks() throws {
            let guide = try Guide(at: "Sources/MillraceDurable/MillraceDurable.docc/ManyMachines.md")
            #expect(guide.blocks.count == 3)
            #expect(try guide.strays(in: "Tests/DurableTests/PostgreSQL/GuideMachines.swift") == [])
        }

        @Test("Guides · an order of one node is cooked by another one, and by the next one when that has ended")
        func succession() async throws {
            let database = try await Database()
            let (a, b) = (try await openShared(database.info), try await openShared(database.info))
            let first = Task { try await runKitchen(a) }
            try await order("salad", id: "1", b)
            let second = Task { try await runKitchen(b) }
            first.cancel()
            try await first.value
            try await order("soup", id: "2", a)
            try await order("salad", id: "1", b)
            let stored = try await b.backend.load("kitchen")
            let state = try StateCoding<Kitchen.State>().decode(stored.values)
            #expect(state?.orders == ["salad", "soup"])
            second.cancel()
            try await second.value
            for storage in [a, b] { await storage.close() }
        }
    }
#endif
