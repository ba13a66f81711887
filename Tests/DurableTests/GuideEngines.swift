#if SQLite || App
    import Millrace
    import MillraceDurable
    import MillraceExtras
    import MillraceTesting

    struct Kitchen: Reducer {
        struct State: Equatable, Codable, Sendable { var orders: [String] = [] }

        enum Action: Equatable, Codable, Sendable { case cook(String) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Kitchen> {
            switch action {
            case .cook(let dish): state.orders.append(dish)
            }
            return .none
        }
    }

    struct Guest: Reducer {
        struct State: Equatable, Codable {
            var orders: [String] = []
            var isClosed = false
        }

        enum Action: Equatable {
            case order(String)
            case observed(Event<RemoteObservation<Kitchen, [String]>>)
        }

        let kitchen: RemoteStore<Kitchen>

        func activeCommands(for state: State, _ commands: inout ActiveCommands<Guest>) {
            commands.observe(kitchen, \.orders, as: Action.observed, id: "orders")
        }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Guest> {
            switch action {
            case .order(let dish): return .send(.cook(dish), to: kitchen)
            case .observed(.data(let orders)): state.orders = orders
            case .observed(.failure): state.isClosed = true
            }
            return .none
        }
    }

    func visit(_ kitchen: RemoteStore<Kitchen>) async throws -> Int {
        try await kitchen.send(.cook("soup"))
        for try await count in kitchen.observe(\.orders.count) where count > 0 { return count }
        return 0
    }

    @MainActor func openKitchen(_ storage: DurableStorage) async throws -> DurableEngine {
        let engine = try await storage.engine("kitchen")
        _ = try engine.store("orders", Kitchen.State(), Kitchen())
        try await engine.resume()
        return engine
    }

    @MainActor func openGuest(_ name: String, _ storage: DurableStorage) async throws -> (DurableEngine, Store<Guest>) {
        let engine = try await storage.engine("guest \(name)")
        let kitchen = storage.remote(Kitchen.self, in: "kitchen", named: "orders")
        let guest = try engine.store("guest", Guest.State(), Guest(kitchen: kitchen))
        try await engine.resume()
        return (engine, guest)
    }

    func order(_ dish: String, _ request: String, _ kitchen: RemoteStore<Kitchen>) async throws {
        try await kitchen.send(.cook(dish), id: request).stored()
    }

    struct Waiter: Reducer {
        struct State: Equatable, Codable { var dishes: [String] = [] }

        enum Action: Equatable, Codable { case order(String) }

        let kitchen: RemoteStore<Kitchen>

        func reduce(_ state: inout State, _ action: Action) -> Flow<Waiter> {
            switch action {
            case .order(let dish):
                state.dishes.append(dish)
                return .send(.cook(dish), to: kitchen)
            }
        }
    }

    @MainActor func exploreWaiter() async throws {
        try await LinkExplorer(
            from: { kitchen in
                Explorer(Waiter.State(), Waiter(kitchen: kitchen))
                    .actions { $0.dishes.count < 2 ? [.order("soup")] : [] }
            }, to: Explorer(Kitchen.State(), Kitchen())
        )
        .eventually("each dish is cooked") { $0.receiver.state.orders == $0.sender.state.dishes }
        .checkRestarts()
    }
#endif
