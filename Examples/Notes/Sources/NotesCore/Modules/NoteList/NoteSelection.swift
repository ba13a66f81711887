package import MillraceKit

/// The selection of notes in the list.
package struct NoteSelection: Reducer {
    /// The selected notes.
    package struct State: Hashable, Codable, Sendable {
        /// The selected notes; `nil` while the list is not in selection mode. Notes that were deleted elsewhere can be among them:
        /// use ``NoteList/State/selection``.
        package internal(set) var notes: Set<NoteID>?

        /// Creates the state outside of the selection mode.
        package init() {}

        /// Returns the selected notes that exist, in any order; `nil` while the list is not in selection mode.
        package func existing(in index: NoteIndex) -> [NoteID]? { notes?.filter(index.contains) }
    }

    /// The actions of the module.
    package enum Action: Equatable, Codable, Sendable {
        /// Turns the selection mode on or off.
        case select(Bool)
        case toggle(NoteID)
        case selectAll
        /// Outputs the selected notes. The page keeps the actions of removed buttons, so that of the button does not contain 20,000
        /// notes.
        case deleteSelected
    }

    /// The outputs to the parent.
    package enum Output: Equatable, Codable, Sendable {
        /// Delete the selected notes.
        case delete([NoteID])
    }

    /// The notes of the list.
    let notes: NoteIndex
    /// The search, which determines the notes that the list shows.
    let search: NoteSearch.State

    /// Creates the module for the notes that a search finds.
    init(among notes: NoteIndex, _ search: NoteSearch.State) { (self.notes, self.search) = (notes, search) }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .select(let isOn): state.notes = isOn ? [] : nil
        case .toggle(let id):
            guard notes.contains(id) else { break }
            if state.notes?.remove(id) == nil { state.notes?.insert(id) }
        case .selectAll: if state.notes != nil { state.notes = Set(search.matches(in: notes)) }
        case .deleteSelected: return .output(.delete(state.existing(in: notes) ?? []))
        }
        return .none
    }
}
