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
        makeInbox(capacity, policy) { slot, sink in
            slot.takenCount -= 1
            if let action = slot.taken.popFirst()?.action { withAddress(of: action, to: sink) }
        }
    }

    /// - Parameter pass: Removes the first action that was taken, and passes it to the sink.
    @usableFromInline func makeInbox(
        _ capacity: Int, _ policy: Inbox<R.Action>.Policy,
        pass: @escaping @Sendable (InboxSlot<R.Action>, Sink) -> Void
    ) -> Inbox<R.Action> {
        let slot = InboxSlot<R.Action>(
            capacity: capacity, policy: policy, store: core.machineNumber, engine.posted, pass: pass)
        core.add(slot)
        return Inbox(slot: slot)
    }
}
