// What a child asks for, in its parent's words. A child that has outputs or transitions must have them mapped: without, it
// does not compile.
extension Flow {
    /// Lifts a child's flow into its parent's: each action as one of the parent's.
    @inlinable
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action
    ) -> Flow<Parent> where R.Output == Never, R.Transition == Never, Parent.Storage == InMemory {
        lifted(action, nil, nil, nil)
    }

    /// Lifts a child's flow into its parent's: each action and each output as one of the parent's actions.
    @inlinable
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        output: @escaping (R.Output) -> Parent.Action
    ) -> Flow<Parent> where R.Transition == Never, Parent.Storage == InMemory {
        lifted(action, output, nil, nil)
    }

    /// Lifts the flow of the child at `path`, and keeps its work apart from that of its siblings: an id or a policy
    /// finds the work of this child only.
    @inlinable
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State>
    ) -> Flow<Parent> where R.Output == Never, R.Transition == Never, Parent.Storage == InMemory {
        lifted(action, nil, nil, .always(path()))
    }

    /// Lifts the flow of the child at `path` with its outputs, and keeps its work apart from that of its siblings.
    @inlinable
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        output: @escaping (R.Output) -> Parent.Action,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State>
    ) -> Flow<Parent> where R.Transition == Never, Parent.Storage == InMemory {
        lifted(action, output, nil, .always(path()))
    }

    /// Lifts the flow of a child that may go: its work is cancelled in the turn in which `path` no longer leads to it.
    ///
    /// A child that is `Identifiable` is another when its `id` is. `path` may go through a subscript:
    /// `\.rows[id]` in a dictionary, `\.rows[id: id]` in an array.
    @inlinable
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State?>
    ) -> Flow<Parent> where R.Output == Never, R.Transition == Never, Parent.Storage == InMemory {
        lifted(action, nil, nil, .sometimes(path()))
    }

    /// Lifts the flow of a child that may go, with its outputs.
    @inlinable
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        output: @escaping (R.Output) -> Parent.Action,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State?>
    ) -> Flow<Parent> where R.Transition == Never, Parent.Storage == InMemory {
        lifted(action, output, nil, .sometimes(path()))
    }
}

// MARK: - Children under a key

extension Flow {
    /// Lifts the flow of the child under `id` in the dictionary at `path`: its effects are cancelled in the turn in which the
    /// dictionary no longer has the key.
    ///
    /// ```swift
    /// case .row(let id, let action):
    ///     return row.reduce(&state.rows[id], action).map(Action.row, at: \.rows, id: id)
    /// ```
    /// It costs a tenth of a key path that goes through a subscript, `\.rows[id]`.
    @inlinable
    public func map<Parent: Reducer, Key: Hashable>(
        _ action: @escaping (Key, R.Action) -> Parent.Action,
        at path: @autoclosure () -> KeyPath<Parent.State, [Key: R.State]>, id: Key
    ) -> Flow<Parent> where R.Output == Never, R.Transition == Never, Parent.Storage == InMemory {
        lifted(action, nil, path(), id)
    }

    /// Lifts the flow of the child under `id` in the dictionary at `path`, with its outputs.
    @inlinable
    public func map<Parent: Reducer, Key: Hashable>(
        _ action: @escaping (Key, R.Action) -> Parent.Action,
        output: @escaping (Key, R.Output) -> Parent.Action,
        at path: @autoclosure () -> KeyPath<Parent.State, [Key: R.State]>, id: Key
    ) -> Flow<Parent> where R.Transition == Never, Parent.Storage == InMemory {
        lifted(action, output, path(), id)
    }

    /// Lifts nothing and a single action at once, and the rest when it is performed.
    @inlinable
    func lifted<Parent: Reducer, Key: Hashable>(
        _ action: @escaping (Key, R.Action) -> Parent.Action, _ output: ((Key, R.Output) -> Parent.Action)?,
        _ path: @autoclosure () -> KeyPath<Parent.State, [Key: R.State]>, _ id: Key
    ) -> Flow<Parent> {
        switch storage {
        case .none: return .none
        case .send(let sent): return .send(action(id, sent))
        case .node(let node):
            let path = ChildPath.keyed(path(), as: KeyedLift<Key, R, Parent>.self)
            return Flow<Parent>(.node(.lift(KeyedLift<Key, R, Parent>(node, action, output, path, id))))
        }
    }
}

// MARK: - Children that go somewhere

extension Flow {
    /// Lifts a child's flow into its parent's: each action as one of the parent's actions, and each transition as one of
    /// its transitions.
    @inlinable
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        transition: @escaping (R.Transition) -> Parent.Transition
    ) -> Flow<Parent> where R.Output == Never, Parent.Storage == InMemory {
        lifted(action, nil, transition, nil)
    }

    /// Lifts a child's flow into its parent's: each action and each output as one of the parent's actions, and each
    /// transition as one of its transitions.
    @inlinable
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        output: @escaping (R.Output) -> Parent.Action,
        transition: @escaping (R.Transition) -> Parent.Transition
    ) -> Flow<Parent> where Parent.Storage == InMemory {
        lifted(action, output, transition, nil)
    }

    /// Lifts the flow of the child at `path` with its transitions, and keeps its work apart from that of its siblings.
    @inlinable
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        transition: @escaping (R.Transition) -> Parent.Transition,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State>
    ) -> Flow<Parent> where R.Output == Never, Parent.Storage == InMemory {
        lifted(action, nil, transition, .always(path()))
    }

    /// Lifts the flow of the child at `path` with its outputs and its transitions, and keeps its work apart from that of
    /// its siblings.
    @inlinable
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        output: @escaping (R.Output) -> Parent.Action,
        transition: @escaping (R.Transition) -> Parent.Transition,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State>
    ) -> Flow<Parent> where Parent.Storage == InMemory {
        lifted(action, output, transition, .always(path()))
    }

    /// Lifts the flow of a child that may go, with its transitions.
    @inlinable
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        transition: @escaping (R.Transition) -> Parent.Transition,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State?>
    ) -> Flow<Parent> where R.Output == Never, Parent.Storage == InMemory {
        lifted(action, nil, transition, .sometimes(path()))
    }

    /// Lifts the flow of a child that may go, with its outputs and its transitions.
    @inlinable
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        output: @escaping (R.Output) -> Parent.Action,
        transition: @escaping (R.Transition) -> Parent.Transition,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State?>
    ) -> Flow<Parent> where Parent.Storage == InMemory {
        lifted(action, output, transition, .sometimes(path()))
    }
}

extension Flow {
    /// Lifts nothing and a single action at once, and the rest when it is performed.
    @inlinable
    package func lifted<Parent>(
        _ action: @escaping (R.Action) -> Parent.Action, _ output: ((R.Output) -> Parent.Action)?,
        _ transition: ((R.Transition) -> Parent.Transition)?,
        _ path: @autoclosure () -> ChildPath?
    ) -> Flow<Parent> {
        switch storage {
        case .none: .none
        case .send(let sent): .send(action(sent))
        case .node(let node):
            Flow<Parent>(.node(.lift(ActionLift<R, Parent>(node, action, output, transition, path()))))
        }
    }
}
