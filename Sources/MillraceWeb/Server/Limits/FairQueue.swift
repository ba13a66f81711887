#if Web || Hummingbird || App
    import Millrace

    /// Lets work of clients wait until it is their turn.
    ///
    /// A few works run at the same time: half of them for one address, and half of these for one browser. Of those that wait, the one
    /// of the address that has used the least lately is next, and there the one of such a browser. So a client that has much to do
    /// delays others little, and browsers with the same address share what it gets.
    public final class FairQueue: Sendable {
        private struct Waiting {
            let client: WebClient
            let number: Int
            let continuation: CheckedContinuation<End, Never>
        }

        /// How the wait for a turn ends.
        private enum End { case begun, refused, cancelled }

        private struct State {
            var shares: FairShares<Never>
            var waiting: [Waiting] = []
            private var lastNumber = 0

            init(shares: FairShares<Never>) { self.shares = shares }

            mutating func nextNumber() -> Int {
                lastNumber += 1
                return lastNumber
            }

            /// Removes work that waits, without a turn.
            mutating func endWait(at index: Int) -> CheckedContinuation<End, Never> {
                let entry = waiting.remove(at: index)
                shares.cancelWait(of: entry.client)
                return entry.continuation
            }
        }

        private let maxWaiting: Int
        private let now: @Sendable () -> ContinuousClock.Instant
        private let state: Lock<State>

        /// Creates a queue.
        ///
        /// - Parameters:
        ///   - limit: How much work runs at the same time. Defaults to no limit.
        ///   - ofAddress: How much work of one address runs at the same time. Defaults to half of `limit`, and at least 1.
        ///   - waiting: How much work of one address may wait. Defaults to no limit.
        ///   - now: Measures the work. Defaults to the system's clock.
        public init(
            _ limit: Int = .max, ofAddress: Int? = nil, waiting: Int = .max,
            now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
        ) {
            (maxWaiting, self.now) = (waiting, now)
            state = Lock(State(shares: FairShares(limit, ofAddress: ofAddress)))
        }

        /// The amount of work that runs.
        var runningCount: Int { state.withLock { $0.shares.cost } }
        /// The number of addresses that are remembered.
        var addressCount: Int { state.withLock { $0.shares.addressCount } }

        /// The time of work that counts 1.
        private static let unit = Duration.milliseconds(20)

        /// Runs work when it is the client's turn. Each 20 ms of work count as much as a short work. Run long work in steps, so that others
        /// have a turn between them.
        ///
        /// - Parameters:
        ///   - client: The client.
        ///   - work: Returns the result. It is called in the caller's task.
        /// - Throws: ``Overload`` if too much work of the address waits; a `CancellationError` if the task is cancelled while the work
        ///   waits; what `work` throws.
        public func run<Result>(for client: WebClient, _ work: () async throws -> Result) async throws -> Result {
            let number = state.withLock { $0.nextNumber() }
            let end = await withTaskCancellationHandler {
                await wait(client, number, isCancellable: true)
            } onCancel: {
                cancel(number)
            }
            if end == .refused { throw Overload() }
            if end == .cancelled { throw CancellationError() }
            let start = now()
            defer { leave(client, cost: 1 + Int(start.duration(to: now()) / Self.unit)) }
            return try await work()
        }

        /// Too much work of an address waits.
        public struct Overload: Error, Equatable {
            /// Creates the error.
            public init() {}
        }

        /// Waits until work of this client may run. After the work, call ``leave(_:cost:)``.
        ///
        /// - Returns: `false` if too much work of the address waits. The work must not run then.
        func enter(_ client: WebClient) async -> Bool {
            await wait(client, state.withLock { $0.nextNumber() }, isCancellable: false) == .begun
        }

        private func wait(_ client: WebClient, _ number: Int, isCancellable: Bool) async -> End {
            if enterNow(client) { return .begun }
            return await withCheckedContinuation { continuation in
                let (next, refused) = state.withLock { state in
                    state.shares.beginWait(of: client)
                    state.waiting.append(Waiting(client: client, number: number, continuation: continuation))
                    return (startNext(&state), excess(at: client.address, &state))
                }
                for continuation in next { continuation.resume(returning: .begun) }
                refused?.resume(returning: .refused)
                // A cancellation may have preceded.
                if isCancellable, Task.isCancelled { cancel(number) }
            }
        }

        private func cancel(_ number: Int) {
            let entry = state.withLock { state in
                state.waiting.firstIndex { $0.number == number }.map { state.endWait(at: $0) }
            }
            entry?.resume(returning: .cancelled)
        }

        /// Returns whether work of this client may run now. After the work, call ``leave(_:cost:)``.
        func enterNow(_ client: WebClient) -> Bool {
            state.withLock { state in
                // Work that waits does not fit.
                guard state.shares.room(for: client) == .free else { return false }
                state.shares.beginWait(of: client)
                state.shares.beginTurn(of: client)
                return true
            }
        }

        /// Ends work, and lets the next one run.
        ///
        /// - Parameter cost: What the work has used, where small work counts 1.
        func leave(_ client: WebClient, cost: Int = 1) {
            let next = state.withLock { state in
                state.shares.endTurn(of: client, cost: cost)
                return startNext(&state)
            }
            for continuation in next { continuation.resume(returning: .begun) }
        }

        /// Begins the turns of all work that waits and fits.
        private func startNext(_ state: inout State) -> [CheckedContinuation<End, Never>] {
            var next: [CheckedContinuation<End, Never>] = []
            while let index = state.waiting.indices.filter({ state.shares.room(for: state.waiting[$0].client) == .free }
            )
            .min(by: { isEarlier(state.waiting[$0], state.waiting[$1], state.shares) }) {
                let entry = state.waiting.remove(at: index)
                state.shares.beginTurn(of: entry.client)
                next.append(entry.continuation)
            }
            return next
        }

        private func isEarlier(_ one: Waiting, _ other: Waiting, _ shares: FairShares<Never>) -> Bool {
            let (first, second) = (shares.position(of: one.client), shares.position(of: other.client))
            return (first.address, first.browser, one.number) < (second.address, second.browser, other.number)
        }

        /// Removes work if too much of an address waits: the latest of the browser with the most.
        private func excess(at address: String, _ state: inout State) -> CheckedContinuation<End, Never>? {
            let own = state.waiting.filter { $0.client.address == address }
            guard own.count > maxWaiting else { return nil }
            let counts = own.reduce(into: [:]) { $0[$1.client.browser, default: 0] += 1 }
            let last = own.max { one, other in
                (counts[one.client.browser] ?? 0, one.number) < (counts[other.client.browser] ?? 0, other.number)
            }
            guard let last, let index = state.waiting.firstIndex(where: { $0.number == last.number }) else {
                return nil
            }
            return state.endWait(at: index)
        }
    }
#endif
