/// A collection of children's states, each found by its id: a dictionary, or an array of `Identifiable` states.
///
/// ```swift
/// case .row(let id, let action):
///     return row.reduce(&state.rows, id: id, action).map(Action.row, at: \.rows, id: id)
/// ```
///
/// A dictionary finds a child by its key, in constant time. An array searches its elements one by one. For thousands of children
/// in an order, use `IdentifiedArray` of MillraceCollections.
public protocol ChildCollection<ChildID, ChildState> {
    /// Identifies a child in the collection.
    associatedtype ChildID: Hashable
    /// The state of a child.
    associatedtype ChildState
    /// The position of a child. It is valid until the collection changes.
    associatedtype ChildIndex

    /// Returns the position of the child with this `id`; `nil` if there is none.
    func childIndex(id: ChildID) -> ChildIndex?

    /// The state at a position. It is changed in place.
    subscript(childAt index: ChildIndex) -> ChildState { get set }

    /// Calls `body` for each child.
    func forEachChild(_ body: (ChildID, ChildState) -> Void)
}

extension Dictionary: ChildCollection {
    /// Returns the position of the child with this `id`; `nil` if there is none.
    @inlinable
    public func childIndex(id: Key) -> Index? { index(forKey: id) }

    /// The state at a position.
    @inlinable
    public subscript(childAt index: Index) -> Value {
        get { values[index] }
        _modify { yield &values[index] }
    }

    /// Calls `body` for each child, in the order of the collection.
    @inlinable
    public func forEachChild(_ body: (Key, Value) -> Void) { for (id, state) in self { body(id, state) } }
}

extension Array: ChildCollection where Element: Identifiable {
    /// Returns the position of the child with this `id`; `nil` if there is none.
    @inlinable
    public func childIndex(id: Element.ID) -> Int? { firstIndex { $0.id == id } }

    /// The state at a position.
    @inlinable
    public subscript(childAt index: Int) -> Element {
        get { self[index] }
        _modify { yield &self[index] }
    }

    /// Calls `body` for each child, in the order of the collection.
    @inlinable
    public func forEachChild(_ body: (Element.ID, Element) -> Void) { for state in self { body(state.id, state) } }
}
