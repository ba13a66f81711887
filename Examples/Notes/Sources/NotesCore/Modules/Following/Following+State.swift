extension Following {
    /// The state that the module shows.
    package struct State: Hashable, Codable, Sendable {
        /// The color scheme of the page.
        package internal(set) var theme = Theme.system
        /// The account that is signed in in this window.
        package internal(set) var account: Account?
        /// The last part of the address of the own published notes; `nil` until it is known.
        package internal(set) var ownToken: String?
        /// The addresses that are followed.
        package internal(set) var addresses = FollowedAddresses.State()
        /// The notes at the followed addresses.
        package internal(set) var feeds = FollowedFeeds.State()

        /// Creates the state before anything is loaded.
        package init() {}

        // The other properties are not stored, because they are read or observed again.
        private enum CodingKeys: CodingKey { case theme }
    }
}

extension Following.State {
    mutating func show(_ account: Account?) {
        self.account = account
        // The next person at this page must not read what the last one followed.
        if account == nil { feeds.forget() }
    }
}
