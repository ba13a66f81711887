/// A member of the state that kept growing during a search, or a number of effects in flight.
public struct GrowingMember: Equatable, Sendable, CustomStringConvertible {
    /// The path of the member, such as `counter`, `items.count` or `items[…].number`.
    ///
    /// A `count` is that of a collection or the length of a text. For effects in flight, it is a description.
    public let path: String
    /// The value near the start, and the value with the greatest distance from it at the end.
    public let first, last: Double

    /// The path and the values.
    public var description: String { "\(path): from \(text(first)) to \(text(last))" }

    private func text(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? "\(value)" }
}
