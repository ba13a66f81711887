#if Web || Hummingbird || App
    /// The stored sessions of a server. Its functions are called on any thread.
    package protocol SessionStorage: Sendable {
        /// Returns all stored sessions, those that were stored last at the end.
        func sessions() async throws -> [SessionRecord]
        /// Returns the stored sessions with work that no node has, with the time when their first delay ends, in seconds since 1970; `nil` for those
        /// that must go on at once.
        func work() async throws -> [String: Double?]
        /// Creates a session.
        ///
        /// - Parameters:
        ///   - name: The name of the stored one that it continues; `nil` for a new session.
        ///   - asks: Whether another node that has the stored one is asked to release it.
        /// - Throws: ``UnreadableSession``, if this build cannot read it; ``SessionUnavailable``, if it cannot be loaded now; another error if
        ///   the application cannot create it.
        func session(_ id: String, _ visitor: Visitor, named name: String?, asks: Bool) async throws -> WebSession
        /// Stores when the last browser of sessions disconnected, in seconds since 1970; `nil` when one is connected.
        func setEnd(_ end: Double?, of names: [String]) async throws
        /// Returns the number of stored bytes of a session.
        func bytes(of name: String) async throws -> Int
        /// Deletes sessions, with everything that is stored of them. Keeps those that another node has.
        func delete(_ names: [String]) async throws
        /// The time of the day, in seconds since 1970.
        func now() -> Double
        /// Calls this with the name of a session that is not in memory and has got a message.
        func onMessage(_ receive: @escaping @Sendable (_ name: String) -> Void)
        /// The further functions of a storage that several nodes use; otherwise `nil`.
        var shared: (any SharedSessionStorage)? { get }
    }

    extension SessionStorage {
        /// Creates a session. Asks another node that has the stored one to release it.
        package func session(_ id: String, _ visitor: Visitor, named name: String?) async throws -> WebSession {
            try await session(id, visitor, named: name, asks: true)
        }
    }
#endif
