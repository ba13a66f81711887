#if SQLite || App
    /// One call of a handler for a durable command.
    public struct DurableCall: Hashable, Sendable {
        /// The key of the command. It is the same for each attempt, also after a restart, and never used for another command.
        public let key: String
        /// The number of the attempt: 1 for the first call of the handler.
        public let attempt: Int
    }
#endif
