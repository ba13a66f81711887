// Mapping a child's flow to a flow of its parent. If the child's reducer has outputs or transitions, the call compiles only
// with functions that map them.
extension Flow {
    /// Maps a child's flow to a flow of the parent. Each action becomes an action of the parent.
    ///
    /// If an effect of the child and one of the parent have equal ids, they count as the same id. Use `map(_:at:)` to keep them
    /// apart.
    @inlinable
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action
    ) -> Flow<Parent> where R.Output == Never, R.Transition == Never {
        mapped(action, nil, nil, nil)
    }

    /// Maps a child's flow to a flow of the parent. Each action and each output becomes an action of the parent.
    ///
    /// If an effect of the child and one of the parent have equal ids, they count as the same id. Use `map(_:output:at:)` to
    /// keep them apart.
    @inlinable
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        output: @escaping (R.Output) -> Parent.Action
    ) -> Flow<Parent> where R.Transition == Never {
        mapped(action, output, nil, nil)
    }

    /// Maps the flow of the child at `path` to a flow of the parent. Each action becomes an action of the parent.
    ///
    /// The child's effects are kept apart from those of its siblings: an id or a policy in the flow concerns only effects of
    /// this child.
    @inlinable
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State>
    ) -> Flow<Parent> where R.Output == Never, R.Transition == Never {
        mapped(action, nil, nil, .always(path()))
    }

    /// Maps the flow of the child at `path` to a flow of the parent. Each action and each output becomes an action of the
    /// parent.
    ///
    /// The child's effects are kept apart from those of its siblings: an id or a policy in the flow concerns only effects of
    /// this child.
    @inlinable
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        output: @escaping (R.Output) -> Parent.Action,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State>
    ) -> Flow<Parent> where R.Transition == Never {
        mapped(action, output, nil, .always(path()))
    }

    /// Maps the flow of an optional child to a flow of the parent. Each action becomes an action of the parent.
    ///
    /// The child's effects are cancelled in the turn in which the state at `path` becomes `nil`. If the child's state is
    /// `Identifiable`, a state with another `id` is another child, so the effects of the previous child are cancelled.
    ///
    /// `path` may contain a subscript: `\.rows[id]` for a dictionary, `\.rows[id: id]` for an array. For these, `map(_:at:id:)` costs
    /// less.
    @inlinable
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State?>
    ) -> Flow<Parent> where R.Output == Never, R.Transition == Never {
        mapped(action, nil, nil, .sometimes(path()))
    }

    /// Maps the flow of an optional child to a flow of the parent. Each action and each output becomes an action of the parent.
    ///
    /// The child's effects are cancelled in the turn in which the state at `path` becomes `nil`.
    @inlinable
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        output: @escaping (R.Output) -> Parent.Action,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State?>
    ) -> Flow<Parent> where R.Transition == Never {
        mapped(action, output, nil, .sometimes(path()))
    }
}

// MARK: - Children in a collection

extension Flow {
    /// Maps the flow of the child with the key `id` in the collection at `path` to a flow of the parent. Each action becomes an
    /// action of the parent.
    ///
    /// The child's effects are cancelled in the turn in which the child is removed from the collection.
    ///
    /// ```swift
    /// case .row(let id, let action):
    ///     return row.reduce(&state.rows, id: id, action).map(Action.row, at: \.rows, id: id)
    /// ```
    ///
    /// Costs less than a key path with a subscript, `\.rows[id]`, because Swift creates such a key path again at each call.
    @inlinable
    public func map<Parent: Reducer, Children: ChildCollection>(
        _ action: @escaping (Children.ChildID, R.Action) -> Parent.Action,
        at path: @autoclosure () -> KeyPath<Parent.State, Children>, id: Children.ChildID
    ) -> Flow<Parent>
    where R.Output == Never, R.Transition == Never, Children.ChildState == R.State {
        mapped(action, nil, nil, path(), id)
    }

    /// Maps the flow of the child with the key `id` in the collection at `path` to a flow of the parent. Each action and each
    /// output becomes an action of the parent.
    ///
    /// The child's effects are cancelled in the turn in which the child is removed from the collection.
    @inlinable
    public func map<Parent: Reducer, Children: ChildCollection>(
        _ action: @escaping (Children.ChildID, R.Action) -> Parent.Action,
        output: @escaping (Children.ChildID, R.Output) -> Parent.Action,
        at path: @autoclosure () -> KeyPath<Parent.State, Children>, id: Children.ChildID
    ) -> Flow<Parent> where R.Transition == Never, Children.ChildState == R.State {
        mapped(action, output, nil, path(), id)
    }

    /// Maps the flow of the child with the key `id` in the collection at `path` to a flow of the parent. Each action and each
    /// transition of the child becomes one of the parent.
    ///
    /// The child's effects are cancelled in the turn in which the child is removed from the collection.
    @inlinable
    public func map<Parent: Reducer, Children: ChildCollection>(
        _ action: @escaping (Children.ChildID, R.Action) -> Parent.Action,
        transition: @escaping (Children.ChildID, R.Transition) -> Parent.Transition,
        at path: @autoclosure () -> KeyPath<Parent.State, Children>, id: Children.ChildID
    ) -> Flow<Parent> where R.Output == Never, Children.ChildState == R.State {
        mapped(action, nil, transition, path(), id)
    }

