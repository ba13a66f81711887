package import MillraceKit

/// What is chosen for all windows, and who is signed in in this one.
package struct Settings: Module {
    /// What it shows.
    package struct State: Hashable, Sendable {
        /// What is chosen; `nil` until it is known.
        package internal(set) var preferences: Preferences?
        /// Who is signed in in this window.
        package internal(set) var account: Account?
    }

    /// What can happen to it.
    package enum Action: Equatable, Sendable {
        case preferred(Event<WatchPreferences>)
        case session(Event<WatchSession>)
        case theme(Theme)
        case arrange(Arrangement)
        case undoSeconds(Int)
        case signIn
        case signedIn(SignIn.Output)
        case signOut
        case close
    }

    /// Where it may go.
    package enum Transition: Hashable, Codable, Sendable {
        case close
        case signIn
        case signedIn
    }

    static let signIn = Navigator.Port<SignIn>("signIn")
    let window: WindowID

    /// The settings, as they are opened in a window.
    package init(in window: WindowID) { self.window = window }

    package func state(for nothing: Void) -> State { State() }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        commands.execute(WatchPreferences(), as: Action.preferred, id: "preferences")
        commands.execute(WatchSession(window: window), as: Action.session, id: "session")
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .preferred(.data(let preferences)): state.preferences = preferences
        case .session(.data(let account)): state.account = account
        case .preferred, .session: break
        case .theme(let theme): return choose(state) { $0.theme = theme }
        case .arrange(let arrangement): return choose(state) { $0.arrangement = arrangement }
        case .undoSeconds(let seconds):
            guard Preferences.undoTimes.contains(seconds) else { break }
            return choose(state) { $0.undoSeconds = seconds }
        case .signIn: return .transition(.signIn)
        case .signedIn: return .transition(.signedIn)
        case .signOut: return .post(SignedOut(window: window))
        case .close: return .transition(.close)
        }
        return .none
    }

    /// It is shown when the library says so, in every window.
    private func choose(_ state: State, _ change: (inout Preferences) -> Void) -> Flow<Self> {
        guard var preferences = state.preferences else { return .none }
        change(&preferences)
        return preferences == state.preferences ? .none : .post(LibraryRequest.prefer(preferences))
    }

    package func route(_ transition: Transition) -> Route<Self> {
        switch transition {
        case .close: .close
        case .signIn: .present(SignIn(in: window), with: "", port: Self.signIn, as: Action.signedIn)
        case .signedIn: .close(Self.signIn)
        }
    }
}
