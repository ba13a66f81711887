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

/// An error that cancels an effect: the outcome of the effect is a cancellation, not a failure.
package protocol CancellingError: Error {}
