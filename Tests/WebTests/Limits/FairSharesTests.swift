#if Web || App
    import TestSupport
    import Testing

    @testable import MillraceWeb

    /// One rule decides who gives up a place.
    @Suite("Fair shares") struct FairSharesTests {
        private typealias Shares = FairShares<String>

        /// Takes a place for a browser at an address. The place of an ID that is added later was used later.
        private func add(
            _ id: String, _ browser: Int = 1, at address: String, cost: Int = 1, _ use: Shares.Use,
            to shares: inout Shares,
            _ number: inout Int
        ) {
            number += 1
            let client = WebClient(browser: browser, address: address)
            shares.set(.init(client: client, cost: cost, use: use, lastUse: number), as: id)
        }

        @Test("Limits of the server · one address has half of the places, and one browser half of those")
        func halves() {
            var (shares, number) = (Shares(8), 0)
            let (one, two) = (WebClient(browser: 1, address: "a"), WebClient(browser: 2, address: "a"))
            add("1", at: "a", .active, to: &shares, &number)
            add("2", at: "a", .idle, to: &shares, &number)
            #expect(shares.room(for: one) == .after("2") && shares.room(for: two) == .free)
            add("3", 2, at: "a", .unused, to: &shares, &number)
            add("4", 2, at: "a", .active, to: &shares, &number)
            #expect(shares.room(for: two) == .after("3"))
            #expect(shares.room(for: WebClient(browser: 3, address: "a")) == .after("3"))
            #expect(shares.room(for: WebClient(browser: 1, address: "b")) == .free)
            for id in ["2", "3"] { shares.set(nil, as: id) }
            for id in ["5", "6"] { add(id, 3, at: "a", .active, to: &shares, &number) }
            #expect(shares.room(for: WebClient(browser: 4, address: "a")) == .full)
        }

        @Test(
            "Limits of the server · an unused place is given up first, then an idle one, each of the address with the most"
        )
        func order() {
            var (shares, number) = (Shares(6), 0)
            let newcomer = WebClient(browser: 1, address: "new")
            add("idle a", at: "a", .idle, to: &shares, &number)
            add("active b", 1, at: "b", .active, to: &shares, &number)
            add("idle b", 2, at: "b", .idle, to: &shares, &number)
            add("unused a", at: "a", .unused, to: &shares, &number)
            add("active c", at: "c", .active, to: &shares, &number)
            add("idle b3", 3, at: "b", .idle, to: &shares, &number)
            #expect(shares.room(for: newcomer) == .after("unused a"))
            shares.set(nil, as: "unused a")
            add("active d", at: "d", .active, to: &shares, &number)
            for id in ["idle b", "idle a", "idle b3"] {
                #expect(shares.room(for: newcomer) == .after(id))
                shares.set(nil, as: id)
                add("instead of \(id)", at: "b", .active, to: &shares, &number)
            }
            // The address with the most gives up an active place if the newcomer's has at least two less.
            #expect(shares.room(for: newcomer) == .after("active b"))
            for other in ["a", "c", "d"] {
                #expect(shares.room(for: WebClient(browser: 9, address: other)) == .after("active b"))
            }
            add("second c", 2, at: "c", .active, to: &shares, &number)
            add("third c", 2, at: "c", .active, to: &shares, &number)
            #expect(shares.room(for: WebClient(browser: 9, address: "c")) == .full)
        }

        @Test(
            "Limits of the server · silent connections of other addresses do not lock out an address with many in use")
        func office() {
            var (shares, number) = (Shares(20, ofBrowser: 20), 0)
            for index in 0..<8 { add("office \(index)", at: "office", .active, to: &shares, &number) }
            for index in 0..<12 { add("silent \(index)", at: index < 6 ? "a" : "b", .unused, to: &shares, &number) }
            #expect(shares.room(for: WebClient(browser: 1, address: "office")) == .after("silent 0"))
            // Nor does a further silent one displace one that the office has just opened.
            shares.set(nil, as: "silent 0")
            add("office's newest", at: "office", .unused, to: &shares, &number)
            #expect(shares.room(for: WebClient(browser: 1, address: "c")) == .after("silent 6"))
        }

        @Test("Limits of the server · of the places of a browser, the most costly one is given up first") func largest()
        {
            var (shares, number) = (Shares(100, ofAddress: .max, ofBrowser: .max), 0)
            for index in 0..<3 { add("small \(index)", at: "a", cost: 10, .active, to: &shares, &number) }
            add("large", at: "a", cost: 90, .active, to: &shares, &number)
            #expect(shares.excess() == "large")
        }

        @Test(
            "Limits of the server · after random changes, a search of all places finds the same place to give up",
            arguments: 0..<20)
        func randomChanges(seed: Int) {
            var random = SeededGenerator(seed: UInt64(seed))
            var (shares, places) = (
                FairShares<Int>(1, ofAddress: .max, ofBrowser: .max), [Int: FairShares<Int>.Place]()
            )
            let uses = [FairShares<Int>.Use.unused, .idle, .active, .fixed]
            // Shares of many addresses are removed when they are no longer used.
            let (ids, addresses) = seed % 2 == 0 ? (40, 4) : (100, 300)
            for lastUse in 0..<400 {
                let id = Int.random(in: 0..<ids, using: &random)
                let client = WebClient(
                    browser: Int.random(in: 0..<3, using: &random),
                    address: "\(Int.random(in: 0..<addresses, using: &random))")
                let place = FairShares<Int>.Place(
                    client: random.chance(oneIn: 10) ? nil : client, cost: Int.random(in: 0..<4, using: &random),
                    use: uses.randomElement(using: &random) ?? .idle, lastUse: lastUse)
                places[id] = random.chance(oneIn: 4) ? nil : place
                shares.set(places[id], as: id)
                // Several changes precede most calls of `room`.
                if random.chance(oneIn: 2) { continue }
                let newest = places.filter { [.unused, .idle].contains($0.value.use) }.max {
                    $0.value.lastUse < $1.value.lastUse
                }
                let excess = shares.excess().map(FairShares<Int>.Room.after) ?? .full
                #expect(rooms(in: places, without: newest?.key).contains(excess) || shares.cost <= 1)
                let room = shares.room(for: WebClient(browser: 9, address: "new"), cost: 1_000)
                #expect(rooms(in: places).contains(room))
            }
        }

        @Test("Limits of the server · places that have ended are not stored") func endedPlaces() {
            var (shares, number) = (Shares(20), 0)
            add("first", at: "a", .active, to: &shares, &number)
            for index in 0..<10_000 {
                add("\(index)", at: "a", .idle, to: &shares, &number)
                shares.set(nil, as: "\(index)")
                shares.set(.init(client: nil, use: index % 2 == 0 ? .idle : .active, lastUse: index), as: "first")
            }
            #expect(shares.outdatedCount == 1)
        }

        /// What a newcomer can be answered, by a search of all places. Several addresses can have the most.
        private func rooms(
            in places: [Int: FairShares<Int>.Place], without excluded: Int? = nil
        ) -> [FairShares<Int>.Room] {
            func first(_ use: FairShares<Int>.Use, at address: String? = nil) -> Int? {
                let candidates = places.filter {
                    $0.key != excluded && $0.value.use == use && (address == nil || $0.value.client?.address == address)
                }
                func sum(_ isSame: (FairShares<Int>.Place) -> Bool) -> Int {
                    candidates.values.reduce(0) { $0 + (isSame($1) ? $1.cost : 0) }
                }
                return candidates.map { id, place in
                    let ofAddress = sum { $0.client?.address == place.client?.address }
                    return (id, (-ofAddress, -sum { $0.client == place.client }, -place.cost, place.lastUse))
                }.min { $0.1 < $1.1 }?.0
            }
            func idle(at address: String? = nil) -> Int? { first(.unused, at: address) ?? first(.idle, at: address) }
            let owned = Dictionary(grouping: places.values.filter { $0.client != nil }) { $0.client?.address ?? "" }
            let costs = owned.mapValues { $0.reduce(0) { $0 + $1.cost } }.filter { $0.value > 0 }
            let total = places.values.reduce(0) { $0 + $1.cost }
            let highest = costs.values.max() ?? 0
            let expected = costs.filter { $0.value == highest }.keys.map { most in
                let active = highest > 1 ? first(.active, at: most) : nil
                return (2 * highest > total ? idle(at: most) ?? active : nil) ?? idle() ?? active
            }
            return (costs.isEmpty ? [idle()] : expected).map { $0.map(FairShares<Int>.Room.after) ?? .full }
        }

        @Test("Limits of the server · places without an owner and fixed ones count; a fixed one is not given up")
        func fixed() {
            var (shares, number) = (Shares(2), 0)
            shares.set(.init(client: nil, use: .idle, lastUse: 0), as: "without an owner")
            add("fixed", at: "a", .fixed, to: &shares, &number)
            #expect(shares.room(for: WebClient(browser: 1, address: "b")) == .after("without an owner"))
            shares.set(nil, as: "without an owner")
            add("fixed too", at: "c", .fixed, to: &shares, &number)
            #expect(shares.room(for: WebClient(browser: 1, address: "b")) == .full)
            for id in ["fixed", "fixed too"] { shares.set(nil, as: id) }
            #expect(shares.cost == 0 && shares.room(for: WebClient(browser: 1, address: "b")) == .free)
        }
    }
#endif
