package import MillraceKit
import MillraceWeb

/// The page of the shop's people: the orders of all customers. It shows nothing to others, and its actions have no effect for
/// them.
package struct ShopPage: Module {
    /// The content of the page.
    package struct State: Hashable, Codable, Sendable {
        /// The name of the visitor.
        package let account: String?
        /// The orders of each customer.
        package internal(set) var customers: [String: [Order]] = [:]
        /// A message for the person.
        package internal(set) var problem: String?
        /// The requests of all people to run payments again.
        package internal(set) var retries: Retries?
        /// The number of requests before the one of this page. `nil` without one.
        package internal(set) var requestsBefore: Int?

        /// The number of payments that run again, because this page has requested it.
        package var retried: Int? {
            guard let retries, let requestsBefore, retries.requests > requestsBefore else { return nil }
            return retries.payments
        }

        /// All orders, the newest first.
        package var orders: [Order] { customers.values.joined().sorted { $0.id.number > $1.id.number } }
    }

    /// The actions of the page.
    package enum Action: Codable, Sendable {
        case observed(Event<RemoteObservation<Orders, [String: [Order]]>>)
        case refund(OrderID)
        case notSent(RemoteError)
        case retryPayments
        case retried(Event<RemoteObservation<Orders, Retries?>>)
    }

    let shop: RemoteStore<Orders>
    let visitor: Visitor
    let admins: Set<String>

    package func state(for nothing: Void) -> State { State(account: visitor.identity?.account) }

    /// Whether the visitor may see the orders. It is not part of the state: a stored page may be older than the list of the admins.
    package func isAdmin(_ state: State) -> Bool { state.account.map(admins.contains) ?? false }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        if !isAdmin(state) { return }
        commands.observe(shop, \.customers, as: Action.observed, id: "orders")
        commands.observe(shop, \.retries, as: Action.retried, id: "retries")
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .observed(.data(let customers)): (state.customers, state.problem) = (customers, nil)
        case .observed(.failure(let error)), .retried(.failure(let error)), .notSent(let error):
            state.problem = "\(error)"
        case .refund(let id):
            if isAdmin(state) { return .send(.refund(id), to: shop, onFailure: Action.notSent) }
        case .retryPayments:
            guard isAdmin(state) else { break }
            state.requestsBefore = state.retries?.requests ?? 0
            return .send(.retryPayments, to: shop, onFailure: Action.notSent)
        case .retried(.data(let retries)): state.retries = retries
        }
        return .none
    }
}
