#if SQLite || App
    // The ids of messages.
    extension DurableWriter {
        /// Stores the id of a message that is about to be sent.
        ///
        /// - Returns: The number of the batch in which a message with this id is or was stored, and whether it was sent before.
        func note(
            message id: String, isolation: isolated (any Actor)? = #isolation
        ) async throws(DurableError) -> (number: Int, isRepeat: Bool) {
            if isClosed { throw .closed }
            return try await messages.note(id) { time throws(DurableError) in
                if isClosed { throw .closed }
                newMessages[id] = time
                return nextNumber
            }
        }

        /// Returns when the batch with this message is stored.
        func wait(
            for number: Int, message id: String, isolation: isolated (any Actor)? = #isolation
        ) async throws(DurableError) {
            try await wait(for: number)
            if lostMessages.contains(id) { throw .closed }
        }

        /// Returns the number of the batch in which the message with this id is or was stored; `nil` for an unknown one.
        func batch(ofMessage id: String, isolation: isolated (any Actor)? = #isolation) async throws(DurableError)
            -> Int?
        {
            if isClosed { throw .closed }
            return try await messages.batch(of: id)
        }
    }
#endif
