#if Web
    import Foundation

    /// Runs the work on pages: documents, forms, and the messages and frames of live pages.
    ///
    /// Work keeps the actor of its page busy, and pages can share an actor. So little small work of an address runs at the same time,
    /// and its large work runs one at a time; see ``LargeWork``. While work waits for effects, other work of its address runs.
    final class PageWork: Sendable {
        private let small: WorkSlots
        private let large: LargeWork
        private let wait: PageWait

        /// - Parameter wait: How work waits for effects, on the server's clock.
        init(_ sessions: WebSessions, _ limits: WebServer.Limits, wait: PageWait) {
            let cores = ProcessInfo.processInfo.activeProcessorCount
            // Pages that share an actor are handled one after another. The second one is ready when the first one ends. The limits of
            // requests and connections also limit the work that waits.
            small = WorkSlots(limit: min(limits.requestsPerAddress, sessions.hasSharedActor ? 2 : cores))
            large = LargeWork(limit: sessions.hasSharedActor ? 1 : cores, wait: wait)
            self.wait = wait
        }

        /// Runs work of this client when it is the client's turn.
        ///
        /// - Parameter work: Returns its result and the number of bytes that it handled. While it waits for effects as its argument
        ///   says, other work runs.
        func run<Result>(
            for client: ClientIdentity, isLarge: Bool, _ work: (PageWait) async -> (Result, bytes: Int)
        ) async -> Result {
            if isLarge { return await large.run(for: client, work) }
            _ = await small.enter(client)
            var wait = wait
            wait.releaseSlot = { [small] in small.leave(client) }
            wait.acquireSlot = { [small] in _ = await small.enter(client) }
            let (result, bytes) = await work(wait)
            endSmall(of: client, bytes: bytes)
            return result
        }

        /// Returns whether small work of this client may run now. After the work, call ``endSmall(of:bytes:)``.
        func startSmallNow(of client: ClientIdentity) -> Bool { small.enterNow(client) }

        /// Ends small work, and lets the next work of this address run.
        func endSmall(of client: ClientIdentity, bytes: Int) { small.leave(client, cost: ServerContext.cost(bytes)) }
    }
#endif
