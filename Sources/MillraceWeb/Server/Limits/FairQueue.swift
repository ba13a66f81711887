#if Web || Hummingbird || App
    import Millrace

    /// Lets work of clients wait until it is their turn.
    ///
    /// Little work runs at the same time: at most half of it for one address, and half of that for one browser. Of the work that waits,
    /// that of the address with the least recent use is next, and there that of such a browser. So a client with much work delays others
    /// little, and browsers with the same address share its turns.
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
        ///   - ofBrowser: How much work of one browser runs at the same time. Defaults to half of `ofAddress`, and at least 1.
        ///   - waiting: How much work of one address may wait. Defaults to no limit.
        ///   - now: Measures the work. Defaults to the system's clock.
        public init(
            _ limit: Int = .max, ofAddress: Int? = nil, ofBrowser: Int? = nil, waiting: Int = .max,
            now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
        ) {
            (maxWaiting, self.now) = (waiting, now)
            state = Lock(State(shares: FairShares(max(1, limit), ofAddress: ofAddress, ofBrowser: ofBrowser)))
        }

        /// The amount of work that runs.
        var runningCount: Int { state.withLock { $0.shares.cost } }

        /// The time of work that counts 1.
        private static let unit = Duration.milliseconds(20)

        /// Runs work when it is the client's turn. Each 20 ms of work count as much as a short work. Run long work in steps, so that others
        /// have a turn between them.
        ///
        /// - Parameters:
        ///   - client: The client.
        ///   - work: Returns the result. It is called in the caller's task.
        /// - Throws: ``Overload`` if too much work of the address waits; a `CancellationError` if the task is cancelled while the work
        ///   waits; the error of `work`. Work that need not wait begins also in a cancelled task.
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
            defer { release(client, cost: 1 + Int(start.duration(to: now()) / Self.unit)) }
            return try await work()
        }

        /// Too much work of an address waits.
        public struct Overload: Error, Equatable {
            /// Creates the error.
            public init() {}
        }

        /// Waits until work of this client may run. After the work, call ``release(_:cost:)``.
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

        /// Returns whether work of this client may run now. After the work, call ``release(_:cost:)``.
        func enterNow(_ client: WebClient) -> Bool {
            state.withLock { state in
                // Work that waits does not fit.
                guard state.shares.hasRoom(for: client) else { return false }
                state.shares.beginWait(of: client)
                state.shares.beginTurn(of: client)
                return true
            }
        }

        /// Ends work, and lets the next one run.
        ///
        /// - Parameter cost: The use of the work, where small work counts 1.
        func release(_ client: WebClient, cost: Int = 1) {
            let next = state.withLock { state in
                state.shares.endTurn(of: client, cost: cost)
                return startNext(&state)
            }
            for continuation in next { continuation.resume(returning: .begun) }
        }

        /// Begins the turns of all work that waits and fits.
        private func startNext(_ state: inout State) -> [CheckedContinuation<End, Never>] {
            var next: [CheckedContinuation<End, Never>] = []
            while let index = nextIndex(state) {
                let entry = state.waiting.remove(at: index)
                state.shares.beginTurn(of: entry.client)
                next.append(entry.continuation)
            }
            return next
        }

        /// Returns the next work that fits: first the address is chosen, and then the browser.
        private func nextIndex(_ state: State) -> Int? {
            let fitting = state.waiting.indices.filter { state.shares.hasRoom(for: state.waiting[$0].client) }
            // Work is in the order of its arrival, so of equal positions, the first one is next.
            let positions = fitting.map { state.shares.position(of: state.waiting[$0].client) }
            guard let first = positions.indices.min(by: { positions[$0].address < positions[$1].address }) else {
                return nil
            }
            let address = state.waiting[fitting[first]].client.address
            let own = positions.indices.filter { state.waiting[fitting[$0]].client.address == address }
            return own.min { positions[$0].browser < positions[$1].browser }.map { fitting[$0] }
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
