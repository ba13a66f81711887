/// A request to move money.
package struct PaymentRequest: Hashable, Codable, Sendable {
    /// The direction of the money.
    package let kind: BookEntry.Kind
    /// The reference of the shop.
    package let order: String
    /// The amount.
    package let cents: Int
    /// The URL to which the service reports the entry. `nil` for none.
    package let reportTo: String?
}
