package import MillraceKit
import MillraceWeb

/// The page of the shop's people: the orders of all customers. It shows nothing to others, and its actions have no effect for
/// them.
package struct ShopPage: Module {
    /// The content of the page.
    package struct State: Hashable, Sendable {
        /// Whether the visitor may see the orders.
        package let isAdmin: Bool
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
    package enum Action: Sendable {
        case observed(Event<RemoteObservation<Orders, [String: [Order]]>>)
        case refund(OrderID)
        case notSent(RemoteError)
        case retryPayments
        case retried(Event<RetryPayments>)
    }

    let shop: RemoteStore<Orders>
    let visitor: Visitor
    let admins: Set<String>

    package func state(for nothing: Void) -> State {
        State(isAdmin: visitor.identity.map { admins.contains($0.account) } ?? false)
    }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        if state.isAdmin { commands.observe(shop, \.customers, as: Action.observed, id: "orders") }
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .observed(.data(let customers)): (state.customers, state.problem) = (customers, nil)
        case .observed(.failure(let error)), .notSent(let error): state.problem = "\(error)"
        case .refund(let id):
            if state.isAdmin { return .send(.refund(id), to: shop, onFailure: Action.notSent) }
        case .retryPayments: if state.isAdmin { return .execute(RetryPayments(), as: Action.retried) }
        case .retried(.data(let count)): state.retried = count
        }
        return .none
    }
}
