#if Web || Hummingbird || App
    /// Places with the same use, in the order in which they are given up: of the address with the most, then of its browser with the
    /// most, then the most costly one, then the one whose last use is the earliest.
    struct ShareCandidates<ID: Hashable & Sendable>: Sendable {
        private struct Rank: Comparable, Sendable {
            /// The costs of all candidates of the address and of the browser, and of the place, negated.
            var address = 0, browser = 0, place: Int
            var lastUse: Int

            static func < (one: Rank, other: Rank) -> Bool {
                (one.address, one.browser, one.place, one.lastUse)
                    < (other.address, other.browser, other.place, other.lastUse)
            }
        }

        private var addresses = RankedKeys<String?, Rank>()
        private var browsers: [String?: RankedKeys<Int, Rank>] = [:]
        private var places: [WebClient?: RankedKeys<ID, Rank>] = [:]

        /// The place that is given up first.
        var first: ID? { addresses.first.flatMap { first(of: $0.key) } }

        /// The place of an address that is given up first. The address is `nil` for places without an owner.
        func first(of address: String?) -> ID? {
            browsers[address]?.first.flatMap { browser in
                first(of: address.map { WebClient(browser: browser.key, address: $0) })
            }
        }

        /// The place of a client that is given up first.
        func first(of client: WebClient?) -> ID? { places[client]?.first?.key }

        /// Adds a place, or removes it if its cost is `nil`.
        mutating func set(_ id: ID, of client: WebClient?, cost: Int?, lastUse: Int) {
            let (address, browser) = (client?.address, client?.browser ?? 0)
            let old = places[client]?[id]?.place ?? 0
            let change = -(cost ?? 0) - old
            places[client, default: .init()][id] = cost.map { Rank(place: -$0, lastUse: lastUse) }
            var rank = places[client]?.first?.rank
            if rank == nil { places[client] = nil }
            rank?.browser = (browsers[address]?[browser]?.browser ?? 0) + change
            browsers[address, default: .init()][browser] = rank
            rank = browsers[address]?.first?.rank
            if rank == nil { browsers[address] = nil }
            rank?.address = (addresses[address]?.address ?? 0) + change
            addresses[address] = rank
        }
    }
#endif
