import Millrace

// What a module shows of what all windows share comes as the answers of standing commands: one at once, and one
// whenever it has changed. They end with the module's scene, however that ends, and nothing that a window forgets to
// say can leave something open. `Wiring.swift` answers them.

/// What the list shows.
package struct WatchNotes: Command, Equatable {
    package typealias Output = Library.Listed
    package typealias Failure = Never
}

/// A note that somebody looks at: as long as this stands, it is open.
package struct WatchNote: Command, Equatable {
    package typealias Output = ShownNote
    package typealias Failure = Never
    package let id: NoteID
}

/// The notes that were deleted and can still be brought back, the oldest first.
package struct WatchDeletions: Command, Equatable {
    package typealias Output = [NoteSummary]
    package typealias Failure = Never
}

/// The import that runs, or the last one until it is dismissed; `nil` where there is none.
package struct WatchImport: Command, Equatable {
    package typealias Output = Library.Import?
    package typealias Failure = Never
}

/// What was chosen for all windows.
package struct WatchPreferences: Command, Equatable {
    package typealias Output = Preferences
    package typealias Failure = Never
}

/// Who is signed in in a window; `nil` where nobody is.
package struct WatchVisitor: Command, Equatable {
    package typealias Output = Account?
    package typealias Failure = Never
    package let window: WindowID
}
