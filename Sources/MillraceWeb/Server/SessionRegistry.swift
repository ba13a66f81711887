#if Web
    /// The sessions: each is found by its name, and only by the browser that it was made for.
    actor SessionRegistry {
        private struct Entry {
            let page: any ServedPage
            /// What the browser's cookie says that it was made for; `nil` if it is everybody's.
            let cookie: String?
            /// How many live connections it has, and how many requests are being answered.
            var connections = 0
            var requests = 0
            var wasUsed = false
            /// Counts those who came.
            var useCount = 0
            /// Ends the session when it is not used in time.
            var timer: TimerQueue.ID?
        }

        private let sessions: WebSessions
        private let configuration: WebServer.Configuration
        private let timers: TimerQueue
        private var entries: [String: Entry] = [:]
        /// How many are being made.
        private var pendingCount = 0
        private var sharedID: String?
        private var sharedTask: Task<String, any Error>?
        private var hasEnded = false

        init(_ sessions: WebSessions, _ configuration: WebServer.Configuration, _ timers: TimerQueue) {
            (self.sessions, self.configuration, self.timers) = (sessions, configuration, timers)
        }

        /// How many sessions there are.
        var count: Int { entries.count + pendingCount }

        /// How documents wait.
        private var sleep: Sleep {
            { [clock = configuration.clock] in try? await clock.sleep(for: $0) }
        }

        /// Makes a session, or takes everybody's, and opens `url` in it.
        func open(
            _ url: String, cookie: String, keepsSession: Bool
        ) async throws(RequestError) -> (id: String, content: PageContent) {
            let id = try await findOrMake(for: cookie).id
            guard let page = beginRequest(id) else { throw .shuttingDown }
            let content = await page.open(url, sleep: sleep)
            endRequest(id)
            if !sessions.isShared, !keepsSession || !content.isFound { await endSession(id) }
            return (id, content)
        }

        /// Does what a form says in the session that it belongs to.
        func submit(
            _ fields: [(name: String, value: String)], number: Int, to id: String, cookie: String
        ) async throws(RequestError) -> PageContent {
            guard await find(id, cookie), let page = beginRequest(id) else { throw .gone }
            entries[id]?.wasUsed = true
            let content = await page.submit(fields, number: number, sleep: sleep)
            endRequest(id)
            return content
        }

        /// Takes in a live connection, in a new session if that which it shows is not there.
        func connect(_ hello: Hello, cookie: String) async throws -> (
            id: String, page: any ServedPage, connectionID: Int
        ) {
            var (id, isNew, isMade) = (hello.session, false, false)
            if await !find(id, cookie) { ((id, isMade), isNew) = (try await findOrMake(for: cookie), true) }
            guard let entry = entries[id] else { throw RequestError.shuttingDown }
            guard entry.connections < configuration.limits.connectionsPerSession else {
                throw CloseFrame(1013, "This page has too many connections: close some tabs, or try again later.")
            }
            noteUse(id)
            entries[id]?.connections += 1
            entries[id]?.wasUsed = true
            if isMade, await !entry.page.open(hello.url, sleep: sleep).isFound {
                _ = await entry.page.open("/", sleep: sleep)
            }
            return (id, entry.page, await entry.page.connect(hello, isNew: isNew))
        }

        /// A live connection is no more.
        func disconnect(_ id: String) {
            entries[id]?.connections -= 1
            startTimerIfUnused(id)
        }

        /// Ends a session.
        func endSession(_ id: String) async {
            noteUse(id)
            if sharedID == id { sharedID = nil }
            await entries.removeValue(forKey: id)?.page.end()
        }

        /// Ends all sessions, and takes in none any more.
        func endAll() async {
            hasEnded = true
            sharedTask?.cancel()
            timers.cancelAll()
            for id in entries.keys { await endSession(id) }
        }

        // MARK: How they come

        /// The session that a newcomer with this cookie gets, and whether it was made now.
        private func findOrMake(for cookie: String) async throws(RequestError) -> (id: String, isMade: Bool) {
            guard sessions.isShared else { return (try await make(for: cookie), true) }
            while let id = sharedID, let entry = entries[id] {
                if await !entry.page.hasEnded { return (id, false) }
                if sharedID == id { await endSession(id) }
            }
            let isFirst = sharedTask == nil
            let making = sharedTask ?? Task { try await make(for: nil) }
            sharedTask = making
            do {
                let id = try await making.value
                if isFirst { (sharedID, sharedTask) = (id, nil) }
                return (id, isFirst)
            } catch {
                if isFirst { sharedTask = nil }
                throw error as? RequestError ?? .sessionFailed
            }
        }

        private func make(for cookie: String?) async throws(RequestError) -> String {
            guard !hasEnded else { throw .shuttingDown }
            guard count < configuration.limits.sessions else { throw .tooManySessions }
            pendingCount += 1
            defer { pendingCount -= 1 }
            let id = RandomID.make()
            let page: any ServedPage
            do {
                page = try await sessions.make(id)
            } catch {
                configuration.report("A session could not be made: \(error).")
                throw .sessionFailed
            }
            guard !hasEnded else {
                await page.end()
                throw .shuttingDown
            }
            entries[id] = Entry(page: page, cookie: cookie)
            return id
        }

        /// Whether there is such a session for this browser; one that has ended by itself is none.
        private func find(_ id: String, _ cookie: String) async -> Bool {
            guard let entry = entries[id], entry.cookie == nil || entry.cookie == cookie else { return false }
            if await entry.page.hasEnded { await endSession(id) }
            return entries[id] != nil
        }

        // MARK: How they go

        private func beginRequest(_ id: String) -> (any ServedPage)? {
            noteUse(id)
            entries[id]?.requests += 1
            return entries[id]?.page
        }

        private func endRequest(_ id: String) {
            entries[id]?.requests -= 1
            startTimerIfUnused(id)
        }

        private func noteUse(_ id: String) {
            if let timer = entries[id]?.timer { timers.cancel(timer) }
            entries[id]?.timer = nil
            entries[id]?.useCount += 1
        }

        private func startTimerIfUnused(_ id: String) {
            guard let entry = entries[id], entry.connections == 0, entry.requests == 0, !sessions.isShared else {
                return
            }
            noteUse(id)
            let (limits, useCount) = (configuration.limits, entries[id]?.useCount ?? 0)
            entries[id]?.timer = timers.schedule(
                after: entry.wasUsed ? limits.sessionTimeout : limits.unusedSessionTimeout
            ) { [weak self] in
                Task { await self?.endSession(id, ifUseCountIs: useCount) }
            }
        }

        private func endSession(_ id: String, ifUseCountIs useCount: Int) async {
            // Somebody may have come since it was due, and gone again.
            if entries[id]?.useCount == useCount { await endSession(id) }
        }
    }
#endif
