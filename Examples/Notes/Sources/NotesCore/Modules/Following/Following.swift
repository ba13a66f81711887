import MillraceJournal
package import MillraceKit

/// The published notes of other servers. It replaces the list, and the list replaces it.
///
/// Only a person who is signed in sees and changes what is followed, because the program sends the requests to the servers.
package struct Following: Module {
    /// The actions of the module.
    package enum Action: Equatable, Codable, Sendable {
        case preferences(Event<ObservePreferences>)
        case session(Event<ObserveSession>)
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

    let window: WindowID

    /// Creates the module for a window.
    package init(in window: WindowID) { self.window = window }

    package func state(for nothing: Void) -> State { State() }
    package func start(_ state: State) -> Flow<Self> { load() }
    package func resume(_ state: State) -> Flow<Self> { load() }

    private func load() -> Flow<Self> {
        let reading: Flow<Self> = FollowedAddresses(in: window).read().map(Action.addresses, at: \.addresses)
        return reading.and(.execute(FindFeed(), as: Action.own))
    }

    package func listen(_ store: Store<Self>) {
        store.listen(to: FollowFeed.self) { _ in .addresses(.changed) }
        store.listen(to: UnfollowFeed.self) { _ in .addresses(.changed) }
    }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        commands.execute(ObservePreferences(), as: Action.preferences, id: "preferences")
        commands.execute(ObserveSession(window: window), as: Action.session, id: "session")
        commands.add(FollowedAddresses(in: window), state.addresses, as: Action.addresses, at: \.addresses)
        if state.account != nil { commands.add(feeds(state), state.feeds, as: Action.feeds, at: \.feeds) }
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .preferences(.data(let preferences)): state.theme = preferences.theme
        case .session(.data(let account)): state.show(account)
        case .own(.data(let token)): state.ownToken = token
        case .preferences, .session, .own: break
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
        let flow: Flow<Self> = FollowedAddresses(in: window).reduce(&state.addresses, action)
            .map(Action.addresses, at: \.addresses)
        if let addresses = state.addresses.all { state.feeds.keep(addresses) }
        return flow
    }

    /// Reduces an action of the notes.
    private func reduce(_ state: inout State, _ action: FollowedFeeds.Action) -> Flow<Self> {
        feeds(state).reduce(&state.feeds, action).map(Action.feeds, at: \.feeds)
    }

    private func feeds(_ state: State) -> FollowedFeeds {
        FollowedFeeds(at: state.addresses.all ?? [], in: window)
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
