import MillraceJournal
package import MillraceKit

/// The published notes of other servers. It replaces the list, and the list replaces it.
///
/// Only a person who is signed in sees and changes what is followed, because the program sends the requests to the servers.
package struct Following: Module {
    /// The actions of the module.
    package enum Action: Equatable, Codable, Sendable {
        case preferences(Observed<Preferences>)
        case session(Event<ObserveSession>)
        /// The number of changes of the followed addresses, perhaps in other windows.
        case followedChanges(Observed<Int>)
        /// The token of the list of the own published notes.
        case own(Event<FindFeed>)
        case addresses(FollowedAddresses.Action)
        case feeds(FollowedFeeds.Action)
        /// Reads the addresses again that are not being read. Send it without an account: ``NotesMiddleware`` adds the account.
        case refresh(Account?)
        /// Follows the address that a person typed.
        case follow(String, Account?)
        case unfollow(FeedAddress)
        /// The person did not sign in.
        case signInCancelled
        case back
    }

    /// The transitions to other modules.
    package enum Transition: Hashable, Codable, Sendable { case list }

    let window: Window

    /// Creates the module for a window.
    package init(in window: Window) { self.window = window }

    package func state(for nothing: Void) -> State { State() }
    package func start(_ state: State) -> Flow<Self> { load() }
    package func resume(_ state: State) -> Flow<Self> { load() }

    private func load() -> Flow<Self> {
        let reading: Flow<Self> = FollowedAddresses(in: window.id).read().map(Action.addresses, at: \.addresses)
        return reading.and(.execute(FindFeed(), as: Action.own)).and(.execute(WaitForLibrary()))
    }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        commands.observe(window.library, \.preferences.current, as: Action.preferences, id: "preferences")
        commands.execute(ObserveSession(), as: Action.session, id: "session")
        commands.observe(window.library, \.followedChanges, as: Action.followedChanges, id: "followed")
        commands.add(FollowedAddresses(in: window.id), state.addresses, as: Action.addresses, at: \.addresses)
        if state.account != nil { commands.add(feeds(state), state.feeds, as: Action.feeds, at: \.feeds) }
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .preferences(.data(let preferences)): state.theme = preferences.theme
        case .session(.data(let account)): state.show(account)
        case .own(.data(let token)): state.ownToken = token
        // The first value does not tell whether something changed after the first read.
        case .followedChanges(.data): return reduce(&state, FollowedAddresses.Action.changed)
        case .preferences, .session, .followedChanges, .own: break
        case .addresses(let action): return reduce(&state, action)
        case .feeds(let action): return reduce(&state, action)
        case .refresh(.some):
            state.addresses.problem = nil
            return reduce(&state, FollowedFeeds.Action.refresh)
        case .follow(let text, .some): return reduce(&state, FollowedAddresses.Action.follow(text))
        case .unfollow(let address) where state.account != nil:
            return reduce(&state, FollowedAddresses.Action.unfollow(address))
        // The middleware never passes these on without an account.
        case .refresh(nil), .follow(_, nil), .unfollow: break
        case .signInCancelled: state.addresses.problem = "Sign in to follow notes."
        case .back: return .transition(.list)
        }
        return .none
    }

    /// Reduces an action of the addresses. Only the notes of followed addresses are kept.
    private func reduce(_ state: inout State, _ action: FollowedAddresses.Action) -> Flow<Self> {
        let flow: Flow<Self> = FollowedAddresses(in: window.id).reduce(&state.addresses, action)
            .map(Action.addresses, at: \.addresses)
        if let addresses = state.addresses.all { state.feeds.keep(addresses) }
        return flow
    }

    /// Reduces an action of the notes.
    private func reduce(_ state: inout State, _ action: FollowedFeeds.Action) -> Flow<Self> {
        feeds(state).reduce(&state.feeds, action).map(Action.feeds, at: \.feeds)
    }

    private func feeds(_ state: State) -> FollowedFeeds {
        FollowedFeeds(at: state.addresses.all ?? [], in: window.id)
    }

    package func route(_ transition: Transition) -> Route<Self> {
        .replace(NoteList(in: window), with: (), stacked: true)
    }
}

extension Following.Action: NeedsAccount {
    package var reason: String? {
        switch self {
        case .refresh(nil): "You need an account to read the notes that you follow."
        case .follow(_, nil): "You need an account to follow notes."
        default: nil
        }
    }

    package func signed(by account: Account) -> Self {
        switch self {
        case .refresh: .refresh(account)
        case .follow(let address, _): .follow(address, account)
        default: self
        }
    }
}
