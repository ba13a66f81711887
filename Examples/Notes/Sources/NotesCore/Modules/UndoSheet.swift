package import MillraceCollections
import MillraceJournal
package import MillraceKit

/// The deleted notes that can be restored. The sheet closes when the last one is restored or purged.
package struct UndoSheet: Module {
    /// The state that the module shows.
    package struct State: Hashable, Codable, Sendable {
        /// The deleted notes, the oldest first; `nil` until they are known.
        package internal(set) var deletions: IdentifiedArray<NoteSummary>?
        /// How many seconds a deletion can be undone.
        package internal(set) var undoSeconds = Preferences().undoSeconds
    }

    /// The actions of the module.
    package enum Action: Equatable, Codable, Sendable {
        case shown(Observed<IdentifiedArray<NoteSummary>>)
        case preferences(Observed<Preferences>)
        case undo(NoteID)
        case undoAll
        case close
    }

    /// The transitions to other modules.
    package enum Transition: Hashable, Codable, Sendable { case close }

    let window: Window

    /// Creates the module for a window.
    package init(in window: Window) { self.window = window }

    package func state(for nothing: Void) -> State { State() }
    package func start(_ state: State) -> Flow<Self> { .execute(WaitForLibrary()) }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        commands.observe(window.library, \.collection.deletedNotes.notes, as: Action.shown, id: "deletions")
        commands.observe(window.library, \.preferences.current, as: Action.preferences, id: "preferences")
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .shown(.data(let deletions)):
            let isEmptied = deletions.isEmpty && state.deletions?.isEmpty == false
            state.deletions = deletions
            return isEmptied ? .transition(.close) : .none
        case .preferences(.data(let preferences)): state.undoSeconds = preferences.undoSeconds
        case .shown, .preferences: break
        case .undo(let id): return .post(LibraryRequest.undo([id], in: window.id))
        case .undoAll:
            return .post(LibraryRequest.undo(state.deletions.map { Array($0.ids) } ?? [], in: window.id))
        case .close: return .transition(.close)
        }
        return .none
    }

    package func route(_ transition: Transition) -> Route<Self> { .close }
}
