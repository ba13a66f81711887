#if Web || Hummingbird || App
    import Millrace

    // Sessions in a storage that several nodes use. This node knows those that were in its memory, and asks the storage for all others.
    extension SessionRegistry {
        /// The time between two searches for sessions with work, in seconds.
        private static let workInterval = 5.0
        /// The number of sign-outs that are remembered, so that each is followed once.
        private static let maxKnownSignOuts = 1_000
        /// The times after which another node is asked again for a session, and after which the browser must try again.
        private static let (askInterval, askTimeout) = (Duration.seconds(1), Duration.seconds(10))

        /// Begins to receive what happens in the storage, and to search it for work.
        func start(_ storage: any SessionStorage, _ shared: any SharedSessionStorage) {
            let (events, continuation) = AsyncStream.makeStream(of: SharedSessionEvent.self)
            shared.onEvent { continuation.yield($0) }
            Task { [weak self] in
                await self?.readSignOuts(isFirst: true)
                for await event in events { await self?.receive(event) }
            }
            storage.onMessage { [weak self] name in Task { await self?.continueWork(of: name) } }
            Task { await searchForWork(storage) }
            sweepLater()
        }

        private func receive(_ event: SharedSessionEvent) async {
            switch event {
            case .asked(let name):
                guard let id = records[name]?.id, table[id]?.recordName == name else { return }
                // In tasks of their own, because other events are received while the storage is used.
                Task { await handOver(id) }
            case .released(let name): noteRelease(of: name)
            case .signInEnded: Task { await readSignOuts(isFirst: false) }
            case .status(let status): await show(status)
            }
        }

        /// Lets all pages say whether the storage works.
        private func show(_ status: SharedSessionEvent.Status) async {
            storageText =
                switch status {
                case .working: ""
                case .unreachable: configuration.texts[.waitsForStorage]
                case .stalled: configuration.texts[.messagesWait]
                }
            for id in table.ids { await table[id]?.page?.setStorageText(storageText) }
        }

        // MARK: Sign-outs

        /// Lets the other nodes end their sessions of an identity.
        func passOnSignOut(of identity: Identity) async {
            guard let shared else { return }
            let signIn = EndedSignIn(identity)
            knownSignOuts.insert(signIn.id)
            do { try await shared.endSignIn(signIn) } catch {
                note(error, "A sign-out cannot be passed to the other nodes.")
            }
        }

        /// Ends the sessions of the identities that other nodes have signed out.
        ///
        /// - Parameter isFirst: Whether nothing ends, because this node has just begun.
        private func readSignOuts(isFirst: Bool) async {
            do {
                let all = try await shared?.endedSignIns() ?? []
                let new = all.filter { !knownSignOuts.contains($0.id) }
                knownSignOuts.formUnion(new.map(\.id))
                if knownSignOuts.count > Self.maxKnownSignOuts { knownSignOuts = Set(all.map(\.id)) }
                if isFirst { return }
                for each in new { await endSessions(of: Identity(each.account, signIn: each.signIn)) }
            } catch { note(error, "The sign-outs of other nodes cannot be read.") }
        }

        // MARK: Reading

        /// Reads the sessions with an ID, unless it is in memory: another node may have stored, renamed or deleted them.
        func readRecords(of id: String) async throws(RequestError) {
            guard let shared, table[id] == nil else { return }
            let stored: [SessionRecord]
            do { stored = try await shared.sessions(withID: id) } catch {
                note(error, "A stored session cannot be read.")
                throw .waitsForStorage
            }
            if table[id] != nil { return }
            for record in records.sessions(withID: id) { records.remove(record.name) }
            // The newest is the last one.
            for record in stored.reversed() { records.set(record, isUsed: false) }
        }

        /// Reads the session with a name, unless it is in memory.
        func readRecord(named name: String) async {
            guard let shared, records[name].map({ table[$0.id] == nil }) ?? true else { return }
            // If the storage cannot be read, a later search finds its work.
            guard let record = try? await shared.session(named: name) else { return records.remove(name) }
            try? await readRecords(of: record.id)
        }

        // MARK: Taking

        /// Loads the session that a browser is about to connect to, if another node may have it.
        func loadShared(_ id: String, _ client: ClientIdentity) async throws(RequestError) {
            guard let shared else { return }
            try await confirm(id, shared)
            _ = try await find(id, client)
        }

        /// Ends a stored session here that another node has taken. This node may not have noticed it, and would show an old state.
        private func confirm(_ id: String, _ shared: any SharedSessionStorage) async throws(RequestError) {
            guard let entry = table[id], entry.isJoined, let name = entry.recordName else { return }
            do throws(SessionUnavailable) { try await shared.confirm(name) } catch {
                guard case .owned = error else { throw error.requestError }
                if table[id]?.page === entry.page { await endSession(id) }
            }
        }

        /// Creates the page of a stored session.
        ///
        /// - Parameter asks: Whether another node that has it is asked to release it, and waited for.
        func page(
            _ id: String, _ visitor: Visitor, named name: String, _ storage: any SessionStorage, asks: Bool
        ) async throws -> any ServedPage {
            let end = timers.now() + Self.askTimeout
            defer { releases[name] = nil }
            while true {
                // Before the node is asked, because it may release the session at once.
                releases[name] = SessionRelease()
                do {
                    return try await create { try await storage.session(id, visitor, named: name, asks: asks) }
                } catch SessionUnavailable.owned {
                    guard asks, !isHandingOver, !hasEnded, timers.now() < end else { throw SessionUnavailable.owned }
                    await waitForRelease(of: name)
                }
            }
        }

        private func waitForRelease(of name: String) async {
            let timer = timers.schedule(after: Self.askInterval) { [weak self] in
                Task { await self?.noteRelease(of: name) }
            }
            await withCheckedContinuation { continuation in
                if releases[name]?.isReleased != false { return continuation.resume() }
                releases[name]?.waiter = continuation
            }
            timers.cancel(timer)
        }

        /// Ends the wait for a session that may have no node any more; `nil` for all of them.
        func noteRelease(of name: String?) {
            for name in name.map({ [$0] }) ?? Array(releases.keys) {
                releases[name]?.isReleased = true
                releases[name]?.waiter.take()?.resume()
            }
        }

        // MARK: Handing over

        /// Hands all sessions over that a browser has used: to the nodes that their browsers connect to. Loads no more sessions.
        func handOverAll() async {
            guard shared != nil else { return }
            isHandingOver = true
            noteRelease(of: nil)
            for id in table.ids where !hasEnded && table[id]?.isJoined == true { await handOver(id) }
        }

        /// Stores a session, ends it here, and so closes its live connections. It remains while a request uses it, and if there is no room for
        /// it in the storage.
        func handOver(_ id: String) async {
            guard let entry = table[id], entry.page != nil, entry.requests == 0 else { return }
            await noteInput(id)
            guard let entry = table[id], entry.recordName != nil, entry.requests == 0 else { return }
            await endSession(id)
        }

        /// Stores with the last turns of a session that no browser uses it here, before another node can have it.
        func storeEnd(of name: String, _ page: any ServedPage) async {
            guard shared != nil, let storage = sessions.storage else { return }
            // An earlier change would be stored behind this one.
            await endTask?.value
            guard var record = records[name], record.end == nil else { return }
            record.end = storage.now()
            records.set(record, isUsed: false)
            await page.store(record)
        }

        // MARK: Work

        /// Continues the sessions with work that no node has, now and again and again. Another node may be faster.
        private func searchForWork(_ storage: any SessionStorage) async {
            if isHandingOver || hasEnded { return }
            // A notification of a sign-out can be lost.
            await readSignOuts(isFirst: false)
            for (name, deadline) in await work(of: storage) {
                let now = storage.now()
                if let deadline, deadline > now {
                    if deadline < now + Self.workInterval { scheduleWork(of: name, at: deadline) }
                } else {
                    await continueWork(of: name)
                }
            }
            _ = timers.schedule(after: .seconds(Self.workInterval)) { [weak self] in
                Task { await self?.searchForWork(storage) }
            }
        }
    }
#endif
