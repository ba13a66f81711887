extension Flow {
    /// Performs this flow, and `next` when all of it has ended, its asynchronous work too.
    ///
    /// `next` is not performed when this flow failed (a command's failure) or was cancelled, unless `evenAfterFailure`;
    /// the failure then still reaches whoever awaits the receipt. When the receipt is cancelled, nothing follows.
    public func then(_ next: Flow, evenAfterFailure: Bool = false) -> Flow {
        if isNone { return next }
        if next.isNone { return self }
        let more = evenAfterFailure ? [Link(flow: next, evenAfterFailure: true)] : next.following
        return Flow(step: .sequence(links + more, nil))
    }

    /// Performs this flow, and `other` right after, without waiting for either to end.
    public func and(_ other: Flow) -> Flow {
        if isNone { return other }
        if other.isNone { return self }
        return Flow(step: .merge(merged + other.merged))
    }

    /// Performs the flows in order, none waiting for another to end.
    public static func merge(_ flows: [Flow]) -> Flow {
        let flows = flows.flatMap(\.merged)
        return flows.count > 1 ? Flow(step: .merge(flows)) : flows.first ?? .none
    }

    /// Performs the flows one after the other, each when the one before has ended; the first failure stops the rest.
    public static func sequence(_ flows: [Flow]) -> Flow {
        let flows = flows.filter { !$0.isNone }
        guard let first = flows.first, flows.count > 1 else { return flows.first ?? .none }
        return Flow(step: .sequence(first.links + flows.dropFirst().flatMap(\.following), nil))
    }

    /// Its links, to put others behind.
    private var links: [Link<R>] {
        if case .step(.sequence(let links, nil)) = storage {
            links
        } else {
            [Link(flow: self, evenAfterFailure: false)]
        }
    }

    /// Its links, to put behind others; one that cleans up after its own keeps its brackets.
    private var following: [Link<R>] {
        let links = links
        return links.contains(where: \.evenAfterFailure) ? [Link(flow: self, evenAfterFailure: false)] : links
    }

    private var merged: [Flow] {
        switch storage {
        case .none: []
        case .step(.merge(let flows)): flows
        default: [self]
        }
    }
}

// MARK: - Lifting a child's flow

extension Flow {
    /// Lifts a child's flow into its parent's: each action as one of the parent's.
    @inlinable public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action
    ) -> Flow<Parent> where R.Output == Never {
        mapped(action) { Lift(action: action, output: nil) }
    }

    /// Lifts a child's flow into its parent's: each action and each output as one of the parent's actions.
    @inlinable public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action, output: @escaping (R.Output) -> Parent.Action
    ) -> Flow<Parent> {
        mapped(action) { Lift(action: action, output: output) }
    }

    /// Lifts the flow of the child at `path`, and keeps its work apart from that of its siblings: an id or a policy
    /// finds the work of this child only.
    @inlinable public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action, at path: @autoclosure () -> KeyPath<Parent.State, R.State>
    ) -> Flow<Parent> where R.Output == Never {
        mapped(action) { Lift(action: action, output: nil, path: path()) }
    }

    /// Lifts the flow of the child at `path` with its outputs, and keeps its work apart from that of its siblings.
    @inlinable public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action, output: @escaping (R.Output) -> Parent.Action,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State>
    ) -> Flow<Parent> {
        mapped(action) { Lift(action: action, output: output, path: path()) }
    }

    /// Lifts the flow of a child that may go: its work is cancelled in the turn in which `path` no longer leads to it.
    ///
    /// A child that is `Identifiable` is another when its `id` is. `path` may go through a subscript:
    /// `\.rows[id]` in a dictionary, `\.rows[id: id]` in an array.
    @inlinable public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action, at path: @autoclosure () -> KeyPath<Parent.State, R.State?>
    ) -> Flow<Parent> where R.Output == Never {
        mapped(action) { Lift(action: action, output: nil, path: path()) }
    }

    /// Lifts the flow of a child that may go, with its outputs.
    @inlinable public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action, output: @escaping (R.Output) -> Parent.Action,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State?>
    ) -> Flow<Parent> {
        mapped(action) { Lift(action: action, output: output, path: path()) }
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
