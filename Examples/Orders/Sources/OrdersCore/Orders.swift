package import MillraceDurable
package import MillraceKit

/// All orders of the shop. Everything survives the end of the process: the orders, the payments in flight and the timers.
///
/// An order requests one ``Charge`` in its life, and one ``Refund`` at most. What the payment service answers, and what it reports by
/// itself, can arrive twice and in any order: only the first of them changes the stage of an order.
package struct Orders: Reducer, Sendable {
    /// The orders.
    package struct State: Hashable, DurableState, Sendable {
        /// The orders of each customer, the oldest first.
        package internal(set) var customers: [String: [Order]] = [:]
        /// The number of the last order.
        package internal(set) var lastNumber = 0
        /// The requests to run payments again. `nil` before the first one.
        package internal(set) var retries: Retries?

        package static var rows: [DurableRows<State>] { [.values("customers", \.customers)] }

        /// Creates the state of a shop without orders.
        package init() {}

        /// The orders of a customer, the oldest first.
        package subscript(of customer: String) -> [Order] { customers[customer] ?? [] }
        /// The order with this id.
        package subscript(id: OrderID) -> Order? { self[of: id.customer].first { $0.id == id } }
        /// Whether nothing is in flight.
        package var isSettled: Bool { customers.values.allSatisfy { $0.allSatisfy(\.isSettled) } }
    }

    /// The actions of the shop.
    package enum Action: Hashable, Codable, Sendable {
        case place(Item, by: String)
        case cancel(OrderID)
        case refund(OrderID)
        case charged(OrderID, ChargeResult)
        case refunded(OrderID)
        /// The payment service has failed, and is asked again later.
        case delayed(OrderID, failures: Int)
        case ship(OrderID)
        /// The payment service has reported an entry of its book.
        case reported(Payment)
        /// A person of the shop wants the payments to run again that were set aside.
        case retryPayments
        /// So many payments run again.
        case retried(Int)
    }

    /// The time between payment and shipping.
    let shippingDelay: Duration

    /// Creates the reducer.
    package init(shippingDelay: Duration) { self.shippingDelay = shippingDelay }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .place(let item, let customer): return place(item, customer, &state)
        case .cancel(let id): return change(id, &state) { $0.canBeCancelled ? cancel(&$0) : .none }
        case .refund(let id): return change(id, &state) { $0.canBeRefunded ? refund(&$0) : .none }
        case .charged(let id, let result): return change(id, &state) { charged(&$0, result) }
        case .refunded(let id): return change(id, &state) { refunded(&$0) }
        case .delayed(let id, let failures):
            return change(id, &state) { order in
                if !order.isSettled, order.stage != .paid { order.failures = failures }
                return .none
            }
        case .ship(let id):
            return change(id, &state) { order in
                if order.stage == .paid { order.stage = .shipped }
                return .none
            }
        case .reported(let payment):
            guard let id = OrderID(payment.order) else { return .none }
            return change(id, &state) { payment.kind == .charge ? charged(&$0, .charged) : refunded(&$0) }
        case .retryPayments: return .execute(RetryPayments())
        case .retried(let count):
            state.retries = Retries(requests: (state.retries?.requests ?? 0) + 1, payments: count)
            return .none
        }
    }

    /// Changes an order, if it exists.
    private func change(
        _ id: OrderID, _ state: inout State, _ body: (inout Order) -> Flow<Self>
    ) -> Flow<Self> {
        guard let index = state[of: id.customer].firstIndex(where: { $0.id == id }) else { return .none }
        return body(&state.customers[id.customer, default: []][index])
    }

    private func place(_ item: Item, _ customer: String, _ state: inout State) -> Flow<Self> {
        state.lastNumber += 1
        let order = Order(id: OrderID(customer: customer, number: state.lastNumber), item: item)
        state.customers[customer, default: []].append(order)
        return .execute(Charge(order: order.id, cents: item.cents), id: "charge \(order.id)", retry: .payments)
    }

    private func cancel(_ order: inout Order) -> Flow<Self> {
        if order.stage == .paid { return refund(&order) }
        // It is unknown whether the charge has reached the service. Its end decides.
        order.stage = .cancelling
        return .none
    }

    private func refund(_ order: inout Order) -> Flow<Self> {
        (order.stage, order.failures) = (.refunding, 0)
        let refund = Refund(order: order.id, cents: order.item.cents)
        return .cancel("ship \(order.id)").and(.execute(refund, id: "refund \(order.id)", retry: .payments))
    }

    private func charged(_ order: inout Order, _ result: ChargeResult) -> Flow<Self> {
        // If the service has reported the charge by itself, the request needs no answer.
        let end = Flow<Self>.cancel("charge \(order.id)")
        switch (order.stage, result) {
        case (.charging, .charged):
            (order.stage, order.failures) = (.paid, 0)
            return end.and(.after(shippingDelay, .send(.ship(order.id)), id: "ship \(order.id)"))
        case (.cancelling, .charged): return end.and(refund(&order))
        case (.charging, .declined): order.stage = .declined
        case (.cancelling, .declined): order.stage = .cancelled
        default: break
        }
        return .none
    }

    private func refunded(_ order: inout Order) -> Flow<Self> {
        guard order.stage == .refunding else { return .none }
        order.stage = .refunded
        return .cancel("refund \(order.id)")
    }
}

extension Retry {
    /// Asks the payment service again and again, each minute at last.
    package static let payments = times(.max, delay: .milliseconds(500), factor: 2, upTo: .seconds(60))
}
