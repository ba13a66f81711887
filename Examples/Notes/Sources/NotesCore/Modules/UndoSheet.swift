package import MillraceKit

/// The notes that were deleted and can still be brought back. It goes when there are none any more.
package struct UndoSheet: Module {
    /// What it shows.
    package struct State: Hashable, Sendable {
        /// The notes, the oldest first; `nil` until they are known.
        package internal(set) var deletions: [NoteSummary]?
        /// For how many seconds a deletion can be undone.
        package internal(set) var undoSeconds = Preferences().undoSeconds
    }

    /// What can happen to it.
    package enum Action: Equatable, Sendable {
        case shown(Event<WatchDeletions>)
        case preferred(Event<WatchPreferences>)
        case undo(NoteID)
        case undoAll
        case close
    }

    /// Where it may go.
    package enum Transition: Hashable, Codable, Sendable { case close }

    package init() {}

    package func state(for nothing: Void) -> State { State() }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        commands.execute(WatchDeletions(), as: Action.shown, id: "deletions")
        commands.execute(WatchPreferences(), as: Action.preferred, id: "preferences")
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .shown(.data(let deletions)):
            let isEmptied = deletions.isEmpty && state.deletions?.isEmpty == false
            state.deletions = deletions
            return isEmptied ? .transition(.close) : .none
        case .preferred(.data(let preferences)): state.undoSeconds = preferences.undoSeconds
        case .shown, .preferred: break
        case .undo(let id): return .post(LibraryRequest.undo([id]))
        case .undoAll: return .post(LibraryRequest.undo((state.deletions ?? []).map(\.id)))
        case .close: return .transition(.close)
        }
        return .none
    }

    package func route(_ transition: Transition) -> Route<Self> { .close }
}
