public import Millrace

extension ReducerBody {
    /// Adds the children in a dictionary. A child reduces its actions first, then this part reduces them too.
    ///
    /// ```swift
    /// Reduce { state, action in … }
    ///     .forEach(\.rows, action: .case(Action.row, \.row)) { Row() }
    /// ```
    /// A child's effects are cancelled in the turn in which its key is removed. An id or a policy in a child concerns only
    /// effects of this child. A child's active commands run while the dictionary has its key.
    ///
    /// An action for a missing child is a fault, ``Fault/Kind/missingChild``. The part still reduces it.
    ///
    /// - Parameters:
    ///   - path: The key path of the dictionary.
    ///   - action: The case of the children's keys and actions.
    ///   - child: Returns the reducer of all children. Called once, immediately.
    @inlinable @inline(__always)
    public consuming func forEach<Key: Hashable, Child: Reducer>(
        _ path: WritableKeyPath<State, [Key: Child.State]>, action: KeyedChildAction<Key, Child, Feature>,
        fileID: StaticString = #fileID, line: UInt = #line, _ child: () -> Child
    ) -> ForEachKey<Self, Key, Child> { ForEachKey(self, path, action, child(), fileID, line) }

    /// Adds the children in an array or another collection, each with its `id`. A child reduces its actions first, then this
    /// part reduces them too.
    ///
    /// ```swift
    /// Reduce { state, action in … }
    ///     .forEach(\.rows, action: .case(Action.row, \.row)) { Row() }
    /// ```
    /// A child's effects are cancelled in the turn in which the element with its `id` is removed. An id or a policy in a child
    /// concerns only effects of this child. A child's active commands run while the element is present.
    ///
    /// An action searches the elements for the `id`. So does each turn, for each child with a running effect. Use a dictionary
    /// for thousands of children.
    ///
    /// An action for a missing child is a fault, ``Fault/Kind/missingChild``. The part still reduces it.
    ///
    /// - Parameters:
    ///   - path: The key path of the collection. Its elements must have different ids.
    ///   - action: The case of the children's ids and actions.
    ///   - child: Returns the reducer of all children. Called once, immediately.
    @inlinable @inline(__always)
    public consuming func forEach<Elements: MutableCollection, Child: Reducer>(
        _ path: WritableKeyPath<State, Elements>, action: KeyedChildAction<Child.State.ID, Child, Feature>,
        fileID: StaticString = #fileID, line: UInt = #line, _ child: () -> Child
    ) -> ForEachElement<Self, Elements, Child> where Elements.Element == Child.State {
        ForEachElement(self, path, action, child(), fileID, line)
    }
}
