import MillraceJournal
package import MillraceKit

/// The preferences that all windows share, and the account of this window.
package struct Settings: Module {
    /// The state that the module shows.
    package struct State: Hashable, Codable, Sendable {
        /// The preferences; `nil` until they are known.
        package internal(set) var preferences: Preferences?
        /// The account that is signed in in this window.
        package internal(set) var account: Account?
    }

    /// The actions of the module.
    package enum Action: Equatable, Codable, Sendable {
        case preferences(Observed<Preferences>)
        case session(Event<ObserveSession>)
        case theme(Theme)
        case arrange(Arrangement)
        case undoSeconds(Int)
        case signIn
        case signedIn(SignIn.Output)
        case signOut
        case close
    }

    /// The transitions to other modules.
    package enum Transition: Hashable, Codable, Sendable {
        case close
        case signIn
        case signedIn
    }

    static let signIn = Navigator.Port<SignIn>("signIn")
    let window: Window

    /// Creates the module for a window.
    package init(in window: Window) { self.window = window }

    package func state(for nothing: Void) -> State { State() }
    package func start(_ state: State) -> Flow<Self> { .execute(WaitForLibrary()) }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        commands.observe(window.library, \.preferences.current, as: Action.preferences, id: "preferences")
        commands.execute(ObserveSession(), as: Action.session, id: "session")
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .preferences(.data(let preferences)): state.preferences = preferences
        case .session(.data(let account)): state.account = account
        case .preferences, .session: break
        case .theme(let theme): return choose(state) { $0.theme = theme }
        case .arrange(let arrangement): return choose(state) { $0.arrangement = arrangement }
        case .undoSeconds(let seconds):
            guard Preferences.undoTimes.contains(seconds) else { break }
            return choose(state) { $0.undoSeconds = seconds }
        case .signIn: return .transition(.signIn)
        case .signedIn: return .transition(.signedIn)
        case .signOut: return .post(SignedOut()).and(.execute(EndSignIn()))
        case .close: return .transition(.close)
        }
        return .none
    }

    /// Requests changed preferences. The library then updates all windows.
    private func choose(_ state: State, _ change: (inout Preferences) -> Void) -> Flow<Self> {
        guard var preferences = state.preferences else { return .none }
        change(&preferences)
        return preferences == state.preferences ? .none : .post(LibraryRequest.setPreferences(preferences))
    }

    package func route(_ transition: Transition) -> Route<Self> {
        switch transition {
        case .close: .close
        case .signIn: .present(SignIn(in: window.id), with: "", port: Self.signIn, as: Action.signedIn)
        case .signedIn: .close(Self.signIn)
        }
    }
}
