#if Web || Hummingbird || App
    import Logging
    import Millrace

    // Loading stored sessions.
    extension SessionRegistry {
        /// The number of sessions that are changed in one transaction.
        static let batchSize = 500

        /// Reads the stored sessions, and continues those with work. Returns when the sessions are known, also for a second call.
        ///
        /// - Returns: Whether they could be read. Otherwise, the next call tries again.
        func startStorage() async -> Bool {
            guard let storage = sessions.storage else { return true }
            let task = storageTask ?? Task { await readSessions(storage) }
            storageTask = task
            if await task.value { return true }
            if storageTask == task { storageTask = nil }
            return false
        }

        private func readSessions(_ storage: any SessionStorage) async -> Bool {
            if let shared {
                start(storage, shared)
                return true
            }
            let now = storage.now()
            let all: [SessionRecord]
            do { all = try await storage.sessions() } catch {
                note(error, "The stored sessions cannot be read.")
                return false
            }
            // The browsers of the last process are not connected.
            let connected = all.filter { $0.end == nil }.map(\.name)
            for var record in all {
                record.end = record.end ?? now
                records.set(record, isUsed: false)
            }
            storage.onMessage { [weak self] name in Task { await self?.continueWork(of: name) } }
            // In another task, because loading a session waits for this one.
            Task { await continueSessions(storage, connected, at: now) }
            return true
        }

        private func continueSessions(_ storage: any SessionStorage, _ connected: [String], at now: Double) async {
            for (name, deadline) in await work(of: storage) { scheduleWork(of: name, at: deadline ?? now) }
            for start in stride(from: 0, to: connected.count, by: Self.batchSize) {
                do {
                    try await storage.setEnd(now, of: Array(connected[start...].prefix(Self.batchSize)))
                } catch { note(error, "The end of stored sessions cannot be stored.") }
            }
            sweepLater()
        }

        /// Returns the sessions with work that no node has, with the times when it goes on.
        func work(of storage: any SessionStorage) async -> [String: Double?] {
            do { return try await storage.work() } catch {
                note(error, "The work of stored sessions cannot be read.")
                return [:]
            }
        }

        func note(_ error: any Error, _ message: String) {
            log.write(.sessionFailure, .error, "\(message)", ["error": "\(Fault.name(of: error))"])
        }

        /// Loads a session that is not in memory, if the client owns it.
        ///
        /// - Parameter client: The client; `nil` for the session's own work, which only takes a free place.
        /// - Throws: The reason, if the session exists and cannot be loaded now.
        func load(_ id: String, _ client: ClientIdentity?) async throws(RequestError) {
            guard sessions.storage != nil else { return }
            if isHandingOver { throw .shuttingDown }
            guard await startStorage() else { throw .sessionFailed }
            await endings[id]?.value
            try await readRecords(of: id)
            guard let storage = sessions.storage, let owner = owner(of: id) else { return }
            guard client.map({ $0.owns(sessionOf: owner) }) ?? true else { return }
            let task = loads[id] ?? Task { await loadNow(id, owner, storage, isWork: client == nil) }
            loads[id] = task
            defer { loads[id] = nil }
            if let error = await task.value { throw error }
        }

        private func owner(of id: String) -> ClientIdentity? {
            records.sessions(withID: id).first.map { ClientIdentity($0.owner) }
        }

        /// Returns the reason if the session cannot be loaded now.
        private func loadNow(
            _ id: String, _ owner: ClientIdentity, _ storage: any SessionStorage, isWork: Bool
        ) async -> RequestError? {
            // Another load may have ended before.
            if table[id] != nil { return nil }
            if isWork, table.room(for: owner) != .free { return .tooManySessions }
            if isStopping { return .shuttingDown }
            guard await makeRoom(for: owner), self.owner(of: id) == owner, table[id] == nil else {
                return table[id] == nil ? .sessionFailed : nil
            }
            let visitor = Visitor(nil, owner, visitorService, owner.identity)
            let stored = records.sessions(withID: id)
            table.insert(
                .init(client: owner, visitor: visitor, requests: 1, recordName: stored.first?.name), as: id)
            noteCounts()
            for record in stored {
                do {
                    let page = try await page(id, visitor, named: record.name, storage, asks: !isWork)
                    // No browser is connected. The node of an earlier one may have ended without storing that.
                    if isWork { setUsed(record.name, false) }
                    return await finishLoading(id, page, of: record.name)
                } catch let error as UnreadableSession {
                    note(error, "A stored session cannot be read by this build. Its page starts from its URL.")
                } catch {
                    _ = table.remove(id)
                    if let error = error as? SessionUnavailable, isWork || error == .owned { return error.requestError }
                    note(error, "A session cannot be loaded. It stays in the storage.")
                    return (error as? SessionUnavailable)?.requestError ?? .sessionFailed
                }
            }
            return await replaceUnreadable(id, visitor, storage)
        }

        /// Creates a session in the place of one that this build cannot read. That one is kept for a build that can.
        private func replaceUnreadable(
            _ id: String, _ visitor: Visitor, _ storage: any SessionStorage
        ) async -> RequestError? {
            do {
                // As this type, because the default functions of the protocol would be preferred.
                let page: any ServedPage = try await create { try await storage.session(id, visitor, named: nil) }
                await page.setNotice(.startedAnew)
                table.update(id) { $0.isReplacement = true }
                return await finishLoading(id, page, of: nil)
            } catch {
                note(error, "Cannot create a session, because the application threw an error.")
                _ = table.remove(id)
                return .sessionFailed
            }
        }

        private func finishLoading(_ id: String, _ page: any ServedPage, of name: String?) async -> RequestError? {
            // The server may be shutting down, or the visitor may have signed out.
            guard !hasEnded, !isHandingOver, table[id] != nil, owner(of: id) != nil else {
                _ = table.remove(id)
                await page.end()
                return hasEnded || isHandingOver ? .shuttingDown : .sessionFailed
            }
            table.update(id) { entry in (entry.page, entry.requests, entry.recordName) = (page, 0, name) }
            startTimerIfUnused(id)
            return nil
        }

        // MARK: Work

        /// How long a session with a command in flight that had to be unloaded waits until it is loaded again, in seconds.
        private static let workPause = 60.0

        /// Schedules the work of a session that is about to be unloaded.
        func scheduleWork(of id: String) async {
            guard let storage = sessions.storage, let entry = table[id], let name = entry.recordName,
                let state = await entry.page?.storageState
            else { return }
            if state.isWorking {
                scheduleWork(of: name, at: storage.now() + Self.workPause)
            } else if let deadline = state.deadline {
                scheduleWork(of: name, at: deadline)
            }
        }

        /// Loads a session when its work must continue.
        func scheduleWork(of name: String, at time: Double) {
            guard let storage = sessions.storage else { return }
            cancelWork(of: name)
            let delay = Duration.seconds(max(0, time - storage.now()))
            workTimers[name] = timers.schedule(after: delay) { [weak self] in
                Task { await self?.continueWork(of: name) }
            }
        }

        func cancelWork(of name: String) {
            if let timer = workTimers.removeValue(forKey: name) { timers.cancel(timer) }
        }

        func continueWork(of name: String) async {
            cancelWork(of: name)
            await readRecord(named: name)
            guard let storage = sessions.storage, let record = records[name],
                records.sessions(withID: record.id).first?.name == name, table[record.id] == nil
            else { return }
            do { try await load(record.id, nil) } catch {
                // A shared storage is searched for work again.
                if shared == nil { scheduleWork(of: name, at: storage.now() + Self.workPause) }
            }
        }
    }
#endif
