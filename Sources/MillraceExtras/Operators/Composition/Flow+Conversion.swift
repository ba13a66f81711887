public import Millrace

extension Flow {
    /// Creates the same flow for another reducer with the same actions, outputs and transitions. The effects keep their ids and
    /// their child scopes.
    @inlinable @inline(__always)
    init<Base: Reducer>(_ flow: Flow<Base>)
    where
        Base.Action == R.Action, Base.Output == R.Output, Base.Transition == R.Transition
    {
        switch flow.storage {
        case .none: self.init(Storage.none)
        case .send(let action): self.init(Storage.send(action))
        case .node(let node): self.init(Storage.node(node))
        }
    }
}
