/// An order of a customer, and what has happened to it.
package struct Order: Hashable, Codable, Sendable, Identifiable {
    /// How far an order is. The charge is in flight in `charging` and `cancelling`, the refund in `refunding`.
    package enum Stage: String, Codable, Sendable {
        case charging, paid, shipped, declined
        /// The customer has cancelled the order before the charge has ended.
        case cancelling
        case cancelled, refunding, refunded
    }

    package let id: OrderID
    /// The item.
    package let item: Item
    /// How far the order is.
    package internal(set) var stage = Stage.charging
    /// How often the payment service has failed since the payment in flight began.
    package internal(set) var failures = 0

    init(id: OrderID, item: Item) { (self.id, self.item) = (id, item) }

    /// Whether the customer can cancel the order.
    package var canBeCancelled: Bool { stage == .charging || stage == .paid }
    /// Whether the shop can refund the order.
    package var canBeRefunded: Bool { stage == .paid || stage == .shipped }
    /// Whether nothing is in flight for the order.
    package var isSettled: Bool {
        switch stage {
        case .charging, .paid, .cancelling, .refunding: false
        case .shipped, .declined, .cancelled, .refunded: true
        }
    }
}
