#if SQLite || App
    /// A state whose collections are stored element by element, so that a turn writes only the elements that it changes.
    ///
    /// ```swift
    /// extension Orders.State: DurableState {
    ///     static var rows: [DurableRows<Self>] { [.elements("orders", \.orders), .values("prices", \.prices)] }
    /// }
    /// ```
    /// Everything else in the state is one value. A state that is only `Codable` is one value as a whole.
    public protocol DurableState: Codable {
        /// The collections that are stored element by element. Created once for each store.
        static var rows: [DurableRows<Self>] { get }
    }
#endif
