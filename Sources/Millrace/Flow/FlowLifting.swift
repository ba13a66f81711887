// What a child asks for, in its parent's words. A child that has outputs or transitions must have them mapped: without, it
// does not compile.
extension Flow {
    /// Lifts a child's flow into its parent's: each action as one of the parent's.
    @inlinable public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action
    ) -> Flow<Parent> where R.Output == Never, R.Transition == Never {
        mapped(action) { Lift(action: action, output: nil, transition: nil) }
    }

    /// Lifts a child's flow into its parent's: each action and each output as one of the parent's actions.
    @inlinable public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        output: @escaping (R.Output) -> Parent.Action
    ) -> Flow<Parent> where R.Transition == Never {
        mapped(action) { Lift(action: action, output: output, transition: nil) }
    }

    /// Lifts the flow of the child at `path`, and keeps its work apart from that of its siblings: an id or a policy
    /// finds the work of this child only.
    @inlinable public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State>
    ) -> Flow<Parent> where R.Output == Never, R.Transition == Never {
        mapped(action) { Lift(action: action, output: nil, transition: nil, path: path()) }
    }

    /// Lifts the flow of the child at `path` with its outputs, and keeps its work apart from that of its siblings.
    @inlinable public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        output: @escaping (R.Output) -> Parent.Action,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State>
    ) -> Flow<Parent> where R.Transition == Never {
        mapped(action) { Lift(action: action, output: output, transition: nil, path: path()) }
    }

    /// Lifts the flow of a child that may go: its work is cancelled in the turn in which `path` no longer leads to it.
    ///
    /// A child that is `Identifiable` is another when its `id` is. `path` may go through a subscript:
    /// `\.rows[id]` in a dictionary, `\.rows[id: id]` in an array.
    @inlinable public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State?>
    ) -> Flow<Parent> where R.Output == Never, R.Transition == Never {
        mapped(action) { Lift(action: action, output: nil, transition: nil, path: path()) }
    }

    /// Lifts the flow of a child that may go, with its outputs.
    @inlinable public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        output: @escaping (R.Output) -> Parent.Action,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State?>
    ) -> Flow<Parent> where R.Transition == Never {
        mapped(action) { Lift(action: action, output: output, transition: nil, path: path()) }
    }
}

// MARK: - Children that go somewhere

extension Flow {
    /// Lifts a child's flow into its parent's: each action as one of the parent's actions, and each transition as one of
    /// its transitions.
    @inlinable public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        transition: @escaping (R.Transition) -> Parent.Transition
    ) -> Flow<Parent> where R.Output == Never {
        mapped(action) { Lift(action: action, output: nil, transition: transition) }
    }

    /// Lifts a child's flow into its parent's: each action and each output as one of the parent's actions, and each
    /// transition as one of its transitions.
    @inlinable public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        output: @escaping (R.Output) -> Parent.Action,
        transition: @escaping (R.Transition) -> Parent.Transition
    ) -> Flow<Parent> {
        mapped(action) { Lift(action: action, output: output, transition: transition) }
    }

    /// Lifts the flow of the child at `path` with its transitions, and keeps its work apart from that of its siblings.
    @inlinable public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        transition: @escaping (R.Transition) -> Parent.Transition,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State>
    ) -> Flow<Parent> where R.Output == Never {
        mapped(action) { Lift(action: action, output: nil, transition: transition, path: path()) }
    }

    /// Lifts the flow of the child at `path` with its outputs and its transitions, and keeps its work apart from that of
    /// its siblings.
    @inlinable public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        output: @escaping (R.Output) -> Parent.Action,
        transition: @escaping (R.Transition) -> Parent.Transition,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State>
    ) -> Flow<Parent> {
        mapped(action) { Lift(action: action, output: output, transition: transition, path: path()) }
    }

    /// Lifts the flow of a child that may go, with its transitions.
    @inlinable public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        transition: @escaping (R.Transition) -> Parent.Transition,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State?>
    ) -> Flow<Parent> where R.Output == Never {
        mapped(action) { Lift(action: action, output: nil, transition: transition, path: path()) }
    }

    /// Lifts the flow of a child that may go, with its outputs and its transitions.
    @inlinable public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action,
        output: @escaping (R.Output) -> Parent.Action,
        transition: @escaping (R.Transition) -> Parent.Transition,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State?>
    ) -> Flow<Parent> {
        mapped(action) { Lift(action: action, output: output, transition: transition, path: path()) }
    }
}

extension Flow {
    /// Lifts nothing and a single action without ado, and the rest as `lift` says.
    @inlinable func mapped<Parent>(
        _ action: (R.Action) -> Parent.Action, _ lift: () -> Lift<R, Parent>
    ) -> Flow<Parent> {
        switch storage {
        case .none: .none
        case .send(let sent): .send(action(sent))
        default: lifted(by: lift())
        }
    }

    @usableFromInline func lifted<Parent>(by lift: Lift<R, Parent>) -> Flow<Parent> {
        switch storage {
        case .none: .none
        case .send(let action): .send(lift.action(action))
        case .execute(let execution):
            lift.reporting(lost: execution.residence, Flow<Parent>(.execute(execution.lifted(by: lift))))
        case .step(let step):
            switch step {
            case .post(let fact): Flow<Parent>(step: .post(fact))
            case .output(let output): lift.output.map { .send($0(output)) } ?? .none
            case .transition(let transition):
                lift.transition.map { Flow<Parent>(step: .transition($0(transition))) } ?? .none
            case .tell(let telling): Flow<Parent>(step: .tell(telling))
            case .cancel(let key): Flow<Parent>(step: .cancel(key.within(lift.component)))
            case .delay(let delay):
                lift.reporting(lost: delay.residence, Flow<Parent>(step: .delay(delay.lifted(by: lift))))
            case .sequence(let links, let residence):
                Flow<Parent>(
                    step: .sequence(
                        links.map { Link(flow: $0.flow.lifted(by: lift), evenAfterFailure: $0.evenAfterFailure) },
                        lift.residence(residence)))
            case .merge(let flows): Flow<Parent>(step: .merge(flows.map { $0.lifted(by: lift) }))
            case .fault(let fault): .fault(fault)
            }
        }
    }
}
