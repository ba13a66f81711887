#if Web || Hummingbird || App
    import Foundation
    import Millrace

    /// Runs the work on pages: documents, forms, and the messages and frames of live pages. Its cost is the time that it takes.
    ///
    /// Work keeps the actor of its page busy, and pages can share an actor. So little small work of an address runs at the same time.
    /// Work for large pages and inputs, and navigations, are large: one of an address runs at a time, and addresses take turns.
    ///
    /// After long work of an address, its next work waits for a pause. In it, the work of other addresses runs, and small work
    /// that takes several steps on the actor. For a second after long work, all work of the address is large.
    final class PageWork: Sendable {
        /// The longest pause after long work.
        private static let longestPause = Duration.milliseconds(100)
        /// The memory in bytes that long work allocates and frees at least, as an estimate.
        static let memoryOfLongWork = 500_000
        /// The duration for which all work of an address is large after long work.
        private static let durationOfLarge = Duration.seconds(1)

        private let small: FairQueue
        private let large = FairQueue(ofAddress: 1)
        private let largeOfAll: FairQueue
        private let wait: PageWait
        private let freed: FreedMemory
        /// The time until which all work of an address is large.
        private let largeUntil = Lock<[String: Duration]>([:])
        /// Measures the pauses. It is not the server's clock: a pause would last until a test advances that clock.
        private let clock: any Clock<Duration>

        /// - Parameters:
        ///   - hasSharedActor: Whether pages share an actor. Otherwise large work of different addresses uses all cores.
        ///   - wait: How work waits for effects, on the server's clock.
        ///   - freed: The memory that long work has freed.
        ///   - clock: Measures the pauses. Defaults to the system's clock.
        init(
            hasSharedActor: Bool, wait: PageWait, freed: FreedMemory,
            clock: any Clock<Duration> = ContinuousClock()
        ) {
            let cores = ProcessInfo.processInfo.activeProcessorCount
            // Pages that share an actor are handled one after another. The second one is ready when the first one ends. The limits of
            // requests and connections also limit the work that waits.
            small = FairQueue(ofAddress: hasSharedActor ? 2 : cores)
            let limit = hasSharedActor ? 1 : cores
            largeOfAll = FairQueue(limit, ofAddress: limit)
            (self.wait, self.freed, self.clock) = (wait, freed, clock)
        }

        /// Runs work of this client when it is the client's turn.
        ///
        /// The time in which the work waits for the actor does not count, because others use that.
        ///
        /// - Parameter work: Returns its result. While it waits for effects as its argument says, other work runs.
        func run<Result>(
            for client: WebClient, isLarge: Bool, _ work: (PageWait) async -> Result
        ) async -> Result {
            let isLarge = isLarge || isLargeOnly(client)
            await enter(client, isLarge)
            return await PageTime.measured { time in
                var wait = wait
                wait.releasePlace = { [self] in release(client, isLarge, after: time.take()) }
                wait.takePlace = { [self] in await enter(client, isLarge) }
                defer { release(client, isLarge, after: time.take()) }
                return await work(wait)
            }
        }

        /// Returns whether small work of this client may run now. After the work, call ``endSmall(of:after:)``.
        func startSmallNow(of client: WebClient) -> Bool { !isLargeOnly(client) && small.enterNow(client) }

        /// Ends small work, and lets the next work of this address run.
        func endSmall(of client: WebClient, after time: Duration) { release(client, false, after: time) }

        private func enter(_ client: WebClient, _ isLarge: Bool) async {
            // No limit refuses work that waits here.
            _ = await (isLarge ? large : small).enter(client)
            if isLarge { _ = await largeOfAll.enter(client) }
        }

        /// Lets the next work run. If this work was long, the next one of the address begins after a pause. The caller does not wait for
        /// the pause.
        private func release(_ client: WebClient, _ isLarge: Bool, after time: Duration) {
            let cost = Self.cost(time)
            if isLarge { largeOfAll.release(client, cost: cost) }
            let queue = isLarge ? large : small
            guard time > Page.longWork else { return queue.release(client, cost: cost) }
            freed.note(Self.memoryOfLongWork)
            noteLong(of: client)
            Task { [clock] in
                try? await clock.sleep(for: min(time / 2, Self.longestPause))
                queue.release(client, cost: cost)
            }
        }

        /// The cost of work by its time.
        static func cost(_ time: Duration) -> Int { 1 + Int(time / .milliseconds(5)) }

        private func noteLong(of client: WebClient) {
            let now = wait.now()
            largeUntil.withLock { times in
                times = times.filter { $0.value > now }
                times[client.address] = now + Self.durationOfLarge
            }
        }

        private func isLargeOnly(_ client: WebClient) -> Bool {
            let end = largeUntil.withLock { $0.isEmpty ? nil : $0[client.address] }
            return end.map { $0 > wait.now() } ?? false
        }
    }
#endif
