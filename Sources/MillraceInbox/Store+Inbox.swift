public import Millrace

extension Store where R.Action: Sendable {
    /// The store's own inbox: 1,024 actions, and who finds it full waits.
    public var inbox: Inbox<R.Action> {
        if let slot = ownInbox as? InboxSlot<R.Action> { return Inbox(slot: slot) }
        let inbox = inbox(capacity: 1_024, policy: .wait)
        if !core.isClosed { ownInbox = inbox.slot }
        return inbox
    }

    /// Another inbox, with room for `capacity` actions (at least 1) and a policy of its own.
    public func inbox(capacity: Int, policy: Inbox<R.Action>.Policy) -> Inbox<R.Action> {
        let (engine, core) = (ActorBound(engine), ActorBound(core))
        let slot = InboxSlot<R.Action>(capacity: capacity, policy: policy, on: self.engine.actorContext) { actions in
            guard let engine = engine.open(), let core = core.open() else { return }
            while let action = actions.popFirst() { lend(action) { _ = engine.send($0, to: core) } }
        }
        if self.core.isClosed {
            _ = slot.close()
        } else {
            self.core.onClose.append { [weak slot, unowned engine = self.engine] in
                let unread = slot?.close() ?? 0
                if unread > 0 { engine.report(.storeGone("\(unread) actions in the inbox of \(R.self)")) }
            }
        }
        return Inbox(slot: slot)
    }
}
