/// Observes every turn of an engine, in order to record, store or show it.
///
/// The engine calls the methods on its actor, for one message in the order of their declarations. A command ends before its last
/// event is reduced. An observer must not affect the turns: it
/// sends nothing and throws nothing. ``Engine/attach(_:)-(TurnObserver)`` attaches an observer.
package protocol TurnObserver: AnyObject {
    /// Called when a turn begins. `turn` is the message's own number, or a later number if middleware held the message.
    func began(_ message: Message, turn: UInt64)
    /// Called when middleware has changed the payload of the message with this number.
    func changed(_ id: UInt64, to payload: AnyBox)
    /// Called when a store has reduced an action, or when a replacement has replaced its state.
    func reduced(_ reduction: Reduction, turn: UInt64)
    /// Called when the flows of a turn were performed and its effects were started.
    func performed(turn: UInt64)
    /// Called when the message with this number has ended: an action in its turn, a command with its last event.
    func ended(_ id: UInt64, _ outcome: Message.Outcome)
    /// Called when the command with this number has failed and waits for its retry.
    func retried(_ id: UInt64, after pause: Duration)
    /// Called when an event of a command that had ended was discarded.
    func discarded(_ message: Message)
    /// Called when a store has got its place in a window, within a turn or between two.
    func opened(_ store: StoreCore)
    /// Called when the scene of a store was removed, before the store is closed.
    func closed(_ store: StoreCore)
    /// Forgets all recorded turns, and continues to observe.
    func reset()
}

extension TurnObserver {
    package func changed(_ id: UInt64, to payload: AnyBox) {}
    package func performed(turn: UInt64) {}
    package func retried(_ id: UInt64, after pause: Duration) {}
    package func discarded(_ message: Message) {}
    package func opened(_ store: StoreCore) {}
    package func closed(_ store: StoreCore) {}
    package func reset() {}
}

/// Observes when an engine becomes idle.
package protocol IdleObserver: AnyObject {
    /// Called on the engine's actor each time the queue is empty, after one or more turns. All other work is in flight then.
    func becameIdle()
}
