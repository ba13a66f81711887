#if Web || Hummingbird || App
    import Logging
    import Millrace

    // The stored sessions.
    extension SessionRegistry {
        /// The number of bytes that a new session is counted with.
        private static let newBytes = 4_096
        /// How long a session is kept after its last browser has left, in seconds.
        private static let keptTime = 86_400.0
        /// The time between two searches for sessions to delete.
        private static let sweepInterval = Duration.seconds(3_600)

        /// The number of sessions that are changed in one transaction.
        private static let chunk = 500

        /// Reads the stored sessions, and continues those with work. Returns when that has been done, also for a second call.
        func startStorage() async {
            guard let storage = sessions.storage else { return }
            let task = storageTask ?? Task { await readSessions(storage) }
            storageTask = task
            await task.value
        }

        private func readSessions(_ storage: any SessionStorage) async {
            do {
                let now = storage.now()
                let all = try await storage.sessions()
                // Their browsers have left with the last process.
                let connected = all.filter { $0.end == nil }.map(\.name)
                for start in stride(from: 0, to: connected.count, by: Self.chunk) {
                    try await storage.setEnd(now, of: Array(connected[start...].prefix(Self.chunk)))
                }
                for var session in all {
                    session.end = session.end ?? now
                    saved.set(session, isUsed: false)
                }
                storage.onMessage { [weak self] name in Task { await self?.continueWork(of: name) } }
                let work = try await storage.work()
                // Not here: a search for a session waits for this.
                Task { for (name, deadline) in work { scheduleWork(of: name, at: deadline ?? now) } }
                sweepLater()
            } catch { note(error, "Stored sessions cannot be read.") }
        }

        private func note(_ error: any Error, _ message: String) {
            log.write(.sessionFailure, .error, message, ["error": "\(Fault.name(of: error))"])
        }

        // MARK: Loading

        /// Loads a session that is not in memory, if the client owns it.
        ///
        /// - Parameter client: The client; `nil` for the session's own work.
        func load(_ id: String, _ client: ClientIdentity?) async throws(RequestError) {
            await startStorage()
            await endings[id]?.value
            guard let storage = sessions.storage, let newest = saved.sessions(withID: id).first else { return }
            let owner = ClientIdentity(newest.owner)
            guard client.map({ $0.owns(sessionOf: owner) }) ?? true else { return }
            let task = loads[id] ?? Task { await loadNow(id, owner, storage) }
            loads[id] = task
            defer { loads[id] = nil }
            if await !task.value { throw .sessionFailed }
        }

        /// Returns `false` if the application cannot create the session.
        private func loadNow(_ id: String, _ owner: ClientIdentity, _ storage: any SessionStorage) async -> Bool {
            // Another load may have ended before.
            if table[id] != nil { return true }
            guard !isStopping, await makeRoom(for: owner) else { return false }
            let visitor = Visitor(nil, owner, visitorService, owner.identity)
            table.insert(.init(client: owner, visitor: visitor, requests: 1), as: id)
            noteCounts()
            for session in saved.sessions(withID: id) {
                do {
                    let page = try await create { try await storage.session(id, visitor, named: session.name) }
                    return await finishLoading(id, page, of: session.name)
                } catch let error as UnreadableSession {
                    note(error, "A stored session cannot be read by this build. Its page starts anew.")
                } catch {
                    note(
                        error, "Cannot load a session, because the application threw an error. It stays in the storage."
                    )
                    _ = table.remove(id)
                    return false
                }
            }
            return await startAnew(id, visitor, storage)
        }

        /// Creates a session in the place of one that this build cannot read. That one is kept for a build that can.
        private func startAnew(_ id: String, _ visitor: Visitor, _ storage: any SessionStorage) async -> Bool {
            do {
                // Of this type, because the default functions of the protocol would be preferred.
                let page: any ServedPage = try await create { try await storage.session(id, visitor, named: nil) }
                await page.setNotice(.startedAnew)
                table.update(id) { $0.isAnew = true }
                return await finishLoading(id, page, of: nil)
            } catch {
                note(error, "Cannot create a session, because the application threw an error.")
                _ = table.remove(id)
                return false
            }
        }

        private func finishLoading(_ id: String, _ page: any ServedPage, of name: String?) async -> Bool {
            guard !hasEnded, table[id] != nil else {
                _ = table.remove(id)
                await page.end()
                return false
            }
            table.update(id) { entry in
                (entry.page, entry.requests, entry.savedName) = (page, 0, name)
            }
            if let name { setUsed(name, true) }
            startTimerIfUnused(id)
            return true
        }

        // MARK: Storing

        /// Stores a session with its first input, if there is room for it.
        func noteInput(_ id: String) async {
            guard sessions.storage != nil, let entry = table[id], entry.savedName == nil, !entry.isRefused,
                let client = entry.client, let page = entry.page, let state = await page.storageState
            else { return }
            guard await makeStorageRoom(for: client.owner) else {
                table.update(id) { $0.isRefused = true }
                log.write(
                    .sessionLimit, .warning, "A session is not stored, because its address has no room left.",
                    address: client.address)
                return
            }
            guard table[id]?.page === page, table[id]?.savedName == nil else { return }
            let session = SavedSession(
                id: id, name: state.name, owner: client.owner, end: nil, bytes: Self.newBytes)
            saved.set(session, isUsed: true)
            table.update(id) { $0.savedName = state.name }
            await page.store(session)
        }

        private func makeStorageRoom(for owner: SessionOwner) async -> Bool {
            while true {
                switch saved.room(for: owner, bytes: Self.newBytes) {
                case .free: return true
                case .full: return false
                case .after(let name): await delete([name])
                }
            }
        }

        /// Measures what is stored of a session that has written much, and deletes others if all of them exceed the limit.
        func noteWritten(_ id: String) async {
            guard let storage = sessions.storage, let name = table[id]?.savedName else { return }
            do {
                let bytes = try await storage.bytes(of: name)
                guard var session = saved[name] else { return }
                session.bytes = max(bytes, Self.newBytes)
                saved.set(session, isUsed: session.end == nil)
                while let name = saved.excess() { await delete([name]) }
            } catch { note(error, "The size of a stored session cannot be read.") }
        }

        /// Notes that a browser uses a stored session, or that the last one has left.
        func setUsed(_ name: String, _ isUsed: Bool) {
            guard let storage = sessions.storage, var session = saved[name] else { return }
            let end = isUsed ? nil : storage.now()
            if (session.end == nil) == isUsed { return }
            session.end = end
            saved.set(session, isUsed: isUsed)
            Task {
                do { try await storage.setEnd(end, of: [name]) } catch {
                    note(error, "The end of a stored session cannot be stored.")
                }
            }
        }

        /// Stores the new ID and the new owner of a session, after its visitor has signed in.
        func storeOwner(of id: String) async {
            guard let entry = table[id], let name = entry.savedName, var session = saved[name],
                let client = entry.client
            else { return }
            (session.id, session.owner) = (id, client.owner)
            saved.set(session, isUsed: true)
            await entry.page?.store(session)
        }

        // MARK: Leaving memory

        /// Returns whether a session must stay in memory because a command is in flight. Otherwise its work continues later.
        func staysInMemory(_ id: String) async -> Bool {
            guard let entry = table[id], let name = entry.savedName, let state = await entry.page?.storageState else {
                return false
            }
            if state.isWorking { return true }
            if let deadline = state.deadline { scheduleWork(of: name, at: deadline) }
            return false
        }

        /// Loads a session when its work must go on.
        private func scheduleWork(of name: String, at time: Double) {
            guard let storage = sessions.storage else { return }
            if let timer = workTimers.removeValue(forKey: name) { timers.cancel(timer) }
            let delay = Duration.seconds(max(0, time - storage.now()))
            workTimers[name] = timers.schedule(after: delay) { [weak self] in
                Task { await self?.continueWork(of: name) }
            }
        }

        private func continueWork(of name: String) async {
            workTimers[name] = nil
            guard let session = saved[name], saved.sessions(withID: session.id).first?.name == name,
                table[session.id] == nil
            else { return }
            // If it fails, the session is loaded with its next browser.
            try? await load(session.id, nil)
        }

        // MARK: Deleting

        private func sweepLater() {
            _ = timers.schedule(after: Self.sweepInterval) { [weak self] in
                Task {
                    await self?.sweep()
                    await self?.sweepLater()
                }
            }
        }

        /// Deletes the sessions whose last browser has left long ago.
        func sweep() async {
            guard let limit = sessions.storage.map({ $0.now() - Self.keptTime }) else { return }
            let old = saved.all.filter { $0.end.map { $0 < limit } ?? false }.map(\.name)
            for start in stride(from: 0, to: old.count, by: Self.chunk) {
                await delete(Array(old[start...].prefix(Self.chunk)))
            }
        }

        /// Deletes stored sessions, also from memory.
        func delete(_ names: [String]) async {
            guard let storage = sessions.storage, !names.isEmpty else { return }
            for name in names {
                guard let session = saved[name] else { continue }
                saved.remove(name)
                if let timer = workTimers.removeValue(forKey: name) { timers.cancel(timer) }
                if table[session.id]?.savedName == name { await endSession(session.id) }
            }
            do { try await storage.delete(names) } catch { note(error, "Stored sessions cannot be deleted.") }
        }
    }
#endif
