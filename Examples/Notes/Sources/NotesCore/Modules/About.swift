package import Millrace

/// Says what this program is. It takes the place of the whole window, and gives it back to the list.
package struct About: Module {
    /// Nothing changes on it.
    package struct State: Hashable, Codable, Sendable {}
    /// What can happen to it.
    package enum Action: Equatable, Sendable { case back }
    /// Where it may go.
    package enum Transition: Hashable, Codable, Sendable { case list }

    let window: WindowID

    /// The page of a window.
    package init(in window: WindowID) { self.window = window }

    package func state(for nothing: Void) -> State { State() }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> { .transition(.list) }

    package func route(_ transition: Transition, on route: inout Route<Self>) {
        route.replace(NoteList(in: window), stacked: true)
    }
}
