#if SQLite || App
    public import Millrace

    /// The result of a message with an id.
    public struct DurableReceipt {
        /// Whether a message with the same id was sent before, so that this one was not reduced.
        public let isRepeat: Bool
        private let number: Int
        private let log: DurableLog

        init(_ log: DurableLog, _ number: Int, isRepeat: Bool) {
            (self.log, self.number, self.isRepeat) = (log, number, isRepeat)
        }

        /// Returns when the turn of the message is stored; for a repeat, that of the first message.
        ///
        /// While the disk refuses a write, this waits, and the write is tried again.
        ///
        /// - Throws: ``DurableError``, if the engine was suspended or the storage closed before.
        public func stored(isolation: isolated (any Actor) = #isolation) async throws(DurableError) {
            try await log.wait(for: number)
        }
    }

    extension Store {
        /// Sends an action that is reduced once: a repeat with the same id, also after a restart, is not reduced. An id is kept for seven
        /// days.
        ///
        /// - Parameters:
        ///   - action: The action.
        ///   - id: The id of the message in this engine, for example that of the request that it comes from.
        /// - Throws: ``DurableError/closed`` if the engine is not durable or was suspended; another ``DurableError`` if the ids cannot be
        ///   read. The action was not reduced then.
        public func send(
            _ action: R.Action, id: String, isolation: isolated (any Actor) = #isolation
        ) async throws(DurableError) -> DurableReceipt {
            guard let log = DurableLog.of(engine) else { throw .closed }
            let (number, isRepeat) = try await log.note(message: id)
            if !isRepeat { send(action) }
            return DurableReceipt(log, number, isRepeat: isRepeat)
        }
    }
#endif
