import MillraceKit

// A module observes the shared state through active commands: each one is answered at once, and after each change. They end
// with the module's scene, however that ends, so no note stays open by mistake. `Store+Windows.swift` answers them.

/// What the list shows.
package struct WatchNotes: Command, Equatable {
    package typealias Output = Library.Listed
    package typealias Failure = Never
}

/// A note that a window shows. It stays open as long as this command is active.
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

/// The account that is signed in in a window, or `nil`.
package struct WatchSession: Command, Equatable {
    package typealias Output = Account?
    package typealias Failure = Never
    package let window: WindowID
}
