#if Web || Hummingbird || App
    import Millrace

    /// Limits the work that runs for one client address at the same time, and shares the slots between its browsers.
    ///
    /// A client with many connections therefore has only a few jobs before those of other addresses.
    final class WorkSlots: Sendable {
        private typealias Queue = FairQueue<CheckedContinuation<Bool, Never>>

        private let limit: Int
        private let maxWaiting: Int
        private let queues = Lock<[String: Queue]>([:])

        init(limit: Int, maxWaiting: Int = .max) { (self.limit, self.maxWaiting) = (limit, maxWaiting) }

        /// The number of addresses with work.
        var count: Int { queues.withLock { $0.count } }

        /// Waits until work of this browser may run. After the work, call ``leave(_:cost:)``.
        ///
        /// - Returns: `false` if too much work of the address waits. The work must not run then.
        func enter(_ client: ClientIdentity) async -> Bool {
            if enterNow(client) { return true }
            return await withCheckedContinuation { continuation in
                let (started, refused) = queues.withLock { queues in
                    queues[client.address, default: Queue(limit: limit, maxWaiting: maxWaiting)]
                        .add(continuation, of: client.cookie)
                }
                for continuation in started { continuation.resume(returning: true) }
                refused?.resume(returning: false)
            }
        }

        /// Decodes an input or encodes a document when it is the turn of its browser, or at once if it is short.
        ///
        /// - Parameters:
        ///   - byteCount: The number of bytes in the input or the document.
        ///   - client: The browser.
        ///   - work: Returns the result.
        func convert<Result>(
            byteCount: Int, of client: ClientIdentity, _ work: () async throws -> Result
        ) async rethrows -> Result {
            guard byteCount > ServerContext.maxQuickBytes else { return try await work() }
            _ = await enter(client)
            defer { leave(client, cost: ServerContext.cost(byteCount)) }
            return try await work()
        }

        /// Returns whether work of this browser may run now. After the work, call ``leave(_:cost:)``.
        func enterNow(_ client: ClientIdentity) -> Bool {
            queues.withLock { queues in
                queues[client.address, default: Queue(limit: limit, maxWaiting: maxWaiting)].startNow(of: client.cookie)
            }
        }

        /// Lets the next work of this address run.
        ///
        /// - Parameter cost: The cost of the work that has ended, where 1 is the cost of small work.
        func leave(_ client: ClientIdentity, cost: Int = 1) {
            let started = queues.withLock { queues in
                let started = queues[client.address]?.end(client.cookie, cost: cost) ?? []
                if queues[client.address]?.isEmpty == true { queues[client.address] = nil }
                return started
            }
            for continuation in started { continuation.resume(returning: true) }
        }
    }
#endif
