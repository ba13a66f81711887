package import MillraceCollections
import MillraceKit

// The parts of the library that modules show. They are compared, so a module receives a part only when it has changed.
extension Library {
    /// The content of a list.
    package struct ListContent: Hashable, Codable, Sendable {
        /// The notes, in order.
        package var notes = NoteIndex()
        /// Whether the storage has been loaded.
        package var isLoaded = false
        /// The deleted notes that can be restored, the oldest first.
        package var deletions: IdentifiedArray<NoteSummary> = []
        /// The failures of the storage, the oldest first.
        package var problems: [Problems.Problem] = []
        /// The notes that are published.
        package var published: [NoteID: Publication] = [:]
        /// Whether there is an import to show.
        package var hasImport = false
        /// How the page is coloured.
        package var theme = Theme.system
        /// The notes whose texts were stored last.
        var textChanges = TextChanges()

        /// The state before anything is loaded.
        package init() {}

        /// Whether the storage has been loaded, or loading it has failed.
        package var hasAnswered: Bool { isLoaded || !problems.isEmpty }
    }
}

/// The content of a note that a window shows.
package struct ShownNote: Hashable, Codable, Sendable {
    /// The summary of the note; `nil` if it is neither in the list nor among the deleted notes.
    package var summary: NoteSummary?
    /// Whether the note is deleted and can be restored.
    package var isDeleted = false
    /// Whether the storage has been loaded.
    package var isLoaded = false
    /// The text, after it has been read.
    package var editor: Editor.State?
    /// The publication of the note, if it is published.
    package var publication: Publication?
    /// Whether the note is being published or unpublished.
    package var isPublishing = false

    /// The state before anything is loaded.
    package init() {}

    /// Whether the note is neither in the list nor among the deleted notes.
    package var isMissing: Bool { isLoaded && summary == nil }
}

extension Library.State {
    /// The content of a list.
    package var listContent: Library.ListContent {
        var content = Library.ListContent()
        (content.notes, content.isLoaded, content.deletions) = (
            collection.notes, isLoaded, collection.deletedNotes.notes
        )
        (content.problems, content.published) = (problems.all, publications.all)
        (content.hasImport, content.theme) = (newNotes.importing != nil, preferences.current.theme)
        content.textChanges = textChanges
        return content
    }

    /// The content of a note that a window shows.
    package subscript(shown id: NoteID) -> ShownNote {
        var shown = ShownNote()
        (shown.summary, shown.isLoaded) = (collection[id], isLoaded)
        shown.isDeleted = collection.deletedNotes.notes[id: id] != nil
        (shown.editor, shown.publication) = (openNotes.editors[id], publications.all[id])
        shown.isPublishing = publications.pending.contains(id)
        return shown
    }
}
