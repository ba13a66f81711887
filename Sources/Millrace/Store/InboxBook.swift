/// The inboxes of one store, so that they close with it.
@usableFromInline final class InboxBook {
    private var closers: [() -> Int] = []
    /// The inbox that ``Store/inbox`` gives, when it has been asked for.
    @usableFromInline var standard: AnyObject?

    /// Remembers how to close one that is still in use; `close` says how many actions waited in it.
    @usableFromInline func add(_ close: @escaping () -> Int) { closers.append(close) }

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
    @inlinable public var inbox: Inbox<R.Action> {
        if let slot = core.inboxes.standard as? InboxSlot<R.Action> { return Inbox(slot: slot) }
        let inbox = inbox(capacity: 1_024, policy: .wait)
        if !core.isClosed { core.inboxes.standard = inbox.slot }
        return inbox
    }

    /// Another inbox, with room for `capacity` actions (at least 1) and a policy of its own.
    @inlinable public func inbox(capacity: Int, policy: Inbox<R.Action>.Policy) -> Inbox<R.Action> {
        let (engine, core) = (AtHome(engine), AtHome(core))
        let slot = InboxSlot<R.Action>(capacity: capacity, policy: policy, home: mailbox.home) { actions in
            guard let engine = engine.open(), let core = core.open() else { return }
            withExtendedLifetime(engine) { core.send(all: &actions) }
        }
        if self.core.isClosed { _ = slot.close() } else { self.core.inboxes.add { [weak slot] in slot?.close() ?? 0 } }
        return Inbox(slot: slot)
    }
}

extension StoreCore {
    /// Sends what was taken out of an inbox, first to last.
    @inlinable func send(all actions: inout Ring<R.Action>) {
        while let action = actions.popFirst() {
            if loop.pointee.gate == Gate.open, memory.pointee.attention == 0 {
                sendAtOnce(action)
            } else if loop.pointee.gate == Gate.intercepted {
                _ = sendIntercepted(action)
            } else {
                send(action)
            }
        }
    }

    /// The short way of a send, as ``Store/send(_:)`` goes it.
    @inlinable func sendAtOnce(_ action: R.Action) {
        loop.pointee.gate = Gate.running
        let flow = reducer.reduce(&memory.pointee.state, action)
        if case .none = flow.storage, loop.pointee.gate == Gate.running {
            loop.pointee.gate = Gate.open
        } else {
            _ = goOn(with: flow)
        }
    }
}
