#if Web
    /// Creates, finds and ends the sessions. A session is found by its ID, and only with the cookie of its browser.
    actor SessionRegistry {
        private struct Entry {
            let page: any ServedPage
            /// The cookie of the browser that the session belongs to. `nil` for a shared session.
            let cookie: String?
            /// The numbers of live connections and of requests that are being handled.
            var connections = 0
            var requests = 0
            var wasUsed = false
            /// Increases with each use, so that an outdated timer does not end the session.
            var useCount = 0
            /// Ends the session if it stays unused.
            var timer: TimerQueue.ID?
        }

        private let sessions: WebSessions
        private let configuration: WebServer.Configuration
        private let timers: TimerQueue
        private var entries: [String: Entry] = [:]
        /// The number of sessions that are being created.
        private var pendingCount = 0
        private var sharedID: String?
        private var sharedTask: Task<String, any Error>?
        private var hasEnded = false

        init(_ sessions: WebSessions, _ configuration: WebServer.Configuration, _ timers: TimerQueue) {
            (self.sessions, self.configuration, self.timers) = (sessions, configuration, timers)
        }

        /// The number of sessions, including those that are being created.
        var count: Int { entries.count + pendingCount }

        /// Suspends a request while its document waits for effects.
        private var sleep: Sleep {
            { [clock = configuration.clock] in try? await clock.sleep(for: $0) }
        }

        /// Opens a URL in a new session, or in the shared one.
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

        /// Handles a form in the session that it belongs to.
        func submit(
            _ fields: [(name: String, value: String)], number: Int, to id: String, cookie: String
        ) async throws(RequestError) -> PageContent {
            guard await find(id, cookie), let page = beginRequest(id) else { throw .gone }
            entries[id]?.wasUsed = true
            let content = await page.submit(fields, number: number, sleep: sleep)
            endRequest(id)
            return content
        }

        /// Connects a browser to the session that it shows. Connects it to a new session if that one has ended.
        func connect(_ hello: Hello, cookie: String) async throws -> (
            id: String, page: any ServedPage, connectionID: Int
        ) {
            var (id, isNew, isMade) = (hello.session, false, false)
            if await !find(id, cookie) { ((id, isMade), isNew) = (try await findOrMake(for: cookie), true) }
            guard let entry = entries[id] else { throw RequestError.shuttingDown }
            guard entry.connections < configuration.limits.connectionsPerSession else {
                throw CloseFrame(1013, "This page has too many connections. Close some tabs, or try again later.")
            }
            noteUse(id)
            entries[id]?.connections += 1
            entries[id]?.wasUsed = true
            if isMade, await !entry.page.open(hello.url, sleep: sleep).isFound {
                _ = await entry.page.open("/", sleep: sleep)
            }
            return (id, entry.page, await entry.page.connect(hello, isNew: isNew))
        }

        /// Removes a live connection from a session.
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

        /// Ends all sessions. No session can be created afterwards.
        func endAll() async {
            hasEnded = true
            sharedTask?.cancel()
            timers.cancelAll()
            for id in entries.keys { await endSession(id) }
        }

        // MARK: Creating sessions

        /// Returns the shared session, or a new one for this cookie, and whether this call created it.
        private func findOrMake(for cookie: String) async throws(RequestError) -> (id: String, isMade: Bool) {
            guard sessions.isShared else { return (try await make(for: cookie), true) }
            while let id = sharedID, let entry = entries[id] {
                if await !entry.page.hasEnded { return (id, false) }
                if sharedID == id { await endSession(id) }
            }
            let isFirst = sharedTask == nil
            let task = sharedTask ?? Task { try await make(for: nil) }
            sharedTask = task
            do {
                let id = try await task.value
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
                configuration.report("Cannot create a session, because the application threw an error: \(error).")
                throw .sessionFailed
            }
            guard !hasEnded else {
                await page.end()
                throw .shuttingDown
            }
            entries[id] = Entry(page: page, cookie: cookie)
            return id
        }

        /// Whether the session exists for this browser. Removes a session that has ended by itself.
        private func find(_ id: String, _ cookie: String) async -> Bool {
            guard let entry = entries[id], entry.cookie == nil || entry.cookie == cookie else { return false }
            if await entry.page.hasEnded { await endSession(id) }
            return entries[id] != nil
        }

        // MARK: Ending sessions

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
            // The session may have been used again after the timer was due.
            if entries[id]?.useCount == useCount { await endSession(id) }
        }
    }
#endif
