import MillraceKit

// The commands of windows. A window forwards all but the last to the engine of the library, which has their handlers in
// `Library+Windows.swift`.

/// Keeps a note open as long as this command is active. It is cancelled when the editor's scene ends, so no note stays open by mistake.
package struct OpenNote: Command, Equatable, Codable {
    package typealias Output = Void
    package typealias Failure = Never
    package let id: NoteID
}

/// Creates a note for a window. The library finishes the creation also if this command is cancelled.
package struct NewNote: Command, Equatable, Codable {
    package typealias Output = NoteID
    package typealias Failure = StorageFailure
    package let window: WindowID
}

/// Ends when the library has answered for the first time, and all changes of some notes are stored. Changes nothing.
///
/// A page without JavaScript is not updated later, so its documents wait for this.
package struct WaitForLibrary: Command, Hashable, Codable {
    package typealias Output = Void
    package typealias Failure = Never
    /// The notes.
    package var notes: [NoteID] = []
    /// Whether the texts of the notes must have been read. A missing note has none.
    package var isOpen = false
}

/// Observes the account that is signed in in the window, or `nil`.
package struct ObserveSession: Command, Equatable, Codable {
    package typealias Output = Account?
    package typealias Failure = Never
}
