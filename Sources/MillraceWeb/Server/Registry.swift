#if Web
    /// The sessions: each is found by its name, and only by the browser that it was made for.
    actor Registry {
        private struct Entry {
            let page: any ServedPage
            /// What the browser's cookie says that it was made for; `nil` if it is everybody's.
            let cookie: String?
            /// How many live connections it has, and how many requests are being answered.
            var connections = 0
            var requests = 0
            var wasUsed = false
            /// Counts those who came.
            var comings = 0
            /// Ends the session when it is not used in time.
            var timer: TimerQueue.ID?
        }

        private let sessions: WebSessions
        private let configuration: WebServer.Configuration
        private let timers: TimerQueue
        private var entries: [String: Entry] = [:]
        /// How many are being made.
        private var arriving = 0
        private var shared: String?
        private var makingShared: Task<String, any Error>?
        private var hasEnded = false

        init(_ sessions: WebSessions, _ configuration: WebServer.Configuration, _ timers: TimerQueue) {
            (self.sessions, self.configuration, self.timers) = (sessions, configuration, timers)
        }

        /// How many sessions there are.
        var count: Int { entries.count + arriving }

        /// How documents wait.
        private var pause: Pause {
            { [clock = configuration.clock] in try? await clock.sleep(for: $0) }
        }

        /// Makes a session, or takes everybody's, and opens `address` in it.
        func open(
            _ address: String, cookie: String, isKept: Bool
        ) async throws(Refusal) -> (id: String, content: PageContent) {
            let id = try await enter(cookie).id
            guard let page = begin(id) else { throw .ending }
            let content = await page.open(address, pause: pause)
            finish(id)
            if !sessions.isShared, !isKept || !content.isFound { await discard(id) }
            return (id, content)
        }

        /// Does what a form says in the session that it belongs to.
        func submit(
            _ fields: [(name: String, value: String)], number: Int, to id: String, cookie: String
        ) async throws(Refusal) -> PageContent {
            guard await find(id, cookie), let page = begin(id) else { throw .gone }
            entries[id]?.wasUsed = true
            let content = await page.submit(fields, number: number, pause: pause)
            finish(id)
            return content
        }

        /// Takes in a live connection, in a new session if that which it shows is not there.
        func join(_ hello: Hello, cookie: String) async throws -> (id: String, page: any ServedPage, connectionID: Int)
        {
            var (id, isNew, isMade) = (hello.session, false, false)
            if await !find(id, cookie) { ((id, isMade), isNew) = (try await enter(cookie), true) }
            guard let entry = entries[id] else { throw Refusal.ending }
            guard entry.connections < configuration.limits.connectionsPerSession else {
                throw CloseFrame(1013, "This page has too many connections: close some tabs, or try again later.")
            }
            stir(id)
            entries[id]?.connections += 1
            entries[id]?.wasUsed = true
            if isMade, await !entry.page.open(hello.address, pause: pause).isFound {
                _ = await entry.page.open("/", pause: pause)
            }
            return (id, entry.page, await entry.page.connect(hello, isNew: isNew))
        }

        /// A live connection is no more.
        func leave(_ id: String) {
            entries[id]?.connections -= 1
            rest(id)
        }

        /// Ends a session.
        func discard(_ id: String) async {
            stir(id)
            if shared == id { shared = nil }
            await entries.removeValue(forKey: id)?.page.end()
        }

        /// Ends all sessions, and takes in none any more.
        func end() async {
            hasEnded = true
            makingShared?.cancel()
            timers.end()
            for id in entries.keys { await discard(id) }
        }

        // MARK: How they come

        /// The session that a newcomer with this cookie gets, and whether it was made now.
        private func enter(_ cookie: String) async throws(Refusal) -> (id: String, isMade: Bool) {
            guard sessions.isShared else { return (try await make(for: cookie), true) }
            while let id = shared, let entry = entries[id] {
                if await !entry.page.hasEnded { return (id, false) }
                if shared == id { await discard(id) }
            }
            let isFirst = makingShared == nil
            let making = makingShared ?? Task { try await make(for: nil) }
            makingShared = making
            do {
                let id = try await making.value
                if isFirst { (shared, makingShared) = (id, nil) }
                return (id, isFirst)
            } catch {
                if isFirst { makingShared = nil }
                throw error as? Refusal ?? .failed
            }
        }

        private func make(for cookie: String?) async throws(Refusal) -> String {
            guard !hasEnded else { throw .ending }
            guard count < configuration.limits.sessions else { throw .manySessions }
            arriving += 1
            defer { arriving -= 1 }
            let id = Secret.make()
            let page: any ServedPage
            do {
                page = try await sessions.make(id)
            } catch {
                configuration.report("A session could not be made: \(error).")
                throw .failed
            }
            guard !hasEnded else {
                await page.end()
                throw .ending
            }
            entries[id] = Entry(page: page, cookie: cookie)
            return id
        }

        /// Whether there is such a session for this browser; one that has ended by itself is none.
        private func find(_ id: String, _ cookie: String) async -> Bool {
            guard let entry = entries[id], entry.cookie == nil || entry.cookie == cookie else { return false }
            if await entry.page.hasEnded { await discard(id) }
            return entries[id] != nil
        }

        // MARK: How they go

        private func begin(_ id: String) -> (any ServedPage)? {
            stir(id)
            entries[id]?.requests += 1
            return entries[id]?.page
        }

        private func finish(_ id: String) {
            entries[id]?.requests -= 1
            rest(id)
        }

        private func stir(_ id: String) {
            if let timer = entries[id]?.timer { timers.clear(timer) }
            entries[id]?.timer = nil
            entries[id]?.comings += 1
        }

        private func rest(_ id: String) {
            guard let entry = entries[id], entry.connections == 0, entry.requests == 0, !sessions.isShared else {
                return
            }
            stir(id)
            let (limits, comings) = (configuration.limits, entries[id]?.comings ?? 0)
            entries[id]?.timer = timers.set(entry.wasUsed ? limits.idleTime : limits.unusedTime) { [weak self] in
                Task { await self?.free(id, comings) }
            }
        }

        private func free(_ id: String, _ comings: Int) async {
            // Somebody may have come since it was due, and gone again.
            if entries[id]?.comings == comings { await discard(id) }
        }
    }
#endif
