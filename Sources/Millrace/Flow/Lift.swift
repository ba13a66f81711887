/// How a child's flow becomes its parent's.
@usableFromInline struct Lift<Child: Reducer, Parent: Reducer> {
    let action: (Child.Action) -> Parent.Action
    /// `nil` where the child has no output to map.
    let output: ((Child.Output) -> Parent.Action)?
    /// `nil` where the child has no transition to map.
    let transition: ((Child.Transition) -> Parent.Transition)?
    /// What tells the child's work from its siblings'.
    let component: AnyHashable?
    /// Where the child lives, if the parent said so.
    private let home: Home?

    private enum Home {
        case always(KeyPath<Parent.State, Child.State>)
        case sometimes(KeyPath<Parent.State, Child.State?>)
    }

    @usableFromInline init(
        action: @escaping (Child.Action) -> Parent.Action, output: ((Child.Output) -> Parent.Action)?,
        transition: ((Child.Transition) -> Parent.Transition)?
    ) {
        (self.action, self.output, self.transition, component, home) = (action, output, transition, nil, nil)
    }

    @usableFromInline init(
        action: @escaping (Child.Action) -> Parent.Action, output: ((Child.Output) -> Parent.Action)?,
        transition: ((Child.Transition) -> Parent.Transition)?,
        path: KeyPath<Parent.State, Child.State>
    ) {
        (self.action, self.output, self.transition, component, home) = (action, output, transition, path, .always(path))
    }

    @usableFromInline init(
        action: @escaping (Child.Action) -> Parent.Action, output: ((Child.Output) -> Parent.Action)?,
        transition: ((Child.Transition) -> Parent.Transition)?,
        path: KeyPath<Parent.State, Child.State?>
    ) {
        (self.action, self.output, self.transition) = (action, output, transition)
        (component, home) = (path, .sometimes(path))
    }

    /// The same dwelling, seen from the parent's state.
    func residence(_ inner: Residence<Child.State>?) -> Residence<Parent.State>? {
        switch home {
        case nil: nil
        case .always(let path): inner.map { inner in Residence { inner.resident($0[keyPath: path]) } }
        case .sometimes(let path):
            Residence { parent in
                guard let child = parent[keyPath: path] else { return nil }
                guard let inner else { return identity(of: child) }
                return inner.resident(child).map { [identity(of: child), $0] }
            }
        }
    }

    /// `flow`, and a fault where a grandchild's way is lost because this lift does not know where the child lives.
    func reporting(lost residence: Residence<Child.State>?, _ flow: Flow<Parent>) -> Flow<Parent> {
        guard home == nil, residence != nil else { return flow }
        return flow.and(.fault(.unplacedChild(Child.self, in: Parent.self)))
    }
}

/// Where the feature that started an effect lives: who lives there now, or `nil` when nobody does.
@usableFromInline struct Residence<State> {
    let resident: (State) -> AnyHashable?
}

/// Who a child is: its id where it has one.
private func identity(of child: Any) -> AnyHashable {
    guard let child = child as? any Identifiable else { return true }
    return id(of: child)
}

private func id(of child: some Identifiable) -> AnyHashable { child.id }
