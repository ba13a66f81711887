import Hummingbird

/// A line in the book of the service: money that has moved.
package struct BookEntry: Hashable, Codable, Sendable, ResponseEncodable {
    /// The direction of the money.
    package enum Kind: String, Codable, Sendable { case charge, refund }

    /// The number in the book, counted from 1.
    package let number: Int
    /// The direction of the money.
    package let kind: Kind
    /// The reference of the shop.
    package let order: String
    /// The amount.
    package let cents: Int
    /// The key of the request. A repeat with the same key moves no money.
    package let key: String
}
