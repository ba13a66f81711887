extension Decision {
    /// Performs `flow` on `store` instead of the message. The receipt of the message ends with the flow.
    ///
    /// If `store` belongs to another engine, the message is cancelled with a ``Fault/Kind/otherEngine``.
    public static func redirect<R: Reducer>(to flow: Flow<R>, on store: Store<R>) -> Decision {
        Decision(.redirect(flow.node, R.self, on: store.core))
    }
}

extension Message {
    /// The state, before the message, of the store that an action or an input is for, that asked for a command, that an
    /// event returns to, or that an output or a transition comes from; `nil` where that is not a store of `R`.
    public func state<R: Reducer>(of type: R.Type) -> R.State? {
        guard let store = content.subject as? StoreCore, store.id.reducer == type else { return nil }
        return store.state(as: R.State.self)
    }
}
