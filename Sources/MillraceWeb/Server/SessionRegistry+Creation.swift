#if Web || Hummingbird || App
    import Foundation
    import Logging
    import Millrace

    /// Creating sessions, and making room for them.
    extension SessionRegistry {
        /// Returns the shared session, and whether this call created it.
        func findOrMakeShared() async throws(RequestError) -> (id: String, isMade: Bool) {
            while let id = sharedID, let page = table[id]?.page {
                if await !page.hasEnded { return (id, false) }
                if sharedID == id { await endSession(id) }
            }
            let isFirst = sharedTask == nil
            let task = sharedTask ?? Task { try await make(for: nil, nil) }
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
        func makeRoom(for client: ClientIdentity) async -> Bool {
            while true {
                switch table.room(for: client) {
                case .free: return true
                case .after(let id): await endSession(forLimit: id)
                case .full:
                    log.write(.liveLimit, .warning, "All sessions are in use.", address: client.address)
                    return false
                }
            }
        }

        /// Creates a session.
        ///
        /// - Parameters:
        ///   - client: The client; `nil` for the shared session.
        ///   - request: The request of the client.
        ///   - isTransient: Whether the session ends with its first document. Defaults to `false`.
        func make(
            for client: ClientIdentity?, _ original: PageRequest?, isTransient: Bool = false
        ) async throws(RequestError) -> String {
            guard !isStopping else { throw .shuttingDown }
            let id = RandomID.make()
            let request = original.map(withCurrentIdentity)
            var client = client
            if let request { client?.identity = request.identity }
            let visitor = Visitor(request, client, request.map { _ in visitorService })
            // The session counts from now on, and is not ended while it is being created.
            table.insert(.init(client: client, visitor: visitor, isTransient: isTransient, requests: 1), as: id)
            noteCounts()
            let page: any ServedPage
            do {
                page = try await create { try await sessions.make(id, visitor) }
            } catch {
                _ = table.remove(id)
                log.write(
                    .sessionFailure, .error, "Cannot create a session, because the application threw an error.",
                    ["error": "\(Fault.name(of: error))"])
                throw .sessionFailed
            }
            guard !hasEnded, table[id] != nil else {
                _ = table.remove(id)
                await page.end()
                if hasEnded { throw .shuttingDown }
                // Its sign-in has ended meanwhile. A session without it takes its place.
                return try await make(for: client, original, isTransient: isTransient)
            }
            table.update(id) { entry in
                entry.page = page
                entry.requests = 0
            }
            return id
        }

        /// Creates a page with the limits and texts of the server.
        func create<Page: Sendable>(_ make: () async throws -> Page) async throws -> Page {
            let limits = PageLimits(nodes: configuration.limits.pageNodes, mountPath: configuration.mount.path)
            return try await PageLimits.$current.withValue(limits) {
                try await PageTexts.$current.withValue(configuration.texts) {
                    try await Wakeups.$current.withValue(wakeups) { try await make() }
                }
            }
        }
    }
#endif
