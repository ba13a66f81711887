#if Web || Hummingbird || App
    /// The further functions of a storage that the servers of several nodes use. Each session has one node at a time: creating its page makes the caller its
    /// node, and the end of the page releases it.
    ///
    /// Its functions are called on any thread.
    package protocol SharedSessionStorage: Sendable {
        /// Returns the sessions with an ID, the newest first.
        func sessions(withID id: String) async throws -> [SessionRecord]
        /// Returns the session with this name; `nil` if there is none.
        func session(named name: String) async throws -> SessionRecord?
        /// Checks in the storage that this node has a session, at a time after the call began.
        ///
        /// - Throws: ``SessionUnavailable``
        func confirm(_ name: String) async throws(SessionUnavailable)
        /// Returns some sessions whose last browser disconnected before a time, in seconds since 1970, and that no node has.
        func sessions(endedBefore time: Double) async throws -> [String]
        /// Lets the other nodes end the sessions of a sign-in.
        func endSignIn(_ signIn: EndedSignIn) async throws
        /// Returns the sign-ins that nodes have ended lately, the newest last.
        func endedSignIns() async throws -> [EndedSignIn]
        /// Passes lines to the node that has a live connection, behind those before. They are lost if none has it.
        func relay(_ lines: [UInt8], to connection: String) async throws
        /// Removes and returns those of the lines for a live connection that `isOwn` accepts. Another client can have a connection with the
        /// same name on another node.
        func relayed(to connection: String, where isOwn: @escaping @Sendable ([UInt8]) -> Bool) async throws
            -> [[UInt8]]
        /// Calls this with the name of each live connection that lines were passed to.
        func onRelay(_ receive: @escaping @Sendable (_ connection: String) -> Void)
        /// Calls this with each event of the storage.
        func onEvent(_ receive: @escaping @Sendable (SharedSessionEvent) -> Void)
    }

    /// An event of a storage that several nodes use.
    package enum SharedSessionEvent: Equatable, Sendable {
        /// Another node asks for the session with this name.
        case asked(name: String)
        /// A session may have no node any more; `nil` for all sessions of a node.
        case released(name: String?)
        /// Another node has ended a sign-in.
        case signInEnded
        /// The storage works, or does not.
        case status(Status)

        /// Whether the storage works.
        package enum Status: Equatable, Sendable {
            /// It works.
            case working
            /// It cannot be reached. Inputs wait until it can.
            case unreachable
            /// Messages between engines wait.
            case stalled
        }
    }

    /// A sign-in that a node has ended.
    package struct EndedSignIn: Codable, Equatable, Sendable {
        /// Distinguishes this end from others. A proxy can name the same identity again.
        var id = RandomID.make()
        let account, signIn: String

        init(_ identity: Identity) { (account, signIn) = (identity.account, identity.signIn) }
    }

    /// Why a stored session cannot be loaded now. Its browser tries again.
    package enum SessionUnavailable: Error {
        /// Another node has it.
        case owned
        /// A newer build has stored it.
        case newerBuild
        /// The storage cannot be reached.
        case unreachable

        var requestError: RequestError {
            switch self {
            case .owned: .sessionInUse
            case .newerBuild: .waitsForUpdate
            case .unreachable: .waitsForStorage
            }
        }
    }
#endif
