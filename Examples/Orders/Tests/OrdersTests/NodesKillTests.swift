#if PostgreSQL
    import Foundation
    import MillraceDurable
    import MillraceKit
    import OrdersDatabase
    import OrdersShop
    import PaymentService
    import Testing

    @testable import OrdersCore

    // The name contains that of the tests on one node, so one filter selects both.
    @MainActor @Suite("Kills of nodes") struct NodesKillTests {
        /// The number of kills. `make soak` has 100.
        private static let rounds = ProcessInfo.processInfo.environment["ORDERS_KILLS"].flatMap { Int($0) } ?? 10

        @Test(
            "After kills of three nodes during payments, each order is charged once at most, none is forgotten, and none is shipped unpaid"
        )
        func kills() async throws {
            let server = try await PostgresServer.shared()
            let database = server.connectionString(database: try await server.createDatabase())
            // A node that only reads and sends: it does not run the shop.
            let storage = try await DurableStorage(postgres: database)
            try await TestService.withFolder { folder in
                let seed = UInt64.random(in: 0..<1_000_000)
                let plan = KillPlan(seed: seed)
                let service = try await TestService(folder.appending(path: "payments")) { _, _ in plan.reach() }
                let nodes = KilledNodes(folder, payments: service.url, database: database, plan)
                try await Self.killNodes(nodes, plan, service, storage.orders, seed)
                plan.end()
                let state = try await Self.settledOrders(storage.orders)
                await Book(of: service.service).expectAgreement(with: state, "seed \(seed), at the end")
                for customer in nodes.confirmed { #expect(state[of: customer].count == 1, "\(customer), seed \(seed)") }
                #expect(state.isSettled && plan.kills > 0 && !nodes.confirmed.isEmpty)
                print("\(plan.kills) of \(Self.rounds) kills of nodes were during payments, seed \(seed).")
                await nodes.kill()
                await service.end()
            }
            await storage.close()
        }

        /// Kills a random node in each round, and starts it again with more orders. At the end, all nodes run.
        private static func killNodes(
            _ nodes: KilledNodes, _ plan: KillPlan, _ service: TestService, _ orders: RemoteStore<Orders>,
            _ seed: UInt64
        ) async throws {
            var next = seed &* 1_000
            func start(_ number: Int) throws {
                try nodes.start(number, seed: next)
                next &+= 1
            }
            plan.begin()
            for number in 0..<3 { try start(number) }
            plan.set(nodes.programs)
            var round = 0
            for await number in nodes.ends {
                #expect(nodes.programs[number].isKilled, "A node has ended by itself, seed \(seed), round \(round)")
                let state = try await orders.value(of: \.self)
                await Book(of: service.service).expectNoHarm(with: state, "seed \(seed), round \(round)")
                round += 1
                if round < rounds { plan.begin() } else { plan.end() }
                // A payment that was running at five kills is set aside. Without this, the orders would never be settled.
                try await orders.send(.retryPayments)
                try start(number)
                if round == rounds { return }
                plan.set(nodes.programs)
            }
        }

        /// The orders when nothing is in flight.
        private static func settledOrders(_ orders: RemoteStore<Orders>) async throws -> Orders.State {
            let before: Int? = try await orders.value(of: \.retries?.requests)
            try await orders.send(.retryPayments)
            for try await requests in orders.observe(\.retries?.requests) where (requests ?? 0) > (before ?? 0) {
                break
            }
            for try await state in orders.observe(\.self) where state.isSettled { return state }
            throw CancellationError()
        }
    }
#endif
