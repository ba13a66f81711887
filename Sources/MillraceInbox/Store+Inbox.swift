public import Millrace

extension Store where R.Action: Sendable {
    /// The store's default inbox. It has space for 1,024 actions, and its policy is ``Inbox/Policy/wait``.
    @inlinable public var inbox: Inbox<R.Action> {
        if let known = knownInbox { return known }
        let inbox = inbox(capacity: 1_024, policy: .wait)
        keep(inbox)
        return inbox
    }

    @usableFromInline var knownInbox: Inbox<R.Action>? {
        (ownInbox as? InboxSlot<R.Action>).map { Inbox(slot: $0) }
    }

    @usableFromInline func keep(_ inbox: Inbox<R.Action>) {
        if !core.isClosed { ownInbox = inbox.slot }
    }

    /// Creates another inbox of the store, with space for `capacity` actions (at least 1) and its own policy.
    ///
    /// When the store is released, pending actions are discarded and reported as ``Fault/Kind/storeReleased``.
    @inlinable public func inbox(capacity: Int, policy: Inbox<R.Action>.Policy) -> Inbox<R.Action> {
        // This closure is inlinable, so that it is specialized for the type of the actions.
        makeInbox(capacity, policy) { actions, send in
            while let action = actions.popFirst() { lend(action, to: send) }
        }
    }

    /// - Parameter drain: removes the actions and passes each to the sink, in order.
    @usableFromInline func makeInbox(
        _ capacity: Int, _ policy: Inbox<R.Action>.Policy,
        drain: @escaping @Sendable (inout Ring<R.Action>, Sink) -> Void
    ) -> Inbox<R.Action> {
        let (engine, core) = (ActorBound(engine), ActorBound(core))
        let slot = InboxSlot<R.Action>(capacity: capacity, policy: policy, on: self.engine.actorContext) { actions in
            guard let engine = engine.open(), let core = core.open() else { return }
            drain(&actions) { _ = engine.send($0, to: core) }
        }
        if self.core.isClosed {
            _ = slot.close()
        } else {
            self.core.onClose.append { [weak slot, unowned engine = self.engine] in
                let unread = slot?.close() ?? 0
                if unread > 0 { engine.report(.storeReleased("\(unread) actions in the inbox of \(R.self)")) }
            }
        }
        return Inbox(slot: slot)
    }
}
