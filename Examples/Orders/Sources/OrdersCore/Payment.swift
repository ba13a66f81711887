/// An entry in the book of the payment service.
package struct Payment: Hashable, Codable, Sendable {
    /// The direction of the money.
    package enum Kind: String, Codable, Sendable { case charge, refund }

    /// The number in the book.
    package let number: Int
    /// The direction of the money.
    package let kind: Kind
    /// The reference that the shop has given: an ``OrderID``.
    package let order: String
    /// The amount.
    package let cents: Int

    /// Creates an entry.
    package init(number: Int, kind: Kind, order: String, cents: Int) {
        (self.number, self.kind, self.order, self.cents) = (number, kind, order, cents)
    }
}
