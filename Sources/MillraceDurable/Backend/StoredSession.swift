#if SQLite || App
    import MillraceJournal

    /// A session of live pages: its owner, and the engine that has it.
    package struct StoredSession: Equatable, Sendable {
        /// The id by which a browser finds it. A sign-in changes it.
        package var id: String
        /// The name of its engine.
        package let engine: String
        /// Its owner, as the pages encode it.
        package var owner: [UInt8]
        /// The network address for which it counts.
        package var address: String
        /// When the last browser disconnected, in seconds since 1970; `nil` while one is connected.
        package var end: Double?

        package init(id: String, engine: String, owner: [UInt8], address: String, end: Double? = nil) {
            (self.id, self.engine, self.owner, self.address, self.end) = (id, engine, owner, address, end)
        }

        /// The checksum of the session with its number.
        func checksum(_ number: Int64) -> Int64 {
            Checksum.of("\(number)", engine, id, address, end.map { "\($0.bitPattern)" } ?? "", bytes: owner)
        }
    }
#endif
