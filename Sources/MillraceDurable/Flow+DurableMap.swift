public import Millrace

// The same for a parent whose storage is durable: its children's is too, or they do not compile.
extension Flow where R.Storage == Durable, R.Transition == Never {
    /// Lifts a child's flow into its parent's: each action as one of the parent's.
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action
    ) -> Flow<Parent> where R.Output == Never, Parent.Storage == Durable {
        lifted(action, nil, nil, nil)
    }

    /// Lifts a child's flow into its parent's: each action and each output as one of the parent's actions.
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action, output: @escaping (R.Output) -> Parent.Action
    ) -> Flow<Parent> where Parent.Storage == Durable {
        lifted(action, output, nil, nil)
    }

    /// Lifts the flow of the child at `path`, and keeps its effects apart from those of its siblings.
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action, at path: @autoclosure () -> KeyPath<Parent.State, R.State>
    ) -> Flow<Parent> where R.Output == Never, Parent.Storage == Durable {
        lifted(action, nil, nil, .always(path()))
    }

    /// Lifts the flow of the child at `path` with its outputs, and keeps its effects apart from those of its siblings.
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action, output: @escaping (R.Output) -> Parent.Action,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State>
    ) -> Flow<Parent> where Parent.Storage == Durable {
        lifted(action, output, nil, .always(path()))
    }

    /// Lifts the flow of a child that may be removed; its effects are cancelled then.
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action, at path: @autoclosure () -> KeyPath<Parent.State, R.State?>
    ) -> Flow<Parent> where R.Output == Never, Parent.Storage == Durable {
        lifted(action, nil, nil, .sometimes(path()))
    }

    /// Lifts the flow of a child that may be removed, with its outputs.
    public func map<Parent: Reducer>(
        _ action: @escaping (R.Action) -> Parent.Action, output: @escaping (R.Output) -> Parent.Action,
        at path: @autoclosure () -> KeyPath<Parent.State, R.State?>
    ) -> Flow<Parent> where Parent.Storage == Durable {
        lifted(action, output, nil, .sometimes(path()))
    }
}
