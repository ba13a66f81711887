package import MillraceKit

/// The published notes of other servers. It replaces the list, and the list replaces it.
///
/// Only a person who is signed in sees and changes what is followed, because the program sends the requests to the servers.
package struct Following: Module {
    /// The actions of the module.
    package enum Action: Equatable, Sendable {
        case preferences(Event<ObservePreferences>)
        case session(Event<ObserveSession>)
        /// The token of the list of the own published notes.
        case own(Event<FindFeed>)
        case listed(Event<ReadFollowed>)
        /// An address was added or removed, perhaps in another window.
        case addressesChanged
        /// It is time to read the addresses again.
        case addressesDue
        case read(FeedAddress, Event<ReadFeed>)
        /// Reads the addresses again that are not being read. Send it without an account: ``NotesMiddleware`` adds the account.
        case refresh(Account?)
        /// Follows the address that a person typed.
        case follow(String, Account?)
        case followed(Event<FollowFeed>)
        case unfollow(FeedAddress)
        case unfollowed(Event<UnfollowFeed>)
        /// Opens or closes a note.
        case open(FeedAddress, FeedNote.ID)
        /// The person did not sign in.
        case signInCancelled
        case back
    }

    /// The transitions to other modules.
    package enum Transition: Hashable, Codable, Sendable { case list }

    /// The delay before the addresses are read after a change, because many changes may follow.
    static let changeDelay = Duration.milliseconds(120)
    let window: WindowID

    /// Creates the module for a window.
    package init(in window: WindowID) { self.window = window }

    package func state(for nothing: Void) -> State { State() }
    package func start(_ state: State) -> Flow<Self> { load() }
    package func resume(_ state: State) -> Flow<Self> { load() }

    private func load() -> Flow<Self> { readAddresses().and(.execute(FindFeed(), as: Action.own)) }

    private func readAddresses() -> Flow<Self> { .execute(ReadFollowed(), as: Action.listed, policy: .latest) }

    package func listen(_ store: Store<Self>) {
        store.listen(to: FollowFeed.self) { _ in .addressesChanged }
        store.listen(to: UnfollowFeed.self) { _ in .addressesChanged }
    }

    /// Reads each followed address, and again when ``State/attempts`` changes.
    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        commands.execute(ObservePreferences(), as: Action.preferences, id: "preferences")
        commands.execute(ObserveSession(window: window), as: Action.session, id: "session")
        if state.isOutdated { commands.every(Self.changeDelay, as: .addressesDue, id: "addresses") }
        guard state.account != nil else { return }
        for address in state.addresses ?? [] {
            commands.execute(
                ReadFeed(address, attempt: state.attempts[address] ?? 0, in: window), as: { .read(address, $0) },
                id: address)
        }
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .preferences(.data(let preferences)): state.theme = preferences.theme
        case .session(.data(let account)): state.show(account)
        case .own(.data(let token)): state.ownToken = token
        case .preferences, .session, .own: break
        case .listed(.data(let addresses)): state.show(addresses)
        case .listed(.failure(let failure)):
            state.problem = "The addresses could not be loaded because \(failure.reason)."
        case .listed(.progress): break
        case .addressesChanged: state.isOutdated = true
        case .addressesDue:
            state.isOutdated = false
            return readAddresses()
        case .read(let address, let event): state.show(event, at: address)
        case .open(let address, let note):
            let note = OpenNote(address: address, note: note)
            state.open = state.open == note ? nil : note
        case .refresh, .follow, .followed, .unfollow, .unfollowed, .signInCancelled: return change(&state, action)
        case .back: return .transition(.list)
        }
        return .none
    }

    private func change(_ state: inout State, _ action: Action) -> Flow<Self> {
        state.problem = nil
        switch action {
        case .refresh(.some): state.refresh()
        case .follow(let text, .some) where !state.isFollowing:
            guard let address = FeedAddress(text) else {
                state.report(FeedFailure.notAnAddress)
                break
            }
            state.isFollowing = true
            return .execute(FollowFeed(address, in: window), as: Action.followed)
        case .followed(.data):
            state.isFollowing = false
            return readAddresses()
        case .followed(.failure(let failure)):
            state.isFollowing = false
            state.report(failure)
        case .unfollow(let address) where state.account != nil:
            return .execute(UnfollowFeed(address, in: window), as: Action.unfollowed, id: address, policy: .first)
        case .unfollowed(.data): return readAddresses()
        case .unfollowed(.failure(let failure)):
            state.problem = "The address could not be removed because \(failure.reason)."
        case .signInCancelled: state.problem = "Sign in to follow notes."
        // The middleware never passes these on without an account.
        default: break
        }
        return .none
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
