#if SQLite || App
    import GuideBlocks
    import Millrace
    import MillraceDurable
    import MillraceExtras
    import TestSupport
    import Testing

    /// Runs the code of the guide “Several engines”.
    @MainActor @Suite("Guides · Several engines") struct GuideEnginesTests {
        private actor Restaurant {
            private var kitchen: Store<Kitchen>?

            func open() -> RemoteStore<Kitchen> {
                let store = Store(Kitchen.State(), Kitchen(), on: Engine())
                kitchen = store
                return store.remote
            }

            func close() { kitchen = nil }
        }

        @Test("Guides · each code block of “Several engines” is compiled and run") func blocks() throws {
            let guide = try Guide(at: "Sources/MillraceDurable/MillraceDurable.docc/SeveralEngines.md")
            #expect(guide.blocks.count == 5)
            #expect(try guide.strays(in: "Tests/DurableTests/GuideEngines.swift") == [])
        }

        @Test("Guides · guests see what all have ordered, and that the kitchen is closed") func guests() async throws {
            let restaurant = Restaurant()
            let kitchen = await restaurant.open()
            let guests = (0..<2).map { _ in Store(Guest.State(), Guest(kitchen: kitchen), on: Engine()) }
            guests[0].send(.order("salad"))
            #expect(try await visit(kitchen) > 0)
            for guest in guests { await guest.engine.restInTime { guest.state.orders == ["salad", "soup"] } }
            await restaurant.close()
            for guest in guests { await guest.engine.restInTime { guest.state.isClosed } }
        }

        @Test("Guides · an order is cooked after both engines have ended") func durable() async throws {
            let storage = DurableStorage.memory()
            let (engine, guest) = try await openGuest("ada", storage)
            guest.send(.order("soup"))
            try await engine.suspend(grace: .zero)
            let handle = storage.remote(Kitchen.self, in: "kitchen", named: "orders")
            try await order("cake", "request 1", handle)
            try await order("cake", "request 1", handle)
            let kitchen = try await openKitchen(storage)
            #expect(try await visit(handle) >= 2)
            try await kitchen.suspend(grace: .zero)
        }

        @Test("Guides · the search of a waiter and a kitchen finds nothing") func search() async throws {
            try await exploreWaiter()
        }
    }
#endif
