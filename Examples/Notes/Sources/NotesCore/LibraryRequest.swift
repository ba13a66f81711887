import Millrace

/// What a person in some window wants of what all windows share. The library hears it; what comes of it is shown by all.
package enum Wish: Fact, Hashable {
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

/// The note is there that was wished for in a window, or it is said why not.
package struct NoteMade: Fact, Hashable {
    package let window: WindowID
    package let result: Result<NoteID, StorageFailure>
}

/// Somebody has signed in in a window.
package struct SignedIn: Fact, Hashable {
    package let window: WindowID
    package let account: Account
}

/// Nobody is signed in in a window any more.
package struct SignedOut: Fact, Hashable {
    package let window: WindowID
}
