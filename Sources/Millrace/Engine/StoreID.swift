/// Names a store, also when it was released.
public struct StoreID: Hashable, Sendable, CustomStringConvertible {
    /// Grows in the order in which the stores of one engine were made.
    public let number: UInt64
    /// The type of its reducer.
    public let reducer: any Reducer.Type

    init(number: UInt64, reducer: any Reducer.Type) { (self.number, self.reducer) = (number, reducer) }

    /// Whether both name the same store of an engine.
    public static func == (one: StoreID, other: StoreID) -> Bool { one.number == other.number }

    /// Hashes the number.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }

    /// The reducer's name, and the number.
    public var description: String { "\(reducer) \(number)" }
}
