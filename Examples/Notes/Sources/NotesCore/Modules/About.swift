package import MillraceKit

/// Says what this program is. It takes the place of the whole window, and gives it back to the list.
package struct About: Module {
    /// What it shows.
    package struct State: Hashable, Codable, Sendable {
        /// How it is coloured.
        package internal(set) var theme = Theme.system
    }

    /// What can happen to it.
    package enum Action: Equatable, Sendable {
        case preferred(Event<WatchPreferences>)
        case back
    }

    /// Where it may go.
    package enum Transition: Hashable, Codable, Sendable { case list }

    let window: WindowID

    /// The page of a window.
    package init(in window: WindowID) { self.window = window }

    package func state(for nothing: Void) -> State { State() }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        commands.execute(WatchPreferences(), as: Action.preferred, id: "preferences")
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .preferred(.data(let preferences)): state.theme = preferences.theme
        case .preferred: break
        case .back: return .transition(.list)
        }
        return .none
    }

    package func route(_ transition: Transition) -> Route<Self> {
        .replace(NoteList(in: window), stacked: true)
    }
}
