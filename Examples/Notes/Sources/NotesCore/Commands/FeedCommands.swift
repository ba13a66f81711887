import MillraceKit

/// Reads the token of the list of published notes. It is the last part of the list's address.
package struct FindFeed: Command, Equatable, Codable {
    package typealias Output = String
    package typealias Failure = StorageFailure

    package init() {}
}

/// Reads the published notes for the address with a token.
package struct ReadOwnFeed: Command, Equatable, Codable {
    package typealias Output = Feed
    package typealias Failure = StorageFailure
    package let token: String

    package init(_ token: String) { self.token = token }
}

/// Reads the addresses that are followed, in the order in which they were added.
package struct ReadFollowed: Command, Equatable, Codable {
    package typealias Output = [FeedAddress]
    package typealias Failure = StorageFailure

    package init() {}
}

/// Follows an address. Has no effect if it is followed already.
package struct FollowFeed: Command, Equatable, Codable {
    package typealias Output = Void
    package typealias Failure = FeedFailure
    package let address: FeedAddress
    /// The window that follows the address. Writes of different clients take turns.
    package let window: WindowID?

    package init(_ address: FeedAddress, in window: WindowID? = nil) { (self.address, self.window) = (address, window) }
}

/// Stops following an address, and removes its stored copy.
package struct UnfollowFeed: Command, Equatable, Codable {
    package typealias Output = Void
    package typealias Failure = StorageFailure
    package let address: FeedAddress
    /// The window that stops following the address. Writes of different clients take turns.
    package let window: WindowID?

    package init(_ address: FeedAddress, in window: WindowID? = nil) { (self.address, self.window) = (address, window) }
}

/// Reads the notes at a followed address. Returns the stored copy first, if there is one, and then those of the network.
package struct ReadFeed: Command, Equatable, Codable {
    package typealias Output = FollowedFeed
    package typealias Failure = FeedFailure
    package let address: FeedAddress
    /// Distinguishes repeated reads of the same address.
    package let attempt: Int
    /// The window that shows the notes. Windows of different clients share the downloads.
    package let window: WindowID?

    package init(_ address: FeedAddress, attempt: Int = 0, in window: WindowID? = nil) {
        (self.address, self.attempt, self.window) = (address, attempt, window)
    }
}
