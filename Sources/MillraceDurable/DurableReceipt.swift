#if SQLite || App
    public import Millrace

    /// The result of a message with an id.
    public struct DurableReceipt {
        /// Whether a message with the same id was sent before, so that this one was not reduced.
        public let isRepeat: Bool
        private let id: String
        private let number: Int
        private let writer: DurableWriter

        init(_ writer: DurableWriter, _ number: Int, _ id: String, isRepeat: Bool) {
            (self.writer, self.number, self.id, self.isRepeat) = (writer, number, id, isRepeat)
        }

        /// Returns when the turn of the message is stored; for a repeat, that of the first message.
        ///
        /// While the disk refuses a write, this waits, and the write is tried again.
        ///
        /// - Throws: ``DurableError``, if the engine was suspended or the storage closed before.
        public func stored(isolation: isolated (any Actor) = #isolation) async throws(DurableError) {
            try await writer.wait(for: number, message: id)
        }

        /// Returns the number of the stored turn, as ``DurableStorage/turn(ofMessage:in:)`` does, when it is stored; `nil` if the id was
        /// forgotten since.
        ///
        /// - Throws: ``DurableError``, if the engine was suspended or the storage closed before.
        public func turn(isolation: isolated (any Actor) = #isolation) async throws(DurableError) -> UInt64? {
            try await stored()
            return try await writer.backend.turn(ofMessage: id, in: writer.name)
        }
    }

    extension Store {
        /// Sends an action that is reduced once: a repeat with the same id, also after a restart, is not reduced. An id is
        /// kept for seven days, or for `keepingIDs` of ``DurableStorage/engine(_:timers:keepingIDs:on:now:isolation:)``.
        ///
        /// - Parameters:
        ///   - action: The action.
        ///   - id: The id of the message in this engine, for example that of the request that it comes from.
        /// - Throws: ``DurableError/closed`` if the engine is not durable or was suspended; another ``DurableError`` if the ids cannot be
        ///   read. The action was not reduced then.
        public func send(
            _ action: R.Action, id: String, isolation: isolated (any Actor) = #isolation
        ) async throws(DurableError) -> DurableReceipt {
            guard let writer = DurableWriter.of(engine) else { throw .closed }
            let (number, isRepeat) = try await writer.note(message: id)
            if !isRepeat { send(action) }
            return DurableReceipt(writer, number, id, isRepeat: isRepeat)
        }
    }
#endif
