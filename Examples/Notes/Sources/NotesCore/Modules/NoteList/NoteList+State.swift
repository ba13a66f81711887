extension NoteList {
    /// The content of a list, and what a person does in it.
    package struct State: Hashable, Codable, Sendable {
        /// The content of the library.
        package internal(set) var shown = Library.ListContent()
        /// The account that is signed in in this window.
        package internal(set) var account: Account?
        /// The filter, and the notes that match it.
        package internal(set) var search = NoteSearch.State()
        /// The selected notes.
        package internal(set) var selected = NoteSelection.State()
        /// The note beside the list.
        package internal(set) var pane = NotePane.State()
        /// The modules that the list shows beside it.
        package internal(set) var menu = ListMenu.State()
        /// Why an action failed; `nil` if none did.
        package internal(set) var problem: String?

        /// Creates the state before anything is loaded.
        package init() {}

        // The other properties are not stored, because they are observed again.
        private enum CodingKeys: CodingKey { case search, selected, pane, menu }
    }

    /// The transitions to other modules.
    package enum Transition: Hashable, Codable, Sendable {
        /// Embeds the filter.
        case filter
        /// Embeds the import panel.
        case importing
        /// Shows the list alone.
        case list
        case note(NoteID)
        case deleted
        case settings
        case about
        case following
        /// Replaces the list with a published note.
        case published(String)
        /// Replaces the list with the list of the published notes.
        case publishedList(String)
    }
}

extension NoteList.State {
    /// The selected notes that exist, in any order; `nil` while the list is not in selection mode.
    ///
    /// The windows need it at different times: when they are drawn. A change would take long if it updated all selections.
    package var selection: [NoteID]? { selected.existing(in: shown.notes) }

    /// The rows that the list shows, and the total number of notes that match the filter. Takes time in proportion to the number of
    /// notes.
    package var visible: (rows: [NoteSummary], total: Int) {
        let matching = search.matches(in: shown.notes)
        return (matching.prefix(search.rowLimit).compactMap { shown.notes[$0] }, matching.count)
    }

    /// The notes that were deleted last, at most three, for which the list offers undo.
    package var undoable: [NoteSummary] { Array(shown.deletions.suffix(3)) }
}
