/// Observes every turn of an engine, to record it, store it or show it.
///
/// Called on the engine's actor, in the order of the calls below. An observer must not change what happens: it sends
/// nothing and throws nothing. Attach it by ``Engine/attach(_:)-(TurnObserver)``.
package protocol TurnObserver: AnyObject {
    /// A turn begins. `turn` is the message's own number, or a later one, where middleware had held it.
    func began(_ message: Message, turn: UInt64)
    /// Middleware has changed the payload of the message with this number.
    func changed(_ id: UInt64, to payload: Any)
    /// A store has reduced an action.
    func reduced(_ reduction: Reduction, turn: UInt64)
    /// The flows of a turn were performed, and its effects were started.
    func performed(turn: UInt64)
    /// The message with this number has ended: an action in its turn, a command with its last event.
    func ended(_ id: UInt64, _ outcome: TurnOutcome)
    /// The event of a command that had ended, or a message for a store that was released, was discarded.
    func discarded(_ message: Message)
    /// Forgets what it remembers of the turns, and goes on.
    func reset()
}

extension TurnObserver {
    package func changed(_ id: UInt64, to payload: Any) {}
    package func performed(turn: UInt64) {}
    package func discarded(_ message: Message) {}
    package func reset() {}
}

/// What a store made of an action.
package struct Reduction {
    package let store: StoreCore
    /// Where the action is during the call.
    let address: UnsafeRawPointer
    package let before: AnyBox
    package let flow: FlowNode

    /// A copy of the action.
    package var action: AnyBox { store.edges.boxAction(address, nil) }
    package var after: AnyBox { store.snapshot() }
}

/// What became of a message.
package enum TurnOutcome {
    /// It had its turn; a command ended with its last event.
    case done
    case failed(any Error)
    case cancelled
    /// Middleware performed a flow instead.
    case redirected
    /// Middleware dropped it.
    case dropped
    /// It came too late, and was discarded.
    case discarded

    init(_ error: any Error) {
        switch error {
        case is CancellationError, is any CancellingError: self = .cancelled
        default: self = .failed(error)
        }
    }
}
