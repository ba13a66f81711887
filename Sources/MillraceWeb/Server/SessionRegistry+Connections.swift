#if Web || Hummingbird || App
    import Foundation
    import Logging

    // The live connections of sessions.
    extension SessionRegistry {
        /// Counts a live connection. At the end, call ``endConnection(_:)`` or ``disconnect(_:)``.
        ///
        /// - Parameter close: Closes the connection.
        /// - Returns: The number of the connection.
        func beginConnection(
            from client: ClientIdentity, close: @escaping @Sendable (LiveConnections.CloseReason) -> Void
        ) throws(LiveClose) -> LiveConnections.ID {
            let number = live.begin(from: client) { [log] reason in
                if reason == .displaced {
                    log.write(
                        .liveLimit, .warning, "A live connection closes in favor of another one.",
                        address: client.address)
                }
                close(reason)
            }
            guard let number else { throw LiveClose(1013, RequestError.tooManyConnections.message) }
            noteCounts()
            return number
        }

        /// Ends a live connection that has not been connected to a session.
        func endConnection(_ number: LiveConnections.ID) {
            live.end(number)
            noteCounts()
        }

        /// Connects a browser to the session that it shows. Connects it to a new session if that one has ended.
        ///
        /// - Parameters:
        ///   - number: The number of the connection, which ends if this throws.
        ///   - request: The request of the connection, for a new session. Defaults to none.
        ///   - usesRequests: Whether each message comes in a request of its own. Then the session is stored, if nodes share the storage.
        ///     Defaults to `false`.
        ///   - isClosed: Returns whether the client has closed the connection. Then nothing more is done for it.
        func connect(
            _ hello: Hello, _ number: LiveConnections.ID, client: ClientIdentity, request: PageRequest? = nil,
            usesRequests: Bool = false, isClosed: @escaping @Sendable () -> Bool
        ) async throws -> LivePage {
            do {
                let (id, isNew, isMade) = try await session(for: hello, client, request)
                if isHandingOver {
                    if isMade { await endSession(id) } else { await handOver(id) }
                    throw RequestError.shuttingDown
                }
                guard let page = table[id]?.page else { throw RequestError.shuttingDown }
                try countConnection(id)
                live.assign(number, to: id, as: hello.client)
                // The size of a new page is unknown.
                let connectionID: Int? = await work.run(for: WebClient(client), isLarge: isMade || isLarge(id)) {
                    wait in
                    if isClosed() { return nil }
                    if isMade { await open(page, at: hello.url, wait) }
                    return await page.connect(hello, isNew: isNew)
                }
                guard let connectionID else {
                    table.update(id) { $0.connections -= 1 }
                    if let entry = table[id], let name = entry.recordName, entry.connections == 0 {
                        setUsed(name, false)
                    }
                    if isMade, !sessions.isShared { await endSession(id) } else { startTimerIfUnused(id) }
                    throw CancellationError()
                }
                if shared != nil {
                    if usesRequests { await noteInput(id) }
                    if !storageText.isEmpty { await page.setStorageText(storageText) }
                }
                let load = await page.load
                await noteLoad(load, of: id)
                return LivePage(
                    id: id, page: page, connectionID: connectionID, number: number, load: load)
            } catch {
                endConnection(number)
                throw error
            }
        }

        /// Opens a URL in a new page, or the start page if the URL does not exist.
        private func open(_ page: any ServedPage, at url: String, _ wait: PageWait) async {
            if await !page.open(url, wait: wait).isFound { _ = await page.open("/", wait: wait) }
        }

        /// Returns the session that a browser connects to, whether it is another than the browser shows, and whether this
        /// call created it.
        private func session(
            for hello: Hello, _ client: ClientIdentity, _ request: PageRequest?
        ) async throws(RequestError) -> (id: String, isNew: Bool, isMade: Bool) {
            let document = hello.document
            if try await find(hello.session, client) {
                // After a reload, the browser does not need the session of the new document.
                if let document, try await find(document, client), table[document]?.isUnused == true {
                    await endSession(document)
                }
                let isReplacement = table[hello.session]?.isReplacement == true
                table.update(hello.session) { $0.isReplacement = false }
                return (hello.session, isReplacement, isReplacement)
            }
            if let document, try await find(document, client) { return (document, true, false) }
            let (id, isMade) = try await replace(for: client, request)
            return (id, true, isMade)
        }

        /// Returns the session for a browser whose session has ended, and whether this call created it.
        private func replace(
            for client: ClientIdentity, _ request: PageRequest?
        ) async throws(RequestError) -> (id: String, isMade: Bool) {
            if sessions.isShared { return try await findOrMakeShared() }
            guard await makeRoom(for: client) else { throw .tooManySessions }
            return (try await make(for: client, request), true)
        }

        private func countConnection(_ id: String) throws(LiveClose) {
            let isFull = (table[id]?.connections ?? 0) >= LivePages.Limits.connectionsOfSession
            // A shared session is limited by the client address.
            guard sessions.isShared || !isFull else {
                throw LiveClose(1013, "This page has too many connections. Close some tabs, or try again later.")
            }
            noteUse(id)
            table.update(id) { entry in
                entry.connections += 1
                entry.isJoined = true
            }
            if let name = table[id]?.recordName { setUsed(name, true) }
        }

        /// Removes a live connection from a session. The page must have disconnected the browser before.
        func disconnect(_ live: LivePage) async {
            endConnection(live.number)
            // Another page may have the ID: that of a stored session that was loaded again.
            guard table[live.id]?.page === live.page else { return }
            table.update(live.id) { $0.connections -= 1 }
            if let entry = table[live.id], let name = entry.recordName, entry.connections == 0 { setUsed(name, false) }
            startTimerIfUnused(live.id)
            _ = live.note(await live.page.load)
            await noteLoad(of: live)
        }
    }
#endif
