#if Web || Hummingbird || App
    import Logging
    import Millrace

    // Storing and deleting sessions.
    extension SessionRegistry {
        /// How long a session is kept after its last browser has disconnected, in seconds.
        private static let retention = 86_400.0
        /// The time between two searches for sessions to delete.
        private static let sweepInterval = Duration.seconds(3_600)

        /// Stores a session with its first input, if there is room for it.
        func noteInput(_ id: String) async {
            guard let storage = sessions.storage, let entry = table[id], entry.recordName == nil, !entry.isRefused,
                let client = entry.client, let page = entry.page, let state = await page.storageState
            else { return }
            guard await makeStorageRoom(for: client.owner) else {
                table.update(id) { $0.isRefused = true }
                log.write(
                    .sessionLimit, .warning, "A session is not stored, because its address has no room.",
                    address: client.address)
                return
            }
            guard let entry = table[id], entry.page === page, entry.recordName == nil else { return }
            let record = SessionRecord(
                id: id, name: state.name, owner: client.owner, end: entry.connections > 0 ? nil : storage.now(),
                bytes: SessionRecord.newBytes)
            records.set(record, isUsed: entry.connections > 0)
            table.update(id) { $0.recordName = state.name }
            await page.store(record)
        }

        private func makeStorageRoom(for owner: SessionOwner) async -> Bool {
            while true {
                switch records.room(for: owner, bytes: SessionRecord.newBytes) {
                case .free: return true
                case .full: return false
                case .after(let name): await delete([name])
                }
            }
        }

        /// Measures what is stored of a session, and deletes others if all of them exceed the limit.
        func measure(_ name: String) async {
            guard let storage = sessions.storage, records[name] != nil else { return }
            do {
                let bytes = try await storage.bytes(of: name)
                guard var record = records[name] else { return }
                record.bytes = max(bytes, SessionRecord.newBytes)
                records.set(record, isUsed: record.end == nil)
                while let name = records.excess() { await delete([name]) }
            } catch { note(error, "The size of a stored session cannot be read.") }
        }

        /// Notes that a browser uses a stored session, or that the last one has disconnected.
        func setUsed(_ name: String, _ isUsed: Bool) {
            guard !hasEnded, let storage = sessions.storage, var record = records[name], (record.end == nil) != isUsed
            else {
                return
            }
            record.end = isUsed ? nil : storage.now()
            records.set(record, isUsed: isUsed)
            endChanges[name] = .some(record.end)
            if endTask == nil { endTask = Task { await storeEnds(storage) } }
        }

        /// Stores the newest ends of sessions, until there are no more changes.
        private func storeEnds(_ storage: any SessionStorage) async {
            while !endChanges.isEmpty {
                let changes = endChanges
                endChanges = [:]
                for (end, names) in Dictionary(grouping: changes.keys, by: { changes[$0] ?? nil }) {
                    do { try await storage.setEnd(end, of: names) } catch {
                        note(error, "The end of stored sessions cannot be stored.")
                    }
                }
            }
            endTask = nil
        }

        /// Stores the new ID and the new owner of a session, after its visitor has signed in.
        ///
        /// - Returns: Whether they are stored. `true` for a session that is not stored.
        func storeOwner(of id: String) async -> Bool {
            guard let entry = table[id], let name = entry.recordName, var record = records[name],
                let client = entry.client, let page = entry.page
            else { return true }
            (record.id, record.owner) = (id, client.owner)
            records.set(record, isUsed: true)
            await page.store(record)
            setUsed(name, false)
            return await page.stored(on: nil)
        }

        /// Returns whether a session must stay in memory because a command is in flight.
        func isWorking(_ id: String) async -> Bool { await table[id]?.page?.storageState?.isWorking == true }

        // MARK: Deleting

        func sweepLater() {
            _ = timers.schedule(after: Self.sweepInterval) { [weak self] in
                Task {
                    await self?.sweep()
                    await self?.sweepLater()
                }
            }
        }

        /// Deletes the sessions whose last browser disconnected long ago, and those whose deletion has failed.
        func sweep() async {
            guard let limit = sessions.storage.map({ $0.now() - Self.retention }) else { return }
            let old = await records(endedBefore: limit) + undeleted
            undeleted = []
            for start in stride(from: 0, to: old.count, by: Self.batchSize) {
                await delete(Array(old[start...].prefix(Self.batchSize)))
            }
        }

        private func records(endedBefore limit: Double) async -> [String] {
            let old = records.all.filter { $0.end.map { $0 < limit } ?? false }
            guard let shared else { return old.map(\.name) }
            // Other nodes may use those that are not in memory here.
            let own = old.filter { table[$0.id]?.recordName == $0.name }.map(\.name)
            for record in old where !own.contains(record.name) { records.remove(record.name) }
            do { return own + (try await shared.sessions(endedBefore: limit)) } catch {
                note(error, "The old sessions cannot be read.")
                return own
            }
        }

        /// Deletes stored sessions, also from memory.
        func delete(_ names: [String]) async {
            guard let storage = sessions.storage, !names.isEmpty else { return }
            for name in names {
                cancelWork(of: name)
                guard let record = records[name] else { continue }
                records.remove(name)
                if table[record.id]?.recordName == name { await endSession(record.id) }
            }
            do { try await storage.delete(names) } catch {
                undeleted += names
                note(error, "Stored sessions cannot be deleted.")
            }
        }
    }
#endif
