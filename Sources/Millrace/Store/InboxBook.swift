/// The inboxes of one store, so that they close with it.
final class InboxBook {
    private var closers: [() -> Int] = []
    /// The inbox that ``Store/inbox`` gives, when it has been asked for.
    var standard: AnyObject?

    /// Remembers how to close one that is still in use; `close` says how many actions waited in it.
    func add(_ close: @escaping () -> Int) { closers.append(close) }

    /// Closes them.
    ///
    /// - Returns: how many actions waited that nobody will fold.
    func close() -> Int {
        let count = closers.reduce(0) { $0 + $1() }
        (closers, standard) = ([], nil)
        return count
    }
}

extension Store where R.Action: Sendable {
    /// The store's own inbox: 1,024 actions, and who finds it full waits.
    public var inbox: Inbox<R.Action> {
        if let slot = core.inboxes.standard as? InboxSlot<R.Action> { return Inbox(slot: slot) }
        let inbox = inbox(capacity: 1_024, policy: .wait)
        if !core.isClosed { core.inboxes.standard = inbox.slot }
        return inbox
    }

    /// Another inbox, with room for `capacity` actions (at least 1) and a policy of its own.
    public func inbox(capacity: Int, policy: Inbox<R.Action>.Policy) -> Inbox<R.Action> {
        let (engine, core) = (ActorBound(engine), ActorBound(core))
        let slot = InboxSlot<R.Action>(capacity: capacity, policy: policy, on: self.engine.actorContext) { actions in
            guard let engine = engine.open(), let core = core.open() else { return }
            while let action = actions.popFirst() { _ = core.send(action) }
            withExtendedLifetime(engine) {}
        }
        if self.core.isClosed { _ = slot.close() } else { self.core.inboxes.add { [weak slot] in slot?.close() ?? 0 } }
        return Inbox(slot: slot)
    }
}
