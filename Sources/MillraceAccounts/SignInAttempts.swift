#if Web || Hummingbird || App
    import Millrace

    /// The attempts to sign in that have failed. They are forgotten when the program ends.
    final class SignInAttempts: Sendable {
        struct Key: Hashable, Sendable {
            let account: String
            let address: String
        }

        private struct Entry {
            var count = 0
            var last = Duration.zero
        }

        /// The number of failures before attempts are delayed, and the time between attempts then.
        private static let (maxFailures, delay) = (5, Duration.seconds(60))
        /// The number of accounts and addresses that are remembered. Beyond it, half of them are forgotten: those with the fewest
        /// failures, of these the oldest.
        private static let maxEntries = 10_000

        private let now: @Sendable () -> Duration
        private let entries = Lock<[Key: Entry]>([:])

        init(now: @escaping @Sendable () -> Duration) { self.now = now }

        /// The number of accounts and addresses that are remembered.
        var count: Int { entries.withLock { $0.count } }

        /// Counts an attempt, as if it had failed: many can run at the same time.
        ///
        /// - Returns: The time until the next attempt is checked; `nil` if this one is.
        func begin(_ key: Key) -> Duration? {
            let now = now()
            return entries.withLock { entries in
                var entry = entries[key] ?? Entry()
                let wait = Self.delay - (now - entry.last)
                if entry.count >= Self.maxFailures, wait > .zero { return wait }
                (entry.count, entry.last) = (entry.count + 1, now)
                entries[key] = entry
                Self.limit(&entries)
                return nil
            }
        }

        /// Removes an attempt that was not checked.
        func takeBack(_ key: Key) {
            entries.withLock { entries in
                entries[key]?.count -= 1
                if entries[key]?.count == 0 { entries[key] = nil }
            }
        }

        /// Forgets the failures before a success.
        func succeed(_ key: Key) { entries.withLock { $0[key] = nil } }

        private static func limit(_ entries: inout [Key: Entry]) {
            guard entries.count > maxEntries else { return }
            let order = entries.sorted { ($0.value.count, $0.value.last) < ($1.value.count, $1.value.last) }
            for (key, _) in order.prefix(maxEntries / 2) { entries[key] = nil }
        }
    }
#endif
