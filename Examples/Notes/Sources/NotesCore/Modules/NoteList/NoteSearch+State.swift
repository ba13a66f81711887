extension NoteSearch {
    /// The filter, and the notes that match it.
    package struct State: Hashable, Codable, Sendable {
        /// The filter.
        package internal(set) var filter = Filter.Value()
        /// The notes that a search found, also deleted ones; `nil` without a search.
        package internal(set) var found: Set<NoteID>?
        /// Whether the newest search has no result yet.
        package internal(set) var isSearching = false
        /// The stage of the search.
        var stage = Stage.none
        /// The notes that have changed since the search began. They are searched again after it.
        var changed: Set<NoteID> = []
        /// The maximum number of rows that the list shows.
        package internal(set) var rowLimit = NoteList.rowStep

        /// Creates the state without a filter.
        package init() {}

        // The other properties are not stored, because the notes are searched again.
        private enum CodingKeys: CodingKey { case filter, rowLimit }
    }

    /// The stage of a search. One search runs at a time. If notes change meanwhile, it finishes, and they are searched again.
    enum Stage {
        case none
        /// A pause precedes the search.
        case waiting
        case running
        case done
    }
}

extension NoteSearch.State {
    /// Whether the result of the search is outdated, and a pause precedes the search among the changed notes.
    var isRepeating: Bool { stage == .done && !changed.isEmpty }

    /// Returns the notes that match the filter, in order.
    func matches(in notes: NoteIndex) -> [NoteID] {
        guard found != nil || filter.isPinnedOnly else { return notes.order }
        return notes.order.filter { id in
            found?.contains(id) != false && (!filter.isPinnedOnly || notes[id]?.isPinned == true)
        }
    }
}
