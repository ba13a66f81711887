#if Web
    /// Runs the work for large pages and large inputs one at a time, because it keeps an actor busy that other clients may share.
    ///
    /// Addresses take turns, and so do the browsers of an address. After long work there is a pause, in which small work runs that
    /// takes several steps on the actor. So a small page waits for one such work at most.
    final class LargeWork: Sendable {
        /// The estimated memory of a page, in bytes, above which work for the page is large.
        static let pageMemory = 1_000_000
        /// The duration above which work is long, and the longest pause after it.
        private static let (longWork, longestPause) = (Duration.milliseconds(20), Duration.milliseconds(100))

        private let ofAddress = WorkSlots(limit: 1)
        private let ofAll: WorkSlots
        private let now: @Sendable () -> Duration
        private let sleep: Sleep

        /// - Parameters:
        ///   - limit: How much work of different addresses runs at the same time.
        ///   - now: Returns the time on the server's clock.
        ///   - sleep: Suspends for a duration on that clock.
        init(limit: Int, now: @escaping @Sendable () -> Duration, sleep: @escaping Sleep) {
            (ofAll, self.now, self.sleep) = (WorkSlots(limit: limit), now, sleep)
        }

        /// Runs work of this client when it is the client's turn.
        ///
        /// - Parameter work: Returns its result and the number of bytes that it handled.
        func run<Result>(for client: ClientIdentity, _ work: () async -> (Result, bytes: Int)) async -> Result {
            await enter(client)
            let start = now()
            let (result, bytes) = await work()
            let pause = min((now() - start) / 4, Self.longestPause)
            let cost = ServerContext.cost(bytes)
            if pause < Self.longWork / 4 {
                leave(client, cost: cost)
            } else {
                // The result does not wait for the pause.
                Task {
                    await sleep(pause)
                    leave(client, cost: cost)
                }
            }
            return result
        }

        /// Returns a function that sleeps while other work runs.
        func yieldingSleep(for client: ClientIdentity) -> Sleep {
            { [self] duration in
                leave(client)
                await sleep(duration)
                await enter(client)
            }
        }

        private func enter(_ client: ClientIdentity) async {
            _ = await ofAddress.enter(client)
            _ = await ofAll.enter(Self.address(of: client))
        }

        private func leave(_ client: ClientIdentity, cost: Int = 1) {
            ofAll.leave(Self.address(of: client), cost: cost)
            ofAddress.leave(client, cost: cost)
        }

        /// The address as one of the clients that share the queue of all addresses.
        private static func address(of client: ClientIdentity) -> ClientIdentity {
            ClientIdentity(cookie: client.address, address: "")
        }
    }
#endif
