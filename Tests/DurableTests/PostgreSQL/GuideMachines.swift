#if PostgreSQL
    import Millrace
    import MillraceDurable
    import MillraceExtras

    func openShared(_ database: String) async throws -> DurableStorage {
        try await DurableStorage(postgres: database)
    }

    @MainActor func runKitchen(_ storage: DurableStorage) async throws {
        try await storage.host("kitchen") { engine in
            _ = try engine.store("orders", Kitchen.State(), Kitchen())
        }
    }

    func order(_ dish: String, id: String, _ storage: DurableStorage) async throws {
        let kitchen = storage.remote(Kitchen.self, in: "kitchen", named: "orders")
        try await kitchen.send(.cook(dish), id: id).stored()
        for try await orders in kitchen.observe(\.orders) where orders.contains(dish) { return }
    }
#endif
