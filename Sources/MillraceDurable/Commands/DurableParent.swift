#if SQLite || App
    public import Millrace

    /// A reducer whose children request durable work.
    ///
    /// ```swift
    /// extension Board: DurableParent {
    ///     static var durableChildren: [DurableChild<Board>] {
    ///         [.elements("rows", Row.self, at: \.rows, Action.row)]
    ///     }
    /// }
    /// ```
    /// The work of a child is stored with the name and the key of the child. After a restart it belongs to that child again: its events
    /// become actions of the child, and it is cancelled when the child is removed.
    public protocol DurableParent: Reducer {
        /// The children whose work is stored. A child that is not in the list can send actions, but request no work.
        static var durableChildren: [DurableChild<Self>] { get }
    }
#endif
