import MillraceKit

/// A request of a window to the library. All windows show the result.
package enum LibraryRequest: Fact, Hashable {
    /// A new note, to be opened in the window.
    case create(WindowID)
    /// The text of a note, typed over its newest one.
    case type(NoteID, String)
    case pin(NoteID, Bool)
    case delete([NoteID])
    case undo([NoteID])
    case publish(PublishNote)
    case unpublish(NoteID)
    case prefer(Preferences)
    case dismissImport
    case dismissProblem(Int)
}

/// The result of a request for a new note, for the window that made it.
package struct NoteMade: Fact, Hashable {
    package let window: WindowID
    package let result: Result<NoteID, StorageFailure>
}
