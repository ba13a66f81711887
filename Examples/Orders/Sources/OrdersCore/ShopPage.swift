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
        /// The number of payments that were set aside, and run again.
        package internal(set) var retried: Int?

        /// All orders, the newest first.
        package var orders: [Order] { customers.values.joined().sorted { $0.id.number > $1.id.number } }
    }

    /// The actions of the page.
    package enum Action: Codable, Sendable {
        case observed(Event<RemoteObservation<Orders, [String: [Order]]>>)
        case refund(OrderID)
        case notSent(RemoteError)
        case retryPayments
        case retried(Event<RetryPayments>)
    }

    let shop: RemoteStore<Orders>
    let visitor: Visitor
    let admins: Set<String>

    package func state(for nothing: Void) -> State { State(account: visitor.identity?.account) }

    /// Whether the visitor may see the orders. It is not part of the state: a stored page may be older than the list of the admins.
    package func isAdmin(_ state: State) -> Bool { state.account.map(admins.contains) ?? false }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        if isAdmin(state) { commands.observe(shop, \.customers, as: Action.observed, id: "orders") }
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .observed(.data(let customers)): (state.customers, state.problem) = (customers, nil)
        case .observed(.failure(let error)), .notSent(let error): state.problem = "\(error)"
        case .refund(let id):
            if isAdmin(state) { return .send(.refund(id), to: shop, onFailure: Action.notSent) }
        case .retryPayments: if isAdmin(state) { return .execute(RetryPayments(), as: Action.retried) }
        case .retried(.data(let count)): state.retried = count
        }
        return .none
    }
}
