import MillraceKit

// What modules show of the library, as values that are compared: what has not changed for a module does not reach it.
extension Library {
    /// What a list shows.
    package struct Listed: Hashable, Sendable {
        /// The notes, in order.
        package var notes = NoteIndex()
        /// Whether the storage has told what it holds.
        package var isLoaded = false
        /// The notes that can still be brought back, the oldest first.
        package var deletions: [NoteSummary] = []
        /// What the storage refused, the oldest first.
        package var problems: [Problem] = []
        /// The notes that are published.
        package var published: Set<NoteID> = []
        /// Whether there is an import to be shown.
        package var hasImport = false
        /// How the page is coloured.
        package var theme = Theme.system

        /// Nothing known yet.
        package init() {}
    }
}

/// What whoever looks at a note sees of it.
package struct ShownNote: Hashable, Sendable {
    /// Its place in the list, or among the deleted ones; `nil` where it is in neither.
    package var summary: NoteSummary?
    /// Whether it was deleted, and can still be brought back.
    package var isDeleted = false
    /// Whether the storage has told which notes there are.
    package var isLoaded = false
    /// Its text, once it has been read.
    package var editor: Editor.State?
    /// Where it is published, if it is.
    package var publication: Publication?
    /// Whether it is just being published, or no longer to be.
    package var isPublishing = false

    /// Nothing known yet.
    package init() {}

    /// Whether it is neither in the list nor can be brought back.
    package var isGone: Bool { isLoaded && summary == nil }
}

extension Library.State {
    /// What a list shows.
    package var listed: Library.Listed {
        var listed = Library.Listed()
        (listed.notes, listed.isLoaded, listed.deletions) = (notes, isLoaded, deletions)
        (listed.problems, listed.published) = (problems, Set(publications.keys))
        (listed.hasImport, listed.theme) = (importing != nil, preferences.theme)
        return listed
    }

    /// What whoever looks at a note sees of it.
    package func shown(_ id: NoteID) -> ShownNote {
        var shown = ShownNote()
        (shown.summary, shown.isDeleted, shown.isLoaded) = (self[id], deletions[id: id] != nil, isLoaded)
        (shown.editor, shown.publication, shown.isPublishing) = (editors[id], publications[id], publishing.contains(id))
        return shown
    }
}
