// What a child asks for, in its parent's words. A child that has outputs or transitions must have them mapped: without, it
// does not compile.
extension Flow {
    /// Lifts a child's flow into its parent's: each action as one of the parent's.
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action
    ) -> Flow<Parent> where R.Output == Never, R.Transition == Never, Parent.Storage == InMemory {
        lifted(action, nil, nil, nil)
    }

    /// Lifts a child's flow into its parent's: each action and each output as one of the parent's actions.
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        output: @escaping (R.Output) -> Parent.Action
    ) -> Flow<Parent> where R.Transition == Never, Parent.Storage == InMemory {
        lifted(action, output, nil, nil)
    }

    /// Lifts the flow of the child at `path`, and keeps its work apart from that of its siblings: an id or a policy
    /// finds the work of this child only.
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State>
    ) -> Flow<Parent> where R.Output == Never, R.Transition == Never, Parent.Storage == InMemory {
        lifted(action, nil, nil, .always(path()))
    }

    /// Lifts the flow of the child at `path` with its outputs, and keeps its work apart from that of its siblings.
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
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State?>
    ) -> Flow<Parent> where R.Output == Never, R.Transition == Never, Parent.Storage == InMemory {
        lifted(action, nil, nil, .sometimes(path()))
    }

    /// Lifts the flow of a child that may go, with its outputs.
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        output: @escaping (R.Output) -> Parent.Action,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State?>
    ) -> Flow<Parent> where R.Transition == Never, Parent.Storage == InMemory {
        lifted(action, output, nil, .sometimes(path()))
    }
}

// MARK: - Children that go somewhere

extension Flow {
    /// Lifts a child's flow into its parent's: each action as one of the parent's actions, and each transition as one of
    /// its transitions.
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        transition: @escaping (R.Transition) -> Parent.Transition
    ) -> Flow<Parent> where R.Output == Never, Parent.Storage == InMemory {
        lifted(action, nil, transition, nil)
    }

    /// Lifts a child's flow into its parent's: each action and each output as one of the parent's actions, and each
    /// transition as one of its transitions.
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        output: @escaping (R.Output) -> Parent.Action,
        transition: @escaping (R.Transition) -> Parent.Transition
    ) -> Flow<Parent> where Parent.Storage == InMemory {
        lifted(action, output, transition, nil)
    }

    /// Lifts the flow of the child at `path` with its transitions, and keeps its work apart from that of its siblings.
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        transition: @escaping (R.Transition) -> Parent.Transition,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State>
    ) -> Flow<Parent> where R.Output == Never, Parent.Storage == InMemory {
        lifted(action, nil, transition, .always(path()))
    }

    /// Lifts the flow of the child at `path` with its outputs and its transitions, and keeps its work apart from that of
    /// its siblings.
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        output: @escaping (R.Output) -> Parent.Action,
        transition: @escaping (R.Transition) -> Parent.Transition,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State>
    ) -> Flow<Parent> where Parent.Storage == InMemory {
        lifted(action, output, transition, .always(path()))
    }

    /// Lifts the flow of a child that may go, with its transitions.
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        transition: @escaping (R.Transition) -> Parent.Transition,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State?>
    ) -> Flow<Parent> where R.Output == Never, Parent.Storage == InMemory {
        lifted(action, nil, transition, .sometimes(path()))
    }

    /// Lifts the flow of a child that may go, with its outputs and its transitions.
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
    package func lifted<Parent>(
        _ action: @escaping (R.Action) -> Parent.Action, _ output: ((R.Output) -> Parent.Action)?,
        _ transition: ((R.Transition) -> Parent.Transition)?,
        _ path: @autoclosure () -> ChildPath?
    ) -> Flow<Parent> {
        switch storage {
        case .none: .none
        case .send(let sent): .send(action(sent))
        case .node(let node):
            Flow<Parent>(.lift(LiftNode(node, Lift(of: R.self, in: Parent.self, action, output, transition, path()))))
        }
    }
}
