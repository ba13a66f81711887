package import Foundation
package import MillraceDurable
package import MillraceKit
package import OrdersCore

/// The durable engine of the shop, on the main actor, with the orders and the accounts.
@MainActor package final class Shop {
    /// The name of the engine in the storage.
    package nonisolated static let name = "shop"

    /// The engine.
    package let engine: DurableEngine
    /// The orders.
    package let orders: Store<Orders>

    /// Sets the engine of the shop up, before it resumes. Its stores and handlers end with the engine.
    ///
    /// - Parameters:
    ///   - engine: The engine.
    ///   - payments: The payment service.
    ///   - shippingDelay: The time between payment and shipping.
    package init(_ engine: DurableEngine, _ payments: PaymentClient, shippingDelay: Duration) throws {
        self.engine = engine
        orders = try engine.store("orders", Orders.State(), Orders(shippingDelay: shippingDelay))
        _ = try engine.store("accounts", Accounts.State(), Accounts())
        registerHandlers(of: payments)
    }

    /// Opens the shop, and goes on with everything that was in flight.
    ///
    /// - Parameters:
    ///   - storage: The storage.
    ///   - payments: The payment service.
    ///   - shippingDelay: The time between payment and shipping.
    ///   - engine: The engine to use. Defaults to a new one.
    ///   - now: Returns the time of the day. Defaults to the system's clock.
    package convenience init(
        _ storage: DurableStorage, _ payments: PaymentClient, shippingDelay: Duration, on engine: Engine? = nil,
        now: @escaping () -> Date = { Date() }
    ) async throws {
        let engine = try await storage.engine(Self.name, on: engine, now: now)
        try self.init(engine, payments, shippingDelay: shippingDelay)
        try await engine.resume()
    }

    private func registerHandlers(of payments: PaymentClient) {
        // An asynchronous closure with a capture list would not stay on the actor.
        weak let orders = orders
        engine.handle(Charge.self) { command, call async throws(PaymentFailure) in
            do throws(PaymentFailure) { return try await payments.charge(command, key: call.key) } catch {
                orders?.send(.delayed(command.order, failures: call.attempt))
                throw error
            }
        }
        engine.handle(Refund.self) { command, call async throws(PaymentFailure) in
            do throws(PaymentFailure) { try await payments.refund(command, key: call.key) } catch {
                orders?.send(.delayed(command.order, failures: call.attempt))
                throw error
            }
        }
        weak let engine = engine
        self.engine.handle(RetryPayments.self) { _, _ in
            guard let engine else { return 0 }
            // The build reads what it has stored itself, so each of them is retried.
            return engine.deadLetters.count { (try? engine.retry($0.id)) != nil }
        }
    }
}

extension DurableStorage {
    /// The orders, on any node.
    package var orders: RemoteStore<Orders> { remote(Orders.self, in: Shop.name, named: "orders") }
    /// The accounts, on any node.
    package var accounts: RemoteStore<Accounts> { remote(Accounts.self, in: Shop.name, named: "accounts") }
}
