#if Web
    import Millrace

    /// Runs the work for large pages, large inputs and navigations one at a time, because it keeps an actor busy that other clients may
    /// share.
    ///
    /// Addresses take turns, and so do the browsers of an address. After long work there is a pause, in which small work runs that
    /// takes several steps on the actor. So a small page waits for one such work at most.
    final class LargeWork: Sendable {
        /// The longest pause after long work.
        private static let longestPause = Duration.milliseconds(100)

        /// The memory in bytes that long work allocates and frees at least, as an estimate.
        static let memoryOfLongWork = 500_000

        private let freed: FreedMemory
        private let ofAddress = WorkSlots(limit: 1)
        private let ofAll: WorkSlots
        private let wait: PageWait
        /// Measures the work, and the pauses. It is not the server's clock: a test that advances that clock would make work seem long,
        /// and its pause would last until the test advances the clock again.
        private let clock: any Clock<Duration>

        /// - Parameters:
        ///   - limit: How much work of different addresses runs at the same time.
        ///   - wait: How work waits for effects, on the server's clock.
        ///   - freed: The memory that long work has freed.
        ///   - clock: Measures the elapsed time of the work, and the pauses. Defaults to the system's clock.
        init(limit: Int, wait: PageWait, freed: FreedMemory, clock: any Clock<Duration> = ContinuousClock()) {
            (ofAll, self.wait, self.freed, self.clock) = (WorkSlots(limit: limit), wait, freed, clock)
        }

        /// Runs work of this client when it is the client's turn.
        ///
        /// The client is charged for the time of the work, not for its bytes: short frames can take long to make.
        ///
        /// - Parameter work: Returns its result. While it waits for effects as its argument says, other work runs.
        func run<Result>(for client: ClientIdentity, _ work: (PageWait) async -> Result) async -> Result {
            await enter(client)
            let stopwatch = Stopwatch(clock)
            var wait = wait
            wait.releaseSlot = { [self] in leave(client, after: stopwatch.elapsed) }
            wait.acquireSlot = { [self] in
                await enter(client)
                stopwatch.restart()
            }
            defer { leave(client, after: stopwatch.elapsed) }
            return await work(wait)
        }

        /// Lets the next work run, after a pause if this work was long. The caller does not wait for the pause.
        private func leave(_ client: ClientIdentity, after time: Duration) {
            let cost = Self.cost(time)
            if time <= Page.longWork { return leave(client, cost: cost) }
            freed.note(Self.memoryOfLongWork)
            Task {
                try? await clock.sleep(for: min(time / 2, Self.longestPause))
                leave(client, cost: cost)
            }
        }

        private func enter(_ client: ClientIdentity) async {
            _ = await ofAddress.enter(client)
            _ = await ofAll.enter(Self.address(of: client))
        }

        /// The cost of work by its time.
        static func cost(_ time: Duration) -> Int { 1 + Int(time / .milliseconds(5)) }

        private func leave(_ client: ClientIdentity, cost: Int) {
            ofAll.leave(Self.address(of: client), cost: cost)
            ofAddress.leave(client, cost: cost)
        }

        /// The address as one of the clients that share the queue of all addresses.
        private static func address(of client: ClientIdentity) -> ClientIdentity {
            ClientIdentity(cookie: client.address, address: "")
        }
    }

    /// Measures the time since its last start.
    private final class Stopwatch: Sendable {
        private let now: @Sendable () -> Duration
        private let begin = Lock(Duration.zero)

        /// Creates a stopwatch and starts it.
        convenience init(_ clock: any Clock<Duration>) { self.init(of: clock) }

        private init<C: Clock<Duration>>(of clock: C) {
            let start = clock.now
            now = { start.duration(to: clock.now) }
        }

        func restart() { begin.withLock { $0 = now() } }
        var elapsed: Duration { begin.withLock { now() - $0 } }
    }
#endif
