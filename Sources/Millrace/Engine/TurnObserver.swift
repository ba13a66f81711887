/// Observes every turn of an engine, in order to record, store or show it.
///
/// The engine calls the methods on its actor, in the order of their declarations. An observer must not affect the turns: it
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
    /// Forgets all recorded turns, and continues to observe.
    func reset()
}

extension TurnObserver {
    package func changed(_ id: UInt64, to payload: AnyBox) {}
    package func performed(turn: UInt64) {}
    package func retried(_ id: UInt64, after pause: Duration) {}
    package func discarded(_ message: Message) {}
    package func reset() {}
}

/// The reduction of an action in a store.
package struct Reduction {
    package let store: StoreCore
    /// The address of the action or, for a replacement, of the state. Valid during the call.
    let address: UnsafeRawPointer
    package let before: AnyBox
    package let flow: FlowNode

    /// A copy of the action. A replacement has none.
    package var action: AnyBox { store.edges.boxAction(address, nil) }
}

extension Message {
    /// The outcome of a message.
    public enum Outcome {
        /// The message has not ended: its command runs, or middleware holds the message.
        case pending
        /// The message was processed. A command ended with its last data.
        case done
        /// The command failed with the error, the message could not be delivered, or middleware threw the error.
        case failed(any Error)
        /// The message was cancelled, or its store was released.
        case cancelled
        /// Middleware replaced the message by a flow.
        case redirected
        /// Middleware dropped the message. The message ended without an error.
        case dropped
        /// The message was discarded: it was the event of a command that had ended, or an input for a module that was removed.
        case discarded

        init(_ error: any Error) {
            switch error {
            case is CancellationError, is any CancellingError: self = .cancelled
            default: self = .failed(error)
            }
        }
    }
}
