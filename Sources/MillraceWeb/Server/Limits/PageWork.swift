#if Web || Hummingbird || App
    import Foundation
    import Millrace

    /// Runs the work on pages: documents, forms, and the messages and frames of live pages.
    ///
    /// Work keeps the actor of its page busy, and pages can share an actor. So little small work of an address runs at the same time,
    /// and its large work runs one at a time; see ``LargeWork``. While work waits for effects, other work of its address runs.
    ///
    /// Small work can turn out to be long. So that an address with many browsers does not do much of it, all its work is large for a
    /// second afterwards.
    final class PageWork: Sendable {
        private let small: WorkSlots
        private let large: LargeWork
        private let wait: PageWait
        /// The time until which all work of an address is large.
        private let largeUntil = Lock<[String: Duration]>([:])
        /// The duration for which all work of an address is large after a page of its has become large.
        private static let durationOfLarge = Duration.seconds(1)

        /// - Parameters:
        ///   - wait: How work waits for effects, on the server's clock.
        ///   - freed: The memory that large work has freed.
        init(_ sessions: WebSessions, _ limits: LivePages.Limits, wait: PageWait, freed: FreedMemory) {
            let cores = ProcessInfo.processInfo.activeProcessorCount
            // Pages that share an actor are handled one after another. The second one is ready when the first one ends. The limits of
            // requests and connections also limit the work that waits.
            small = WorkSlots(limit: min(limits.requestsPerAddress, sessions.hasSharedActor ? 2 : cores))
            large = LargeWork(limit: sessions.hasSharedActor ? 1 : cores, wait: wait, freed: freed)
            self.wait = wait
        }

        /// Runs work of this client when it is the client's turn.
        ///
        /// - Parameter work: Returns its result and the number of bytes that it handled. While it waits for effects as its argument
        ///   says, other work runs.
        func run<Result>(
            for client: ClientIdentity, isLarge: Bool, _ work: (PageWait) async -> (Result, bytes: Int)
        ) async -> Result {
            if isLarge || isLargeOnly(client) { return await large.run(for: client) { await work($0).0 } }
            _ = await small.enter(client)
            var wait = wait
            wait.releaseSlot = { [small] in small.leave(client) }
            wait.acquireSlot = { [small] in _ = await small.enter(client) }
            let (result, bytes) = await work(wait)
            endSmall(of: client, bytes: bytes)
            return result
        }

        /// Returns whether small work of this client may run now. After the work, call ``endSmall(of:bytes:)``.
        func startSmallNow(of client: ClientIdentity) -> Bool { !isLargeOnly(client) && small.enterNow(client) }

        /// Notes that a page of this client has become large during small work.
        func noteLarge(of client: ClientIdentity) {
            let now = wait.now()
            largeUntil.withLock { times in
                times = times.filter { $0.value > now }
                times[client.address] = now + Self.durationOfLarge
            }
        }

        private func isLargeOnly(_ client: ClientIdentity) -> Bool {
            let end = largeUntil.withLock { $0.isEmpty ? nil : $0[client.address] }
            return end.map { $0 > wait.now() } ?? false
        }

        /// Ends small work, and lets the next work of this address run.
        func endSmall(of client: ClientIdentity, bytes: Int) { small.leave(client, cost: ServerContext.cost(bytes)) }
    }
#endif