    /// Maps the flow of the child with the key `id` in the collection at `path` to a flow of the parent. Each action and each
    /// output becomes an action of the parent. Each transition becomes a transition of the parent.
    ///
    /// The child's effects are cancelled in the turn in which the child is removed from the collection.
    @inlinable
    public func map<Parent: Reducer, Children: ChildCollection>(
        _ action: @escaping (Children.ChildID, R.Action) -> Parent.Action,
        output: @escaping (Children.ChildID, R.Output) -> Parent.Action,
        transition: @escaping (Children.ChildID, R.Transition) -> Parent.Transition,
        at path: @autoclosure () -> KeyPath<Parent.State, Children>, id: Children.ChildID
    ) -> Flow<Parent> where Children.ChildState == R.State {
        mapped(action, output, transition, path(), id)
    }

    /// Maps a single action at once. The actions of any other flow are mapped when the flow is performed.
    @inlinable
    func mapped<Parent: Reducer, Children: ChildCollection>(
        _ action: @escaping (Children.ChildID, R.Action) -> Parent.Action,
        _ output: ((Children.ChildID, R.Output) -> Parent.Action)?,
        _ transition: ((Children.ChildID, R.Transition) -> Parent.Transition)?,
        _ path: @autoclosure () -> KeyPath<Parent.State, Children>, _ id: Children.ChildID
    ) -> Flow<Parent> where Children.ChildState == R.State {
        switch storage {
        case .none: return .none
        case .send(let sent): return .send(action(id, sent))
        case .node(let node):
            let path = ChildPath.keyed(path(), as: KeyedMapping<Children.ChildID, R, Parent>.self)
            return Flow<Parent>(
                .node(.mapped(KeyedMapping<Children.ChildID, R, Parent>(node, action, output, transition, path, id))))
        }
    }
}

// MARK: - Children with transitions

extension Flow {
    /// Maps a child's flow to a flow of the parent. Each action and each transition of the child becomes one of the parent.
    @inlinable
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        transition: @escaping (R.Transition) -> Parent.Transition
    ) -> Flow<Parent> where R.Output == Never {
        mapped(action, nil, transition, nil)
    }

    /// Maps a child's flow to a flow of the parent. Each action and each output becomes an action of the parent. Each
    /// transition becomes a transition of the parent.
    @inlinable
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        output: @escaping (R.Output) -> Parent.Action,
        transition: @escaping (R.Transition) -> Parent.Transition
    ) -> Flow<Parent> {
        mapped(action, output, transition, nil)
    }

    /// Maps the flow of the child at `path` to a flow of the parent. Each action and each transition of the child becomes one
    /// of the parent.
    ///
    /// The child's effects are kept apart from those of its siblings: an id or a policy in the flow concerns only effects of
    /// this child.
    @inlinable
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        transition: @escaping (R.Transition) -> Parent.Transition,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State>
    ) -> Flow<Parent> where R.Output == Never {
        mapped(action, nil, transition, .always(path()))
    }

    /// Maps the flow of the child at `path` to a flow of the parent. Each action and each output becomes an action of the
    /// parent. Each transition becomes a transition of the parent.
    ///
    /// The child's effects are kept apart from those of its siblings: an id or a policy in the flow concerns only effects of
    /// this child.
    @inlinable
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        output: @escaping (R.Output) -> Parent.Action,
        transition: @escaping (R.Transition) -> Parent.Transition,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State>
    ) -> Flow<Parent> {
        mapped(action, output, transition, .always(path()))
    }

    /// Maps the flow of an optional child to a flow of the parent. Each action and each transition of the child becomes one of
    /// the parent.
    ///
    /// The child's effects are cancelled in the turn in which the state at `path` becomes `nil`.
    @inlinable
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        transition: @escaping (R.Transition) -> Parent.Transition,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State?>
    ) -> Flow<Parent> where R.Output == Never {
        mapped(action, nil, transition, .sometimes(path()))
    }

    /// Maps the flow of an optional child to a flow of the parent. Each action and each output becomes an action of the parent.
    /// Each transition becomes a transition of the parent.
    ///
    /// The child's effects are cancelled in the turn in which the state at `path` becomes `nil`.
    @inlinable
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        output: @escaping (R.Output) -> Parent.Action,
        transition: @escaping (R.Transition) -> Parent.Transition,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State?>
    ) -> Flow<Parent> {
        mapped(action, output, transition, .sometimes(path()))
    }
}

extension Flow {
    /// Maps a single action at once. The actions of any other flow are mapped when the flow is performed.
    @inlinable
    package func mapped<Parent>(
        _ action: @escaping (R.Action) -> Parent.Action, _ output: ((R.Output) -> Parent.Action)?,
        _ transition: ((R.Transition) -> Parent.Transition)?,
        _ path: @autoclosure () -> ChildPath?
    ) -> Flow<Parent> {
        switch storage {
        case .none: .none
        case .send(let sent): .send(action(sent))
        case .node(let node):
            Flow<Parent>(.node(.mapped(ActionMapping<R, Parent>(node, action, output, transition, path()))))
        }
    }
}
