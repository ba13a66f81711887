package import MillraceKit

extension NoteList {
    /// The content of a list, and what a person does in it.
    package struct State: Hashable, Codable, Sendable {
        /// The content of the library.
        package internal(set) var shown = Library.ListContent()
        /// The account that is signed in in this window.
        package internal(set) var account: Account?
        /// The filter.
        package internal(set) var filter = Filter.Value()
        /// The notes that a search found, also deleted ones; `nil` without a search.
        package internal(set) var found: Set<NoteID>?
        /// Whether the newest search has no result yet.
        package internal(set) var isSearching = false
        /// The stage of the search.
        var search = Search.none
        /// The notes that have changed since the search began. They are searched again after it.
        var changed: Set<NoteID> = []
        /// The note that is open beside the list.
        package internal(set) var open: NoteID?
        /// The note that was saved last in this window.
        package internal(set) var saved: NoteID?
        /// The selected notes; `nil` while the list is not in selection mode. Notes that were deleted elsewhere can be among them:
        /// use ``selection``.
        package internal(set) var selected: Set<NoteID>?
        /// The maximum number of rows that the list shows.
        package internal(set) var rowLimit = NoteList.rowStep
        /// Why an action failed; `nil` if none did.
        package internal(set) var problem: String?
        /// Whether the import panel is shown.
        var hasImportPanel = false
        /// Whether a sheet is presented. Then no second one is presented.
        var hasSheet = false

        /// Creates the state before anything is loaded.
        package init() {}

        // The other properties are not stored, because they are observed or searched again.
        private enum CodingKeys: CodingKey { case filter, open, selected, rowLimit, hasImportPanel, hasSheet }
    }

    /// The stage of a search. One search runs at a time. If notes change meanwhile, it finishes, and they are searched again.
    enum Search {
        case none
        /// A pause precedes the search.
        case waiting
        case running
        case done
    }

    /// The actions of the module.
    package enum Action: Equatable, Sendable {
        case shown(Event<ObserveNotes>)
        case session(Event<ObserveSession>)
        case filtered(Filter.Output)
        /// Shows all notes again.
        case resetFilter
        /// It is time to search.
        case searchDue
        /// The result of a search among the changed notes, or among all.
        case found(Event<SearchNotes>, among: Set<NoteID>?)
        /// Texts of notes were stored.
        case notesChanged([NoteID])
        case showMore
        case open(NoteID)
        case edited(NoteEditor.Output)
        /// The editor of a note was closed.
        case closed(NoteID)
        case create
        case noteCreated(NoteCreated)
        /// Turns the selection mode on or off.
        case select(Bool)
        case toggle(NoteID)
        case selectAll
        /// Sends ``delete(_:)`` for the selected notes. The page keeps the actions of removed buttons, so that of the button does not
        /// contain 20,000 notes.
        case deleteSelected
        /// Deletes notes. Several notes must be confirmed.
        case delete([NoteID])
        case pin(NoteID, Bool)
        case undo(NoteID)
        case showDeleted
        case settings
        case about
        case following
        case read(String)
        /// The import panel was closed.
        case importClosed
        /// The sheet was closed.
        case sheetClosed
        case dismissProblem
        /// Dismisses a problem of the library, which all windows show.
        case dismiss(Int)
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
    /// Whether the result of the search is outdated, and a pause precedes the search among the changed notes.
    var isRepeating: Bool { search == .done && !changed.isEmpty }

    /// The selected notes that exist, in any order; `nil` while the list is not in selection mode.
    ///
    /// The windows need it at different times: when they are drawn. A change would take long if it updated all selections.
    package var selection: [NoteID]? { selected?.filter(shown.notes.contains) }

    /// The rows that the list shows, and the total number of notes that match the filter. Takes time in proportion to the number of
    /// notes.
    package var visible: (rows: [NoteSummary], total: Int) {
        let matching = matching
        return (matching.prefix(rowLimit).compactMap { shown.notes[$0] }, matching.count)
    }

    /// The notes that were deleted last, at most three, for which the list offers undo.
    package var undoable: [NoteSummary] { Array(shown.deletions.suffix(3)) }

    /// The notes that match the filter, in order.
    var matching: [NoteID] {
        guard found != nil || filter.isPinnedOnly else { return shown.notes.order }
        return shown.notes.order.filter { id in
            found?.contains(id) != false && (!filter.isPinnedOnly || shown.notes[id]?.isPinned == true)
        }
    }
}

extension NoteList.Action: Confirmable {
    package var question: Question? {
        guard case .delete(let notes) = self, notes.count > 1 else { return nil }
        return Question(
            title: "Delete \(notes.count) notes?",
            sentence: "You can restore them for a short time. Then they are deleted permanently.",
            verb: "Delete \(notes.count) notes")
    }
}
