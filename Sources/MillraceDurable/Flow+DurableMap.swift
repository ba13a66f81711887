public import Millrace

// The functions `map` for a parent whose storage is durable. Its children must be durable too, or they do not compile.
extension Flow where R.Storage == Durable, R.Transition == Never {
    /// Converts a child's flow to its parent's type. Each action becomes an action of the parent.
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action
    ) -> Flow<Parent> where R.Output == Never, Parent.Storage == Durable {
        lifted(action, nil, nil, nil)
    }

    /// Converts a child's flow to its parent's type. Each action and each output becomes an action of the parent.
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action, output: @escaping (R.Output) -> Parent.Action
    ) -> Flow<Parent> where Parent.Storage == Durable {
        lifted(action, output, nil, nil)
    }

    /// Converts the flow of the child at `path` to its parent's type. An id or a policy applies only to the effects of this
    /// child, not of its siblings.
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action, at path: @autoclosure () -> KeyPath<Parent.State, R.State>
    ) -> Flow<Parent> where R.Output == Never, Parent.Storage == Durable {
        lifted(action, nil, nil, .always(path()))
    }

    /// Converts the flow of the child at `path` to its parent's type, with its outputs. An id or a policy applies only to the
    /// effects of this child, not of its siblings.
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action, output: @escaping (R.Output) -> Parent.Action,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State>
    ) -> Flow<Parent> where Parent.Storage == Durable {
        lifted(action, output, nil, .always(path()))
    }

    /// Converts the flow of a child that may be removed to its parent's type. When the child is removed, its effects are
    /// cancelled.
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action, at path: @autoclosure () -> KeyPath<Parent.State, R.State?>
    ) -> Flow<Parent> where R.Output == Never, Parent.Storage == Durable {
        lifted(action, nil, nil, .sometimes(path()))
    }

    /// Converts the flow of a child that may be removed to its parent's type, with its outputs. When the child is removed, its
    /// effects are cancelled.
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action, output: @escaping (R.Output) -> Parent.Action,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State?>
    ) -> Flow<Parent> where Parent.Storage == Durable {
        lifted(action, output, nil, .sometimes(path()))
    }
}
