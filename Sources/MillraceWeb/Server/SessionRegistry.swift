#if Web || Hummingbird || App
    import Foundation
    import Logging

    /// Creates, finds and ends the sessions. A session is found by its ID, and only with the cookie of its browser.
    actor SessionRegistry {
        let sessions: WebSessions
        /// The further functions of a storage that several nodes use; otherwise `nil`.
        nonisolated let shared: (any SharedSessionStorage)?
        let configuration: LivePages.Configuration
        let timers: TimerQueue
        /// The memory that sessions and large work have freed.
        nonisolated let freed: FreedMemory
        /// The work on the pages of all sessions.
        nonisolated let work: PageWork
        /// Counts the pages of a shared actor that are resumed at the same time.
        let wakeups: Wakeups?
        /// The log of the server.
        nonisolated let log: ServerLog
        var table: SessionTable
        var live: LiveConnections
        var sharedID: String?
        var sharedTask: Task<String, any Error>?
        private(set) var hasEnded = false
        /// Whether the server is shutting down: it creates no sessions, and finishes what runs.
        private(set) var isStopping = false
        /// Whether a proxy should send no new visitors.
        private(set) var isDraining = false
        var requestCount = 0
        var waitingForRequests: [CheckedContinuation<Void, Never>] = []
        /// The stored sessions, and the task that reads them.
        var records: SessionRecords
        var storageTask: Task<Bool, Never>?
        /// The ends of sessions that have changed, and the task that stores them.
        var endChanges: [String: Double?] = [:]
        var endTask: Task<Void, Never>?
        /// The sessions whose deletion has failed.
        var undeleted: [String] = []
        /// The sessions that are being loaded, and those that are being unloaded.
        var loads: [String: Task<RequestError?, Never>] = [:]
        var endings: [String: Task<Void, Never>] = [:]
        /// The sessions that another node is about to release, by name.
        var releases: [String: SessionRelease] = [:]
        /// Whether this node hands its sessions over, and loads none.
        var isHandingOver = false
        /// The sign-outs that this node has caused or followed.
        var knownSignOuts: Set<String> = []
        /// The text about the storage that pages show; empty while it works.
        var storageText = ""
        /// The timers that load a session when its work must go on, by its name.
        var workTimers: [String: TimerQueue.ID] = [:]

        /// - Parameter freed: Returns freed memory to the system. Defaults to a new one with `timers`.
        init(
            _ sessions: WebSessions, _ configuration: LivePages.Configuration, _ timers: TimerQueue,
            freed: FreedMemory? = nil
        ) {
            (self.sessions, self.configuration, self.timers) = (sessions, configuration, timers)
            shared = sessions.storage?.shared
            self.freed = freed ?? FreedMemory(timers)
            work = PageWork(
                hasSharedActor: sessions.hasSharedActor,
                wait: PageWait(
                    sleep: { [clock = configuration.clock] in try? await clock.sleep(for: $0) }, now: timers.now),
                freed: self.freed)
            wakeups = sessions.hasSharedActor ? Wakeups() : nil
            log = ServerLog(configuration.logger, configuration.observer, now: timers.now)
            (table, live) = (SessionTable(configuration.limits), LiveConnections(configuration.limits))
            records = SessionRecords(configuration.limits)
        }

        /// The number of sessions, including those that are being created.
        var count: Int { table.count }

        /// The number of live connections.
        var liveCount: Int { live.count }

        /// Passes the numbers of sessions and connections to the observer.
        func noteCounts() { configuration.observer?.counted(sessions: table.count, liveConnections: live.count) }

        /// The memory of all sessions in bytes, as an estimate.
        var memory: Int { table.memory }

        /// Opens a URL in a new session, or in the shared one.
        ///
        /// The session ends at once if it is not kept, if the URL does not exist, if the page has no control, or if all
        /// sessions are in use. In the last case the browser has the document, and connects when there is room.
        func open(
            _ url: String, client: ClientIdentity, request: PageRequest? = nil, keepsSession: Bool
        ) async throws(RequestError) -> (id: String, content: PageContent) {
            let id: String
            if sessions.isShared {
                id = try await findOrMakeShared().id
            } else {
                let isLasting = keepsSession ? await makeRoom(for: client) : false
                id = try await make(for: client, request, isTransient: !isLasting)
            }
            guard let page = beginRequest(id) else { throw .shuttingDown }
            // The size of a new page is unknown.
            var content = await document(for: client, isLarge: true) { await page.open(url, wait: $0) }
            // Without a place, so that other pages do not wait for the disk of this one.
            if await !page.stored(on: nil) { content = .none }
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
            guard try await find(id, client), let page = beginRequest(id) else { throw .gone }
            table.update(id) { $0.isJoined = true }
            await noteInput(id)
            let bytes = fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
            let isLarge = bytes > ServerContext.maxSmallInput || isLarge(id)
            var content = await document(for: client, isLarge: isLarge) {
                await page.submit(fields, number: number, wait: $0)
            }
            if await !page.stored(on: nil) { content = .none }
            await endRequest(id, page)
            noteRequestEnd()
            return content
        }

        /// Returns the client, as the limits for one browser count it: without a session that it has joined, or a live
        /// connection, it has no cookie, because a client can invent any number of cookies.
        func known(_ client: ClientIdentity) -> WebClient {
            table.hasJoined(client) || live.contains(client)
                ? WebClient(client) : WebClient(browser: 0, address: client.address)
        }

        /// Makes a document when it is the client's turn. Other work runs while the document waits for effects.
        private func document(
            for client: ClientIdentity, isLarge: Bool, _ make: (PageWait) async -> PageContent
        ) async -> PageContent {
            await work.run(for: known(client), isLarge: isLarge, make)
        }

        /// Whether the page of this session is large.
        func isLarge(_ id: String) -> Bool { table[id]?.load.isLarge == true }

        /// Ends a session. A stored one is only unloaded.
        func endSession(_ id: String) async {
            noteUse(id)
            if sharedID == id { sharedID = nil }
            if table[id]?.recordName != nil { await scheduleWork(of: id) }
            let entry = table.remove(id)
            noteCounts()
            if let page = entry?.page, let name = entry?.recordName {
                let task = Task {
                    await storeEnd(of: name, page)
                    await page.end()
                    if !isHandingOver { await measure(name) }
                }
                endings[id] = task
                await task.value
                endings[id] = nil
            } else {
                await entry?.page?.end()
            }
            freed.note(entry?.load.memory ?? 0)
        }

        /// Ends all sessions. No session can be created afterwards.
        func endAll() async {
            (hasEnded, isDraining, isStopping) = (true, true, true)
            for continuation in waitingForRequests { continuation.resume() }
            waitingForRequests = []
            noteRelease(of: nil)
            sharedTask?.cancel()
            await withTaskGroup { group in for id in table.ids { group.addTask { await self.endSession(id) } } }
        }

        /// Notes that a shutdown begins.
        func drain() { isDraining = true }

        /// Refuses new sessions, waits until all requests have been handled, and ends all sessions.
        ///
        /// ``endAll()`` ends the wait.
        func finish() async {
            (isDraining, isStopping) = (true, true)
            if requestCount > 0, !hasEnded { await withCheckedContinuation { waitingForRequests.append($0) } }
            await endAll()
        }

        /// Returns the page of a session, for the browser that it belongs to. It stays with another node that has it, because only that node
        /// knows what the browser asks for: a file, a style sheet, or a sign-in.
        func page(_ id: String, _ client: ClientIdentity) async -> (any ServedPage)? {
            if shared != nil, table[id]?.page == nil { return nil }
            return (try? await find(id, client)) == true ? table[id]?.page : nil
        }

        /// Whether the session exists for this browser. Loads a stored one. Removes a session that has ended by itself.
        func find(_ id: String, _ client: ClientIdentity) async throws(RequestError) -> Bool {
            // Another node may have taken it.
            if shared != nil, let page = table[id]?.page, await page.hasEnded, table[id]?.page === page {
                await endSession(id)
            }
            if table[id]?.page == nil { try await load(id, client) }
            guard let entry = table[id], entry.client.map(client.owns) ?? true,
                let page = entry.page
            else { return false }
            if await page.hasEnded { await endSession(id) }
            return table[id] != nil
        }
    }
#endif
