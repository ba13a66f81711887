extension Decision {
    /// Performs `flow` on `store` instead of the message. The receipt of the message ends with the flow.
    ///
    /// If `store` belongs to another engine, the message is cancelled and reports ``Fault/Kind/otherEngine``.
    public static func redirect<R: Reducer>(to flow: Flow<R>, on store: Store<R>) -> Decision {
        Decision(.redirect(flow.node, R.self, on: store.core))
    }
}

extension Message {
    /// Returns the state of the message's store, or `nil` if the message has no store with a reducer of type `R`.
    ///
    /// In a middleware, this is the state before the message. The store of an action or an input reduces it. The store of a
    /// command, or of its event, requested the command. The store of an output or a transition sent it.
    public func state<R: Reducer>(of type: R.Type) -> R.State? {
        guard let store = content.subject as? StoreCore, store.id.reducer == type else { return nil }
        return store.state(as: R.State.self)
    }
}
