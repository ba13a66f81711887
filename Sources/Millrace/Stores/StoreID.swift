/// Identifies a store of an engine. The id is not reused after the store is released.
public struct StoreID: Hashable, Sendable, CustomStringConvertible {
    /// The number of the store. Stores that were created later on the same engine have higher numbers.
    public let number: UInt64
    /// The type of the store's reducer.
    public let reducer: any Reducer.Type

    init(number: UInt64, reducer: any Reducer.Type) { (self.number, self.reducer) = (number, reducer) }

    /// Whether both ids have the same number. Compare only ids of the same engine.
    public static func == (one: StoreID, other: StoreID) -> Bool { one.number == other.number }

    /// Hashes the number.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }

    /// The name of the reducer type, and the number.
    public var description: String { "\(reducer) \(number)" }
}
