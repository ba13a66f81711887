import Foundation
import MillraceDurable
import MillraceKit
import OrdersShop
import PaymentService
import Testing

@testable import OrdersCore

@MainActor @Suite("Kills") struct KillTests {
    /// The number of kills. `make soak` has 100.
    private static let rounds = ProcessInfo.processInfo.environment["ORDERS_KILLS"].flatMap { Int($0) } ?? 10

    @Test(
        "After kills during payments, each order is charged once at most, none is forgotten, and none is shipped unpaid"
    )
    func kills() async throws {
        try await TestService.withFolder { folder in
            let seed = UInt64.random(in: 0..<1_000_000)
            let plan = KillPlan(seed: seed)
            let service = try await TestService(folder.appending(path: "payments")) { _, _ in plan.reach() }
            var confirmed: [String] = []
            for round in 0..<Self.rounds {
                plan.begin()
                let program = try KilledProgram(folder, payments: service.url, seed: seed &* 1_000 &+ UInt64(round))
                plan.set(program)
                for await line in program.lines {
                    if line == "settled" { program.kill() }
                    if line.hasPrefix("customer") { confirmed.append(line) }
                }
                let state = try await Self.storedOrders(folder)
                await Book(of: service.service).expectAgreement(with: state, "seed \(seed), round \(round)")
            }
            plan.end()
            let state = try await Self.settledOrders(folder, service)
            await Book(of: service.service).expectAgreement(with: state, "seed \(seed), at the end")
            for customer in confirmed { #expect(state[of: customer].count == 1, "\(customer), seed \(seed)") }
            #expect(state.isSettled && plan.kills > 0 && !confirmed.isEmpty)
            print("\(plan.kills) of \(Self.rounds) kills were during payments, seed \(seed).")
            await service.end()
        }
    }

    private static func storage(_ folder: URL) async throws -> DurableStorage {
        try await DurableStorage(sqlite: folder.appending(path: "shop.sqlite").path)
    }

    /// The orders that are stored.
    private static func storedOrders(_ folder: URL) async throws -> Orders.State {
        let storage = try await storage(folder)
        let engine = try await storage.engine("shop")
        let state = try engine.store("orders", Orders.State(), Orders(shippingDelay: .zero)).state
        await storage.close()
        return state
    }

    /// The orders when nothing is in flight.
    private static func settledOrders(_ folder: URL, _ service: TestService) async throws -> Orders.State {
        let storage = try await storage(folder)
        let shop = try await Shop(storage, service.client, shippingDelay: .zero)
        // A payment that was running at five kills is set aside.
        let before = shop.orders.state.retries?.requests ?? 0
        shop.orders.send(.retryPayments)
        for await retries in shop.orders.values(of: \.retries) where retries?.requests ?? 0 > before {
            print("\(retries?.payments ?? 0) payments were set aside.")
            break
        }
        #expect(shop.engine.deadLetters.isEmpty)
        for await isSettled in shop.orders.values(of: \.isSettled) where isSettled { break }
        try await shop.engine.suspend()
        await storage.close()
        return shop.orders.state
    }
}
