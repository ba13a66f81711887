#if SQLite || App
    // What became of messages, for any node.
    extension DurableStorage {
        /// Returns the number of the stored turn that has reduced the message with this id; `nil` if it was not reduced yet, or if the id was
        /// forgotten.
        ///
        /// The engine may be open or not, and another node may have it. A message that was sent after another one was stored has a higher
        /// number. Turns that are stored together have one number, that of the last.
        ///
        /// - Parameters:
        ///   - id: The id of the message.
        ///   - engine: The name of the engine that receives it.
        /// - Throws: ``DurableError``
        public func turn(ofMessage id: String, in engine: String) async throws(DurableError) -> UInt64? {
            try await backend.turn(ofMessage: id, in: engine)
        }
    }
#endif
