#if Web || Hummingbird || App
    /// The shares of addresses, or of the browsers of one address: the cost of their places, and their recent use.
    ///
    /// Turns follow start-time fair queueing: each has a position, and the use of a turn moves the next one back. A key without
    /// waiting turns comes one position behind the turn that began last. So no key can save up turns, and no turn waits forever.
    struct ShareTable<Key: Hashable & Sendable>: Sendable {
        private struct Share {
            /// The cost of its places.
            var cost = 0
            /// The number of turns that it waits for.
            var waiting = 0
            /// The position of its next turn.
            var position = 0
        }

        private static var minCleanup: Int { 64 }
        private var shares: [Key: Share] = [:]
        /// The keys with a cost above 0, the highest first.
        private var costs = RankedKeys<Key, Int>()
        /// The position of the turn that began last.
        private var position = 0
        /// The number of shares at which those that equal a new one are removed.
        private var nextCleanup = minCleanup

        /// The number of keys that are remembered.
        var count: Int { shares.count }
        /// The key with the highest cost, and this cost.
        var most: (key: Key, cost: Int)? { costs.first.map { ($0.key, -$0.rank) } }

        func cost(of key: Key) -> Int { shares[key]?.cost ?? 0 }
        func contains(_ key: Key) -> Bool { shares[key] != nil }

        /// Changes the cost of a key's places.
        mutating func add(_ cost: Int, to key: Key) {
            update(key) { $0.cost += cost }
            costs[key] = self.cost(of: key) > 0 ? -self.cost(of: key) : nil
            removeIdleShares()
        }

        /// The position of the next turn. The lowest is next.
        func position(of key: Key) -> Int { shares[key].map { $0.position } ?? position + 1 }

        /// Adds a turn that waits.
        mutating func beginWait(_ key: Key) {
            update(key) { [position] share in
                if share.waiting == 0 { share.position = max(share.position, position + 1) }
                share.waiting += 1
            }
        }

        /// Ends the wait for a turn.
        ///
        /// - Parameter hasTurn: Whether the turn begins. Otherwise it has been given up.
        mutating func endWait(_ key: Key, hasTurn: Bool) {
            if hasTurn { position = max(position, self.position(of: key)) }
            update(key) { share in
                share.waiting -= 1
                if hasTurn { share.position += 1 }
            }
        }

        /// Counts the use of a key's turns besides the 1 of each turn.
        mutating func use(_ amount: Int, by key: Key) { update(key) { $0.position += amount } }

        private mutating func update(_ key: Key, _ change: (inout Share) -> Void) {
            change(&shares[key, default: Share()])
        }

        /// Removes shares that equal a new one, once they are most of all.
        private mutating func removeIdleShares() {
            guard shares.count >= nextCleanup else { return }
            shares = shares.filter { _, share in
                share.cost > 0 || share.waiting > 0 || share.position > position + 1
            }
            nextCleanup = max(Self.minCleanup, 2 * shares.count)
        }
    }
#endif
