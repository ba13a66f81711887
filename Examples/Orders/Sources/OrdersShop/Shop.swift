package import Foundation
import MillraceAccounts
package import MillraceDurable
package import MillraceKit
import MillraceWeb
package import OrdersCore

/// The durable engine of the shop, on the main actor, with the orders and the accounts.
@MainActor package final class Shop {
    /// The engine.
    package let engine: DurableEngine
    /// The orders.
    package let orders: Store<Orders>
    /// The accounts.
    package let accounts: Store<Accounts>
    private let passwords = Passwords()

    /// Opens the shop, and goes on with everything that was in flight.
    ///
    /// - Parameters:
    ///   - storage: The storage.
    ///   - payments: The payment service.
    ///   - shippingDelay: The time between payment and shipping.
    ///   - engine: The engine to use. Defaults to a new one.
    ///   - now: Returns the time of the day. Defaults to the system's clock.
    package init(
        _ storage: DurableStorage, _ payments: PaymentClient, shippingDelay: Duration, on engine: Engine? = nil,
        now: @escaping () -> Date = { Date() }
    ) async throws {
        self.engine = try await storage.engine("shop", on: engine, now: now)
        orders = try self.engine.store("orders", Orders.State(), Orders(shippingDelay: shippingDelay))
        accounts = try self.engine.store("accounts", Accounts.State(), Accounts())
        registerHandlers(of: payments)
        try await self.engine.resume()
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
        weak let shop = self
        engine.engine.handle(Enter.self) { command async throws(EntranceFailure) in
            guard let shop else { throw .closed }
            try await shop.enter(command)
            return command.name
        }
        engine.engine.handle(RetryPayments.self) { [weak self] _ in
            guard let engine = self?.engine else { return 0 }
            // The build reads what it has stored itself, so each of them is retried.
            return engine.deadLetters.count { (try? engine.retry($0.id)) != nil }
        }
    }

    /// Checks the password, or creates an account. The visitor is signed in when the account is stored.
    private func enter(_ command: Enter) async throws(EntranceFailure) {
        if command.isNew {
            try await join(command)
        } else {
            let hash = accounts.state.passwords[command.name]
            do throws(PasswordError) {
                try await passwords.verify(
                    command.password.text, against: hash, for: command.name, from: command.visitor)
            } catch { throw .password(error) }
        }
        command.visitor.signIn(as: command.name)
    }

    private func join(_ command: Enter) async throws(EntranceFailure) {
        guard !command.name.isEmpty, command.password.text.count >= 8 else { throw .short }
        let hash: PasswordHash
        do throws(PasswordError) {
            hash = try await passwords.hash(command.password.text, from: command.visitor)
        } catch { throw .password(error) }
        // Another window may have taken the name meanwhile.
        guard accounts.state.passwords[command.name] == nil else { throw .taken }
        accounts.send(.join(command.name, hash))
        do throws(DurableError) { try await engine.stored() } catch { throw .closed }
    }
}
