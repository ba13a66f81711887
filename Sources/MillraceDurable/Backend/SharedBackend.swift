#if SQLite || App
    /// A backend that several nodes use at the same time. Each engine has one owner among them.
    ///
    /// Only the owner may append to an engine, or migrate it: otherwise ``DurableError/otherWriter(engine:)`` is thrown, and nothing changes. The
    /// first batch of an engine that does not exist claims it.
    package protocol SharedBackend: DurableBackend {
        /// Calls this with what other nodes do, on any thread, in order. Replaces an earlier function.
        func onEvent(_ receive: @escaping @Sendable (BackendEvent) -> Void)
        /// Notes the migrations that this build knows, the oldest first. Each engine is migrated when it is claimed.
        ///
        /// - Throws: ``DurableError/newerBuild(migrations:)``, if another build has declared others in their place.
        func declare(_ migrations: [String]) async throws(DurableError)
        /// Makes this node the owner of an engine, also of a new one.
        ///
        /// - Parameter asks: Whether another owner is asked to release it. A later claim can succeed then.
        /// - Returns: The number of declared migrations that were applied to the engine: all of them for a new one.
        /// - Throws: ``DurableError/owned(engine:node:)``, if another node has it; ``DurableError/newerBuild(migrations:)``, if migrations
        ///   were applied to it that this build does not know.
        func claim(_ engine: String, asks: Bool) async throws(DurableError) -> Int
        /// Gives up an engine, so that another node can claim it. Does nothing for an engine of another node. If the database cannot be
        /// reached, the lease of this node releases it.
        func release(_ engine: String) async
        /// Returns if this node has an engine: at a time after the call began.
        ///
        /// - Throws: ``DurableError/otherWriter(engine:)``, if it does not.
        func confirm(_ engine: String) async throws(DurableError)
        /// Returns the position of the last message in the inbox of an engine; 0 if it is empty.
        func lastPosition(inInboxOf engine: String) async throws(DurableError) -> Int64
        /// Returns the last stored turn of an engine, and the values of one of its stores at that turn; `nil` if that turn is `known`.
        func values(of store: String, in engine: String, known turn: UInt64?) async throws(DurableError)
            -> (turn: UInt64, values: [StoredID: StoredValue])?
        /// Returns the session of an engine; `nil` if it has none.
        func session(of engine: String) async throws(DurableError) -> StoredSession?
        /// Returns at most 1,000 engines whose sessions ended before a time, in seconds since 1970, and that no node has.
        func sessions(endedBefore time: Double) async throws(DurableError) -> [String]
        /// Returns a value of all nodes; `nil` if there is none with this name.
        func value(_ name: String) async throws(DurableError) -> [UInt8]?
        /// Replaces a value of all nodes, if the stored one is `old`: `nil` for none. Returns whether it did.
        func setValue(_ name: String, to new: [UInt8], from old: [UInt8]?) async throws(DurableError) -> Bool
        /// Passes lines to the node that has a live connection, behind those before. They are lost if none has it.
        func relay(_ lines: [UInt8], to connection: String) async throws(DurableError)
        /// Removes and returns those of the lines for a live connection that `isOwn` accepts. Others can be for the connection of another client
        /// with the same name. They are kept for two minutes.
        func relayed(
            to connection: String, where isOwn: @escaping @Sendable ([UInt8]) -> Bool
        ) async throws(DurableError) -> [[UInt8]]
    }
#endif
