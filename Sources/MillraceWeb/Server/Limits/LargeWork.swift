#if Web || Hummingbird || App
    import Millrace

    /// Runs the work for large pages, large inputs and navigations one at a time, because it keeps an actor busy that other clients may
    /// share.
    ///
    /// Addresses take turns, and so do the browsers of an address. After long work of an address, its next work waits for a pause. In
    /// it, the work of other addresses runs, and small work that takes several steps on the actor.
    final class LargeWork: Sendable {
        /// The longest pause after long work.
        private static let longestPause = Duration.milliseconds(100)

        /// The memory in bytes that long work allocates and frees at least, as an estimate.
        static let memoryOfLongWork = 500_000

        private let freed: FreedMemory
        private let ofAddress = WorkSlots(limit: 1)
        private let ofAll: WorkSlots
        private let wait: PageWait
        /// Measures the pauses. It is not the server's clock: a pause would last until a test advances that clock.
        private let clock: any Clock<Duration>

        /// - Parameters:
        ///   - limit: How much work of different addresses runs at the same time.
        ///   - wait: How work waits for effects, on the server's clock.
        ///   - freed: The memory that long work has freed.
        ///   - clock: Measures the pauses. Defaults to the system's clock.
        init(limit: Int, wait: PageWait, freed: FreedMemory, clock: any Clock<Duration> = ContinuousClock()) {
            (ofAll, self.wait, self.freed, self.clock) = (WorkSlots(limit: limit), wait, freed, clock)
        }

        /// Runs work of this client when it is the client's turn.
        ///
        /// The client is charged for the time of the work on its pages, not for its bytes: short frames can take long to make. Nor is it
        /// charged for the time in which the work waits for the actor, because others use that.
        ///
        /// - Parameter work: Returns its result. While it waits for effects as its argument says, other work runs.
        func run<Result>(for client: ClientIdentity, _ work: (PageWait) async -> Result) async -> Result {
            await enter(client)
            let time = PageTime()
            var wait = wait
            wait.releaseSlot = { [self] in leave(client, after: time.take()) }
            wait.acquireSlot = { [self] in await enter(client) }
            defer { leave(client, after: time.take()) }
            return await PageTime.$current.withValue(time) { await work(wait) }
        }

        /// Lets the next work run. If this work was long, the next one of the address begins after a pause. The caller does not wait for
        /// the pause.
        private func leave(_ client: ClientIdentity, after time: Duration) {
            let cost = Self.cost(time)
            ofAll.leave(Self.address(of: client), cost: cost)
            if time <= Page.longWork { return ofAddress.leave(client, cost: cost) }
            freed.note(Self.memoryOfLongWork)
            Task {
                try? await clock.sleep(for: min(time / 2, Self.longestPause))
                ofAddress.leave(client, cost: cost)
            }
        }

        private func enter(_ client: ClientIdentity) async {
            _ = await ofAddress.enter(client)
            _ = await ofAll.enter(Self.address(of: client))
        }

        /// The cost of work by its time.
        static func cost(_ time: Duration) -> Int { 1 + Int(time / .milliseconds(5)) }

        /// The address as one of the clients that share the queue of all addresses.
        private static func address(of client: ClientIdentity) -> ClientIdentity {
            ClientIdentity(cookie: client.address, address: "")
        }
    }
#endif
