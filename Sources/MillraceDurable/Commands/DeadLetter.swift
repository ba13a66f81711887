#if SQLite || App
    /// A command that was given up, because its process has ended too often while its handler ran.
    public struct DeadLetter: Hashable, Sendable, Identifiable {
        /// The number of the command.
        public let id: Int64
        /// The name of its type.
        public let command: String
        /// The command, as JSON.
        public let value: String
        /// The name of the store that requested it.
        public let store: String
        /// Its key.
        public let key: String
        /// Why it was given up.
        public let reason: String
    }
#endif
