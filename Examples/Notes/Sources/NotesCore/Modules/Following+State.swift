import MillraceKit

extension Following {
    /// The state that the module shows.
    package struct State: Hashable, Codable, Sendable {
        /// The color scheme of the page.
        package internal(set) var theme = Theme.system
        /// The account that is signed in in this window.
        package internal(set) var account: Account?
        /// The last part of the address of the own published notes; `nil` until it is known.
        package internal(set) var ownToken: String?
        /// The addresses that are followed; `nil` until they are known.
        package internal(set) var addresses: [FeedAddress]?
        /// The known facts about each address.
        package internal(set) var feeds: [FeedAddress: Shown] = [:]
        /// The note that is open.
        package internal(set) var open: OpenNote?
        /// Why an action failed; `nil` if none did.
        package internal(set) var problem: String?
        /// Whether an address is being added. Then no other one is added, and the button is disabled.
        package internal(set) var isFollowing = false
        /// Whether ``addresses`` may be outdated, and a pause precedes the next read of them.
        var isOutdated = false
        /// How often each address was read again.
        var attempts: [FeedAddress: Int] = [:]

        /// Creates the state before anything is loaded.
        package init() {}

        // The other properties are not stored, because they are read or observed again.
        private enum CodingKeys: CodingKey { case theme }
    }

    /// The known facts about an address.
    package struct Shown: Hashable, Sendable {
        /// The notes, first those of the stored copy.
        package internal(set) var content: FollowedFeed?
        /// Why the notes could not be read from the network.
        package internal(set) var failure: FeedFailure?

        /// Creates the state before anything is known.
        package init(content: FollowedFeed? = nil) { self.content = content }

        /// Whether the network has not answered yet.
        package var isReading: Bool { failure == nil && content?.isCopy != false }
    }

    /// A note that is open.
    package struct OpenNote: Hashable, Sendable {
        package let address: FeedAddress
        package let note: FeedNote.ID

        /// Creates the identity of an open note.
        package init(address: FeedAddress, note: FeedNote.ID) { (self.address, self.note) = (address, note) }
    }
}

extension Following.State {
    mutating func show(_ account: Account?) {
        self.account = account
        // The next person at this page must not read what the last one followed.
        if account == nil { (feeds, open) = ([:], nil) }
    }

    mutating func show(_ addresses: [FeedAddress]) {
        self.addresses = addresses
        feeds = feeds.filter { addresses.contains($0.key) }
        attempts = attempts.filter { addresses.contains($0.key) }
        if let open, !addresses.contains(open.address) { self.open = nil }
    }

    mutating func show(_ event: Event<ReadFeed>, at address: FeedAddress) {
        guard addresses?.contains(address) == true else { return }
        switch event {
        case .progress: break
        case .data(let content): feeds[address, default: .init()].content = content
        case .failure(let failure): feeds[address, default: .init()].failure = failure
        }
    }

    /// Reads the addresses again that are not being read. Their notes remain, as a copy.
    mutating func refresh() {
        for (address, shown) in feeds where !shown.isReading {
            attempts[address, default: 0] += 1
            let copy = shown.content.map { FollowedFeed($0.feed, time: $0.time, isCopy: true) }
            feeds[address] = Following.Shown(content: copy)
        }
    }

    mutating func report(_ failure: FeedFailure) {
        problem = "The address could not be followed because \(failure.reason)."
    }
}
