#if SQLite || App
    /// Stores what an engine needs to go on after a restart. Each call is whole or has no effect.
    ///
    /// Any task may use a backend. A call sees what the calls have stored that returned before it. `BackendConformanceTests` has the rules
    /// that each backend obeys.
    package protocol DurableBackend: Sendable {
        /// Whether actions are kept for a check of another build.
        var keepsActions: Bool { get }
        /// The bytes of the log that the backend writes beside its data; `nil` if it writes none.
        var logBytes: Int? { get }
        /// Names the origin of the stored data. A restored backup has another name.
        func generation() async throws(DurableError) -> String
        /// Returns what is stored for an engine: nothing, if it is new.
        func load(_ engine: String) async throws(DurableError) -> StoredEngine
        /// Stores a batch: its messages for other engines too, in the inboxes of these, behind those that were stored before. A session
        /// replaces the earlier one of its engine.
        ///
        /// - Parameter turn: The last turn that the caller has stored, or that ``load(_:)`` returned. If another one is stored, another
        ///   process has written meanwhile, and nothing changes.
        func append(_ batch: StoredBatch, to engine: String, after turn: UInt64) async throws(DurableError)
        /// Stores a message in the inbox of its engine.
        func post(_ message: StoredMessage) async throws(DurableError)
        /// Returns the messages in the inbox of an engine behind a position, by their positions. A message that is stored later has a higher
        /// position. A ``SharedBackend`` returns no message that one of a transaction under way could precede: if there are only such messages,
        /// it waits. It can also return some of the messages, and sends ``BackendEvent/message(engine:)`` for the others.
        func inbox(of engine: String, after position: Int64) async throws(DurableError) -> [Int64: [UInt8]]
        /// Returns the turn of the message with this id; `nil` if it was not stored, or is too old.
        func turn(ofMessage id: String, in engine: String) async throws(DurableError) -> UInt64?
        /// Forgets the ids of messages that were stored before this time, in seconds since 1970.
        func forgetMessages(before time: Double, in engine: String) async throws(DurableError)
        /// Returns the actions that are kept for a check of another build, the oldest segment first; empty if there are none.
        func past(of engine: String) async throws(DurableError) -> [StoredPast]
        /// Returns the names of the migrations that were applied; `nil` if nothing was ever stored.
        func migrations() async throws(DurableError) -> [String]?
        /// Returns what is stored of all engines, by name.
        func engines() async throws(DurableError) -> [String: StoredEngine]
        /// Replaces what is stored of these engines, and notes migrations. Drops their kept actions, because they have the old form.
        func migrate(to engines: [String: StoredEngine], noting names: [String]) async throws(DurableError)
        /// Returns the sessions with an id, the newest first. An engine has the place of its first session.
        func sessions(withID id: String) async throws(DurableError) -> [StoredSession]
        /// Returns all sessions with the numbers of bytes that are stored of their engines, the oldest first. A damaged one is left out.
        func allSessions() async throws(DurableError) -> [(session: StoredSession, bytes: Int)]
        /// Replaces ``StoredSession/end`` of the sessions of these engines. Ignores an engine without one, a damaged session, and an engine that
        /// another node has.
        func setEnd(_ end: Double?, of engines: [String]) async throws(DurableError)
        /// Returns the number of bytes that are stored of an engine: without what each row adds.
        func bytes(of engine: String) async throws(DurableError) -> Int
        /// Deletes everything of these engines, if they exist. An engine of this name is new afterwards.
        func remove(_ engines: [String]) async throws(DurableError)
        /// Returns the engines that have a session, and work in flight or messages in their inboxes: with the records of the work, the
        /// oldest first.
        func sessionWork() async throws(DurableError) -> [String: [[UInt8]]]
        /// Stores the batches that wait, and closes the backend. Every later call throws ``DurableError/closed``.
        func close() async
    }

    extension DurableBackend {
        package var logBytes: Int? { nil }
    }
#endif
