#if Web
    /// Creates, finds and ends the sessions. A session is found by its ID, and only with the cookie of its browser.
    actor SessionRegistry {
        private let sessions: WebSessions
        private let configuration: WebServer.Configuration
        private let timers: TimerQueue
        private var table: SessionTable
        private var sharedID: String?
        private var sharedTask: Task<String, any Error>?
        private var hasEnded = false
        /// Whether the server is shutting down: it creates no sessions, and finishes what runs.
        private(set) var isStopping = false
        private var requestCount = 0
        private var waitingForRequests: [CheckedContinuation<Void, Never>] = []

        init(_ sessions: WebSessions, _ configuration: WebServer.Configuration, _ timers: TimerQueue) {
            (self.sessions, self.configuration, self.timers) = (sessions, configuration, timers)
            table = SessionTable(configuration.limits)
        }

        /// The number of sessions, including those that are being created.
        var count: Int { table.count }

        /// The memory of all sessions in bytes, as an estimate.
        var memory: Int { table.memory }

        /// Suspends a request while its document waits for effects.
        private var sleep: Sleep {
            { [clock = configuration.clock] in try? await clock.sleep(for: $0) }
        }

        /// Opens a URL in a new session, or in the shared one.
        ///
        /// The session ends at once if it is not kept, if the URL does not exist, if the page has no control, or if all
        /// sessions are in use. In the last case the browser has the document, and connects when there is room.
        func open(
            _ url: String, client: ClientIdentity, keepsSession: Bool
        ) async throws(RequestError) -> (id: String, content: PageContent) {
            let id: String
            if sessions.isShared {
                id = try await findOrMakeShared().id
            } else {
                let isLasting = keepsSession ? await makeRoom(for: client) : false
                id = try await make(for: client, isTransient: !isLasting)
            }
            guard let page = beginRequest(id) else { throw .shuttingDown }
            let content = await page.open(url, sleep: sleep)
            defer { noteRequestEnd() }
            if !sessions.isShared, !content.isFound || !content.hasControls || table[id]?.isTransient != false {
                await endSession(id)
            } else {
                await endRequest(id, page)
            }
            return (id, content)
        }

        /// Handles a form in the session that it belongs to.
        func submit(
            _ fields: [(name: String, value: String)], number: Int, to id: String, client: ClientIdentity
        ) async throws(RequestError) -> PageContent {
            guard await find(id, client), let page = beginRequest(id) else { throw .gone }
            table.update(id) { $0.isJoined = true }
            let content = await page.submit(fields, number: number, sleep: sleep)
            await endRequest(id, page)
            noteRequestEnd()
            return content
        }

        /// Connects a browser to the session that it shows. Connects it to a new session if that one has ended.
        func connect(_ hello: Hello, client: ClientIdentity) async throws -> (
            id: String, page: any ServedPage, connectionID: Int
        ) {
            var (id, isNew, isMade) = (hello.session, false, false)
            if await !find(id, client) {
                isNew = true
                if sessions.isShared {
                    (id, isMade) = try await findOrMakeShared()
                } else {
                    guard await makeRoom(for: client) else { throw RequestError.tooManySessions }
                    (id, isMade) = (try await make(for: client), true)
                }
            }
            guard let entry = table[id], let page = entry.page else { throw RequestError.shuttingDown }
            guard entry.connections < configuration.limits.connectionsPerSession else {
                throw CloseFrame(1013, "This page has too many connections. Close some tabs, or try again later.")
            }
            noteUse(id)
            table.update(id) { entry in
                entry.connections += 1
                entry.isJoined = true
            }
            if isMade, await !page.open(hello.url, sleep: sleep).isFound { _ = await page.open("/", sleep: sleep) }
            let connectionID = await page.connect(hello, isNew: isNew)
            await updateMemory(of: id, page)
            return (id, page, connectionID)
        }

        /// Removes a live connection from a session.
        func disconnect(_ id: String) async {
            table.update(id) { $0.connections -= 1 }
            startTimerIfUnused(id)
            if let page = table[id]?.page { await updateMemory(of: id, page) }
        }

        /// Ends a session.
        func endSession(_ id: String) async {
            noteUse(id)
            if sharedID == id { sharedID = nil }
            await table.remove(id)?.page?.end()
        }

        /// Ends all sessions. No session can be created afterwards.
        func endAll() async {
            (hasEnded, isStopping) = (true, true)
            for continuation in waitingForRequests { continuation.resume() }
            waitingForRequests = []
            sharedTask?.cancel()
            timers.cancelAll()
            for id in table.ids { await endSession(id) }
        }

        /// Refuses new sessions, waits until all requests have been handled, and ends all sessions.
        ///
        /// ``endAll()`` ends the wait.
        func finish() async {
            isStopping = true
            if requestCount > 0, !hasEnded { await withCheckedContinuation { waitingForRequests.append($0) } }
            await endAll()
        }

        // MARK: Creating sessions

        /// Returns the shared session, and whether this call created it.
        private func findOrMakeShared() async throws(RequestError) -> (id: String, isMade: Bool) {
            while let id = sharedID, let page = table[id]?.page {
                if await !page.hasEnded { return (id, false) }
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

        /// Ends unused sessions until there is room for one more. Returns `false` if there is none.
        ///
        /// When the last call returns, the caller must create the session without suspending in between.
        private func makeRoom(for client: ClientIdentity) async -> Bool {
            while true {
                let (isFree, excess) = table.room(for: client)
                if isFree { return true }
                guard let excess else { return false }
                await endSession(excess)
            }
        }

        private func make(for client: ClientIdentity?, isTransient: Bool = false) async throws(RequestError) -> String {
            guard !isStopping else { throw .shuttingDown }
            let id = RandomID.make()
            // The session counts from now on, and is not ended while it is being created.
            table.insert(.init(client: client, isTransient: isTransient, requests: 1), as: id)
            let page: any ServedPage
            do {
                let limits = PageLimits(
                    nodes: configuration.limits.pageNodes, bytes: configuration.limits.pageBytes)
                page = try await PageLimits.$current.withValue(limits) { try await sessions.make(id) }
            } catch {
                _ = table.remove(id)
                configuration.report("Cannot create a session, because the application threw an error: \(error).")
                throw .sessionFailed
            }
            guard !hasEnded, table[id] != nil else {
                _ = table.remove(id)
                await page.end()
                throw .shuttingDown
            }
            table.update(id) { entry in
                entry.page = page
                entry.requests = 0
            }
            return id
        }

        /// Whether the session exists for this browser. Removes a session that has ended by itself.
        private func find(_ id: String, _ client: ClientIdentity) async -> Bool {
            guard let entry = table[id], entry.client == nil || entry.client?.cookie == client.cookie,
                let page = entry.page
            else { return false }
            if await page.hasEnded { await endSession(id) }
            return table[id] != nil
        }

        // MARK: Ending sessions

        private func beginRequest(_ id: String) -> (any ServedPage)? {
            noteUse(id)
            guard let page = table[id]?.page else { return nil }
            table.update(id) { $0.requests += 1 }
            requestCount += 1
            return page
        }

        private func endRequest(_ id: String, _ page: any ServedPage) async {
            let memory = await page.memory
            table.update(id) { entry in
                entry.memory = memory
                entry.requests -= 1
            }
            startTimerIfUnused(id)
            await endExcess()
        }

        private func noteRequestEnd() {
            requestCount -= 1
            guard isStopping, requestCount == 0 else { return }
            for continuation in waitingForRequests { continuation.resume() }
            waitingForRequests = []
        }

        private func updateMemory(of id: String, _ page: any ServedPage) async {
            let memory = await page.memory
            table.update(id) { $0.memory = memory }
            await endExcess()
        }

        /// Ends unused sessions while all sessions together exceed their memory limit.
        private func endExcess() async { while let id = table.excess { await endSession(id) } }

        private func noteUse(_ id: String) {
            if let timer = table[id]?.timer { timers.cancel(timer) }
            table.update(id) { $0.timer = nil }
            table.noteUse(id)
        }

        private func startTimerIfUnused(_ id: String) {
            guard let entry = table[id], entry.connections == 0, entry.requests == 0, !sessions.isShared else {
                return
            }
            noteUse(id)
            let (limits, useCount) = (configuration.limits, table[id]?.useCount ?? 0)
            let timer = timers.schedule(
                after: entry.isJoined ? limits.sessionTimeout : limits.unusedSessionTimeout
            ) { [weak self] in
                Task { await self?.endSession(id, ifUseCountIs: useCount) }
            }
            table.update(id) { $0.timer = timer }
        }

        private func endSession(_ id: String, ifUseCountIs useCount: Int) async {
            // The session may have been used again after the timer was due.
            if table[id]?.useCount == useCount { await endSession(id) }
        }
    }
#endif
