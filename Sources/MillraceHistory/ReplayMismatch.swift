public import Millrace

/// The first difference between a replay and the records.
public struct ReplayMismatch: CustomStringConvertible {
    /// The kind of a difference.
    public enum Subject: Hashable, Sendable {
        /// The state after the message.
        case state
        /// The flow that the reducer returned.
        case flow
    }

    /// The message that was reduced differently.
    public let record: Record
    /// The store that reduced the message.
    public let store: StoreID
    /// The kind of the difference.
    public let subject: Subject
    /// The recorded state or flow.
    public let recorded: Any
    /// The state or flow of the replay.
    public let replayed: Any

    /// The difference as a sentence.
    public var description: String {
        "The store \(store) differs in its \(subject) after record \(record.id), \(record.kind) \(record.payload): "
            + "the recorded value is \(recorded), the replayed value is \(replayed)."
    }
}
