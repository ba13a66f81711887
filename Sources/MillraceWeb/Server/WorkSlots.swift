#if Web
    import Millrace

    /// Limits the work that runs for one client address at the same time. Further work waits in the order of its arrival.
    ///
    /// A client with many connections therefore has only a few jobs before those of the others.
    final class WorkSlots: Sendable {
        private struct Work {
            var running = 0
            var waiting: [CheckedContinuation<Bool, Never>] = []
        }

        private let limit: Int
        private let maxWaiting: Int
        private let work = Lock<[String: Work]>([:])

        init(limit: Int, maxWaiting: Int = .max) { (self.limit, self.maxWaiting) = (max(1, limit), maxWaiting) }

        /// The number of addresses with work.
        var count: Int { work.withLock { $0.count } }

        /// Waits until work of this address may run. After the work, call ``leave(_:)``.
        ///
        /// - Returns: `false` if too much work waits already. The work must not run then.
        func enter(_ address: String) async -> Bool {
            if work.withLock({ takeSlot(address, &$0) }) { return true }
            return await withCheckedContinuation { continuation in
                let result: Bool? = work.withLock { work in
                    if takeSlot(address, &work) { return true }
                    guard (work[address]?.waiting.count ?? 0) < maxWaiting else { return false }
                    work[address, default: Work()].waiting.append(continuation)
                    return nil
                }
                if let result { continuation.resume(returning: result) }
            }
        }

        /// Lets the next work of this address run.
        func leave(_ address: String) {
            let next = work.withLock { work -> CheckedContinuation<Bool, Never>? in
                guard var own = work[address] else { return nil }
                // The next work takes over the slot.
                let next = own.waiting.isEmpty ? nil : own.waiting.removeFirst()
                if next == nil { own.running -= 1 }
                work[address] = own.running > 0 ? own : nil
                return next
            }
            next?.resume(returning: true)
        }

        private func takeSlot(_ address: String, _ work: inout [String: Work]) -> Bool {
            guard work[address]?.running ?? 0 < limit else { return false }
            work[address, default: Work()].running += 1
            return true
        }
    }
#endif
