#if Web || Hummingbird || App
    /// Shares places between clients. Decides who gets a place, who gives one up for another client, and whose turn is next.
    ///
    /// A client is a browser at a network address. A place has a cost, such as 1 or its bytes. One address has at most half of all
    /// places, and one browser at most half of those of its address. At such a limit, a further place needs an idle one of the same
    /// address or browser, which is given up. At the limit of all places, one is given up as follows:
    ///
    /// 1. An address with more than half of the cost gives up its own, idle places before active ones. No other address gives one up
    ///    for it.
    /// 2. Otherwise an idle place is given up.
    /// 3. Otherwise the address with the most gives up an active place, if it has at least two more than the newcomer's.
    ///
    /// Of several idle places, it is one that has not been used yet, if there is one. Then it is one of the address with the most of
    /// these, then of the browser with the most, then the most costly one, and then the one whose last use is the earliest. When places
    /// have grown, the idle one that was used last is not given up.
    ///
    /// The turns of waiting clients are in the order of their recent use: first of the addresses, then of the browsers of one.
    package struct FairShares<ID: Hashable & Sendable>: Sendable {
        /// How readily a place is given up.
        package enum Use: Int, Sendable {
            /// The place has not been used yet.
            case unused
            /// The place waits for its client.
            case idle
            /// The place is in use.
            case active
            /// The place is never given up.
            case fixed
        }

        /// A place that is taken.
        package struct Place: Equatable, Sendable {
            /// The client; `nil` if the place has no owner, and counts only towards the total.
            package let client: WebClient?
            let cost: Int
            let use: Use
            /// The number of the last use.
            let lastUse: Int

            package init(client: WebClient?, cost: Int = 1, use: Use, lastUse: Int) {
                (self.client, self.cost, self.use, self.lastUse) = (client, cost, use, lastUse)
            }
        }

        /// The answer to a newcomer.
        package enum Room: Equatable {
            case free, full
            /// There is room after this place was given up.
            case after(ID)
        }

        private let limit: Int
        private let limitOfAddress: Int
        private let limitOfBrowser: Int
        private var places: [ID: Place] = [:]
        private var addresses = ShareTable<String>()
        private var browsers: [String: ShareTable<Int>] = [:]
        private var candidates: [Use: ShareCandidates<ID>] = [.unused: .init(), .idle: .init(), .active: .init()]
        /// The unused and idle places, the one that was used last first.
        private var newest = RankedKeys<ID, Int>()
        /// For each place that has changed since the last update of the candidates, its value there. They are updated only when a place
        /// is needed, because most changes are reversed before.
        private var outdated: [ID: Place?] = [:]
        /// The cost of all places.
        private(set) var cost = 0

        /// Creates shares.
        ///
        /// - Parameters:
        ///   - limit: The maximum cost of all places.
        ///   - ofAddress: The maximum cost of the places of an address. Defaults to half of all.
        ///   - ofBrowser: The maximum cost of the places of a browser. Defaults to half of those of an address.
        package init(_ limit: Int, ofAddress: Int? = nil, ofBrowser: Int? = nil) {
            self.limit = limit
            limitOfAddress = max(1, ofAddress ?? limit / 2)
            limitOfBrowser = max(1, ofBrowser ?? limitOfAddress / 2)
        }

        package subscript(id: ID) -> Place? { places[id] }

        /// The number of addresses that are remembered.
        var addressCount: Int { addresses.count }

        /// The number of places whose changes the candidates do not know yet.
        var outdatedCount: Int { outdated.count }
    }

    // Places.
    extension FairShares {
        /// Takes a place, changes it, or ends it if it is `nil`. The caller has made room for a new one.
        package mutating func set(_ place: Place?, as id: ID) {
            let old = places[id]
            if old == place { return }
            places[id] = place
            noteChange(of: id, from: old)
            if let old, let place, place.cost == old.cost, place.client == old.client { return }
            if let old { add(-old.cost, to: old.client) }
            if let place { add(place.cost, to: place.client) }
        }

        private mutating func noteChange(of id: ID, from old: Place?) {
            let known = outdated[id]
            if known == nil { outdated[id] = .some(old) }
            // The candidates have never known it.
            if places[id] == nil, (known ?? old) == nil { outdated[id] = nil }
        }

        /// Updates the candidates.
        private mutating func updateCandidates() {
            for (id, old) in outdated where old != places[id] {
                if let old { removeCandidate(old, id) }
                if let new = places[id] { addCandidate(new, id) }
            }
            outdated = [:]
        }

        /// Adds a place to those that can be given up.
        private mutating func addCandidate(_ place: Place, _ id: ID) {
            candidates[place.use]?.set(id, of: place.client, cost: place.cost, lastUse: place.lastUse)
            if place.use == .unused || place.use == .idle { newest[id] = -place.lastUse }
        }

        private mutating func removeCandidate(_ place: Place, _ id: ID) {
            candidates[place.use]?.set(id, of: place.client, cost: nil, lastUse: place.lastUse)
            newest[id] = nil
        }

        private mutating func add(_ cost: Int, to client: WebClient?) {
            self.cost += cost
            guard let client else { return }
            // Without a limit, their costs are not needed.
            if limitOfBrowser < .max { browsers[client.address, default: .init()].add(cost, to: client.browser) }
            addresses.add(cost, to: client.address)
            removeUnknownAddresses()
        }

        /// Removes the browsers of addresses that are no longer remembered.
        private mutating func removeUnknownAddresses() {
            if browsers.count <= addresses.count { return }
            browsers = browsers.filter { addresses.contains($0.key) }
        }

        /// Whether a client may have a further place, and none must be given up for it.
        func hasRoom(for client: WebClient?, cost: Int = 1) -> Bool {
            guard self.cost + cost <= limit, let client else { return self.cost + cost <= limit }
            return costOfBrowser(client) + cost <= limitOfBrowser
                && addresses.cost(of: client.address) + cost <= limitOfAddress
        }

        /// Returns whether a client may have a further place.
        package mutating func room(for client: WebClient?, cost: Int = 1) -> Room {
            if hasRoom(for: client, cost: cost) { return .free }
            updateCandidates()
            if let client {
                if costOfBrowser(client) + cost > limitOfBrowser {
                    return room(after: idlePlace { $0.first(of: client) })
                }
                if addresses.cost(of: client.address) + cost > limitOfAddress {
                    return room(after: idlePlace { $0.first(of: client.address) })
                }
            }
            return room(after: placeToGiveUp(for: client))
        }

        /// Returns the place that is given up because the cost of places has increased, if there is one.
        mutating func excess() -> ID? {
            guard cost > limit else { return nil }
            updateCandidates()
            guard let id = newest.first?.key, let place = places[id] else { return placeToGiveUp(for: nil) }
            removeCandidate(place, id)
            defer { addCandidate(place, id) }
            return placeToGiveUp(for: nil)
        }

        private func costOfBrowser(_ client: WebClient) -> Int {
            browsers[client.address]?.cost(of: client.browser) ?? 0
        }

        private func room(after id: ID?) -> Room { id.map(Room.after) ?? .full }

        private func placeToGiveUp(for client: WebClient?) -> ID? {
            guard let most = addresses.most else { return idlePlace { $0.first } }
            let isOwn = client?.address == most.key
            let own = client.map { addresses.cost(of: $0.address) } ?? 0
            let active = most.cost > own + 1 ? candidates[.active]?.first(of: most.key) : nil
            if 2 * most.cost > cost {
                let id = idlePlace { $0.first(of: most.key) } ?? active
                if isOwn || id != nil { return id }
            }
            return idlePlace { $0.first } ?? active
        }

        /// Returns the unused or idle place that is given up first.
        private func idlePlace(_ first: (ShareCandidates<ID>) -> ID?) -> ID? {
            candidates[.unused].flatMap(first) ?? candidates[.idle].flatMap(first)
        }
    }

    // Turns.
    extension FairShares where ID == Never {
        /// Adds a turn that waits.
        mutating func beginWait(of client: WebClient) {
            addresses.beginWait(client.address)
            browsers[client.address, default: .init()].beginWait(client.browser)
        }

        /// Begins a turn that has waited, and that takes a place.
        mutating func beginTurn(of client: WebClient) {
            endWait(of: client, hasTurn: true)
            add(1, to: client)
        }

        /// Ends a turn.
        ///
        /// - Parameter cost: The use of the turn, which is at least 1.
        mutating func endTurn(of client: WebClient, cost: Int) {
            addresses.use(max(1, cost) - 1, by: client.address)
            browsers[client.address]?.use(max(1, cost) - 1, by: client.browser)
            add(-1, to: client)
        }

        /// Gives up a turn that waits.
        mutating func cancelWait(of client: WebClient) { endWait(of: client, hasTurn: false) }

        /// The position of a client's next turn: that of its address, and that of its browser there. The lowest is next.
        func position(of client: WebClient) -> (address: Int, browser: Int) {
            (addresses.position(of: client.address), browsers[client.address]?.position(of: client.browser) ?? 0)
        }

        private mutating func endWait(of client: WebClient, hasTurn: Bool) {
            addresses.endWait(client.address, hasTurn: hasTurn)
            browsers[client.address]?.endWait(client.browser, hasTurn: hasTurn)
        }
    }
#endif
