import MillraceJournal
package import MillraceKit

/// A description of the application. It replaces the list, and the list replaces it.
package struct About: Module {
    /// The state that the module shows.
    package struct State: Hashable, Codable, Sendable {
        /// The color scheme of the page.
        package internal(set) var theme = Theme.system
    }

    /// The actions of the module.
    package enum Action: Equatable, Codable, Sendable {
        case preferences(Observed<Preferences>)
        case back
    }

    /// The transitions to other modules.
    package enum Transition: Hashable, Codable, Sendable { case list }

    let window: Window

    /// Creates the module for a window.
    package init(in window: Window) { self.window = window }

    package func state(for nothing: Void) -> State { State() }
    package func start(_ state: State) -> Flow<Self> { .execute(WaitForLibrary()) }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        commands.observe(window.library, \.preferences.current, as: Action.preferences, id: "preferences")
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .preferences(.data(let preferences)): state.theme = preferences.theme
        case .preferences: break
        case .back: return .transition(.list)
        }
        return .none
    }

    package func route(_ transition: Transition) -> Route<Self> {
        .replace(NoteList(in: window), with: (), stacked: true)
    }
}
