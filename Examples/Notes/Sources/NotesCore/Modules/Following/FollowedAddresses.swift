import MillraceJournal
package import MillraceKit

/// The addresses that are followed: reads, adds and removes them.
package struct FollowedAddresses: Reducer {
    /// The addresses, and the changes of them.
    package struct State: Hashable, Codable, Sendable {
        /// The addresses that are followed; `nil` until they are known.
        package internal(set) var all: [FeedAddress]?
        /// Why an action failed; `nil` if none did.
        package internal(set) var problem: String?
        /// Whether an address is being added. Then no other one is added, and the button is disabled.
        package internal(set) var isFollowing = false
        /// Whether ``all`` may be outdated, and a pause precedes the next read of them.
        var isOutdated = false

        /// Creates the state before anything is loaded.
        package init() {}

        fileprivate mutating func report(_ failure: FeedFailure) {
            problem = "The address could not be followed because \(failure.reason)."
        }
    }

    /// The actions of the module.
    package enum Action: Equatable, Codable, Sendable {
        case listed(Event<ReadFollowed>)
        /// An address was added or removed, perhaps in another window.
        case changed
        /// It is time to read the addresses again.
        case readDue
        /// Follows the address that a person typed.
        case follow(String)
        case followed(Event<FollowFeed>)
        case unfollow(FeedAddress)
        case unfollowed(Event<UnfollowFeed>)
    }

    /// The delay before the addresses are read after a change, because many changes may follow.
    static let changeDelay = Duration.milliseconds(120)
    let window: WindowID

    /// Creates the module for a window.
    package init(in window: WindowID) { self.window = window }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        if state.isOutdated { commands.every(Self.changeDelay, as: .readDue, id: "addresses") }
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .listed(.data(let addresses)): state.all = addresses
        case .listed(.failure(let failure)):
            state.problem = "The addresses could not be loaded because \(failure.reason)."
        case .listed(.progress): break
        case .changed: state.isOutdated = true
        case .readDue:
            state.isOutdated = false
            return read()
        case .follow, .followed, .unfollow, .unfollowed: return change(&state, action)
        }
        return .none
    }

    /// Reads the addresses.
    func read() -> Flow<Self> { .execute(ReadFollowed(), as: Action.listed, policy: .latest) }

    private func change(_ state: inout State, _ action: Action) -> Flow<Self> {
        state.problem = nil
        switch action {
        case .follow(let text) where !state.isFollowing:
            guard let address = FeedAddress(text) else {
                state.report(FeedFailure.notAnAddress)
                break
            }
            state.isFollowing = true
            return .execute(FollowFeed(address, in: window), as: Action.followed)
        case .followed(.data):
            state.isFollowing = false
            return read()
        case .followed(.failure(let failure)):
            state.isFollowing = false
            state.report(failure)
        case .unfollow(let address):
            return .execute(UnfollowFeed(address, in: window), as: Action.unfollowed, id: address, policy: .first)
        case .unfollowed(.data): return read()
        case .unfollowed(.failure(let failure)):
            state.problem = "The address could not be removed because \(failure.reason)."
        default: break
        }
        return .none
    }
}
