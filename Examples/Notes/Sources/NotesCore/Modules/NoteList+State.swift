package import MillraceKit

extension NoteList {
    /// What a list shows, and what a person is about in it.
    package struct State: Hashable, Codable, Sendable {
        /// What the library shows.
        package internal(set) var shown = Library.Listed()
        /// Who is signed in in this window.
        package internal(set) var account: Account?
        /// Which notes are wanted, as the filter says.
        package internal(set) var filter = Filter.Value()
        /// The notes that the storage has found; `nil` where it was not asked.
        package internal(set) var found: Set<NoteID>?
        /// Whether the answer to the newest question is still to come.
        package internal(set) var isSearching = false
        /// Where the search for it is.
        var search = Search.none
        /// The note that is open beside the list.
        package internal(set) var open: NoteID?
        /// The note of which the editor has said last that it is saved.
        package internal(set) var saved: NoteID?
        /// The notes that are selected; `nil` where none are being selected.
        package internal(set) var selected: Set<NoteID>?
        /// How many rows the list shows at most.
        package internal(set) var rowLimit = NoteList.rowStep
        /// Why the last thing asked for could not be done.
        package internal(set) var problem: String?
        /// Whether the panel of an import is there.
        var hasImportPanel = false
        /// Whether a sheet lies over it, so that a second press brings no second one.
        var hasSheet = false

        /// A list that knows nothing yet.
        package init() {}

        // What others know comes anew.
        private enum CodingKeys: CodingKey { case filter, open, selected, rowLimit, hasImportPanel, hasSheet }
    }

    /// Where a search is. One runs at a time; notes that change meanwhile do not hold it up, but have it done again.
    enum Search { case none, waiting, running, outdated, done }

    /// What can happen to it.
    package enum Action: Equatable, Sendable {
        case shown(Event<WatchNotes>)
        case session(Event<WatchSession>)
        case filtered(Filter.Output)
        /// All notes are wanted again.
        case resetFilter
        /// Searching should wait no longer.
        case searchDue
        case found(Event<SearchNotes>)
        /// Some note is no longer what it was.
        case notesChanged
        case showMore
        case open(NoteID)
        case edited(NoteEditor.Output)
        /// The editor of a note has gone.
        case closed(NoteID)
        case create
        case made(NoteMade)
        /// Notes are to be selected, or no longer.
        case select(Bool)
        case toggle(NoteID)
        case selectAll
        /// Notes are to be deleted; several only when that is confirmed.
        case delete([NoteID])
        case pin(NoteID, Bool)
        case undo(NoteID)
        case showDeleted
        case settings
        case about
        case read(String)
        /// The panel of the import has gone.
        case importClosed
        /// The sheet has gone.
        case sheetClosed
        case dismissProblem
        /// One of the library's, which all windows show.
        case dismiss(Int)
    }

    /// Where it may go.
    package enum Transition: Hashable, Codable, Sendable {
        /// The filter, at its place.
        case filter
        /// The panel of an import, at its place.
        case importing
        /// The list alone.
        case list
        case note(NoteID)
        case deleted
        case settings
        case about
        /// A published note.
        case published(String)
    }
}

extension NoteList.State {
    /// The notes that are wanted, first to last: those for which there is room, and how many there are.
    package var visible: (rows: [NoteSummary], total: Int) {
        let wanted = wanted
        return (wanted.prefix(rowLimit).compactMap { shown.notes[$0] }, wanted.count)
    }

    /// What was deleted last, to be offered for undo: three at most.
    package var undoable: [NoteSummary] { shown.deletions.suffix(3) }

    /// All that is wanted, in order.
    var wanted: [NoteID] {
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
            sentence: "For a while they can still be brought back. Then they are gone for good.",
            verb: "Delete \(notes.count) notes")
    }
}
