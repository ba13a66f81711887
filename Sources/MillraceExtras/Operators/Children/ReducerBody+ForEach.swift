public import Millrace

extension ReducerBody {
    /// Adds the children in a dictionary, an array or another ``ChildCollection``. A child reduces its actions first, then this
    /// part reduces them too.
    ///
    /// ```swift
    /// Reduce { state, action in … }
    ///     .forEach(\.rows, action: .case(Action.row, \.row)) { Row() }
    /// ```
    /// A child's effects are cancelled in the turn in which it is removed from the collection. An id or a policy in a child
    /// concerns only effects of this child. A child's active commands run while the collection has the child.
    ///
    /// An action finds its child by the id. So does each turn, for each child with a running effect. An array searches its
    /// elements; use an ``IdentifiedArray`` or a dictionary for thousands of children.
    ///
    /// An action for a missing child is a fault, ``Fault/Kind/missingChild``. The part still reduces it.
    ///
    /// - Parameters:
    ///   - path: The key path of the collection. Its children must have different ids.
    ///   - action: The case of the children's ids and actions.
    ///   - child: Returns the reducer of all children. Called once, immediately.
    @inlinable @inline(__always)
    public consuming func forEach<Children: ChildCollection, Child: Reducer>(
        _ path: WritableKeyPath<State, Children>, action: KeyedChildAction<Children.ChildID, Child, Feature>,
        fileID: StaticString = #fileID, line: UInt = #line, _ child: () -> Child
    ) -> ForEach<Self, Children, Child> { ForEach(self, path, action, child(), fileID, line) }
}
