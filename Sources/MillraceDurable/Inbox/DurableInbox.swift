#if SQLite || App
    import Millrace

    /// The messages in the stored inbox of an engine: which of them were read, and which were reduced.
    struct DurableInbox {
        struct Message {
            let position: Int64
            let record: WorkRecord
            /// Whether a message with its id was reduced before.
            let isRepeat: Bool
        }

        /// The messages that were read and not reduced.
        private var waiting: ArraySlice<Message> = []
        /// The position of the last message that was read.
        var lastPosition: Int64 = 0
        /// The positions that the next batch removes.
        private var removed: [Int64] = []
        /// Whether a read is under way, and whether another one must follow it.
        var isReading = false
        var mustReadAgain = false
        /// Whether the last read has failed. It is tried again.
        var hasFailed = false
        /// Whether a read has succeeded.
        var hasRead = false
        /// The callers that wait for the end of a read, or until messages were sent.
        private var readers: [CheckedContinuation<Void, Never>] = []
        /// Called with each action, as JSON, before it is reduced.
        var onDelivery: ((String) -> Void)?
        /// Whether actions are being sent.
        var isDelivering = false

        var isBusy: Bool { isReading || !waiting.isEmpty }
        var first: Message? { waiting.first }

        /// Whether a message up to this position was read and not sent.
        func waits(upTo position: Int64) -> Bool { waiting.first.map { $0.position <= position } ?? false }

        /// Adds a caller that waits for the end of a read, or until messages were sent.
        mutating func add(reader: CheckedContinuation<Void, Never>) { readers.append(reader) }

        mutating func endReading() {
            isReading = false
            resumeReaders()
        }

        /// Resumes the callers that wait. They check again whether they must.
        mutating func resumeReaders() {
            let all = readers
            readers = []
            for reader in all { reader.resume() }
        }

        /// Adds a message that was read. Its position is higher than those of the others.
        mutating func add(_ message: Message) {
            waiting.append(message)
            lastPosition = message.position
        }

        /// Removes the first message: from the storage too, with the batch that contains its turn, unless it cannot be reduced.
        mutating func removeFirst(isReduced: Bool) {
            guard let message = waiting.popFirst() else { return }
            if isReduced { removed.append(message.position) }
        }

        /// Adds the messages since the last collection to a batch.
        mutating func collect(into batch: inout StoredBatch) {
            for position in removed { batch.inbox[position] = .some(nil) }
            removed = []
        }
    }
#endif
