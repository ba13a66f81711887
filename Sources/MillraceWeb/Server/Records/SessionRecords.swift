#if Web || Hummingbird || App
    /// The stored sessions of a server, also those that are not in memory. If several nodes share the storage, those that this one knows: what it
    /// knows of a session that is not in memory can be outdated. At the limits of their bytes, ``FairShares`` decides which one is
    /// deleted.
    struct SessionRecords {
        private var sessions: [String: SessionRecord] = [:]
        /// The names of the sessions with an ID, the newest last. One that this build cannot read is followed by another.
        private var names: [String: [String]] = [:]
        private var shares: FairShares<String>
        private var useCount = 0

        init(_ limits: LivePages.Limits) { shares = FairShares(limits.storedBytes, ofBrowser: .max) }

        var count: Int { sessions.count }
        var all: some Collection<SessionRecord> { sessions.values }

        subscript(name: String) -> SessionRecord? { sessions[name] }

        /// The sessions with an ID, the newest first.
        func sessions(withID id: String) -> [SessionRecord] {
            (names[id] ?? []).reversed().compactMap { sessions[$0] }
        }

        /// Adds or changes a session.
        ///
        /// - Parameter isUsed: Whether a browser uses it. An unused session is deleted before others.
        mutating func set(_ session: SessionRecord, isUsed: Bool) {
            if let old = sessions[session.name], old.id != session.id { removeName(old) }
            if names[session.id]?.contains(session.name) != true { names[session.id, default: []].append(session.name) }
            sessions[session.name] = session
            useCount += 1
            let client = WebClient(ClientIdentity(session.owner))
            shares.set(
                .init(client: client, cost: session.bytes, use: isUsed ? .active : .idle, lastUse: useCount),
                as: session.name)
        }

        mutating func remove(_ name: String) {
            guard let session = sessions.removeValue(forKey: name) else { return }
            removeName(session)
            shares.set(nil, as: name)
        }

        private mutating func removeName(_ session: SessionRecord) {
            names[session.id]?.removeAll { $0 == session.name }
            if names[session.id]?.isEmpty == true { names[session.id] = nil }
        }

        /// Returns whether a session of this owner may be stored, or which one is deleted before.
        mutating func room(for owner: SessionOwner, bytes: Int) -> FairShares<String>.Room {
            shares.room(for: WebClient(ClientIdentity(owner)), cost: bytes)
        }

        /// Returns the session that is deleted because the sessions have grown; `nil` if none is.
        mutating func excess() -> String? { shares.excess() }
    }

    extension ClientIdentity {
        /// The client that owns a stored session.
        init(_ owner: SessionOwner) {
            self.init(
                cookie: owner.cookie, address: owner.address,
                identity: owner.account.map { Identity($0, signIn: owner.signIn ?? "") })
        }

        /// The client, as the owner of a stored session.
        var owner: SessionOwner {
            SessionOwner(cookie: cookie, address: address, account: identity?.account, signIn: identity?.signIn)
        }
    }
#endif
