package import MillraceCollections
import MillraceKit

// A module observes the shared state through active commands. Those that observe a state return a value at once, and after each
// change. Each is cancelled when the module's scene ends, so no note stays open by mistake. Their handlers are in `Store+Windows.swift`.

/// Observes the content of the list.
package struct ObserveNotes: Command, Equatable, Codable {
    package typealias Output = Library.ListContent
    package typealias Failure = Never
}

/// Returns the notes of each command that has stored texts. They can match a search now, or no longer.
///
/// A window that listened to the commands of others would extend their effects: a page without JavaScript waits for all effects of a
/// form, and would wait for the searches of all windows.
package struct ObserveChanges: Command, Equatable, Codable {
    package typealias Output = [NoteID]
    package typealias Failure = Never
}

/// Observes the changes of publications. An active command, for the same reason as ``ObserveChanges``.
package struct ObservePublications: Command, Equatable, Codable {
    package typealias Output = PublicationsChanged
    package typealias Failure = Never
    /// The token of the publication; `nil` for all. A change of another one must not draw the page, which can be large.
    package var token: String?
}

/// Observes a note that a window shows. The note is open as long as this command is active.
package struct ObserveNote: Command, Equatable, Codable {
    package typealias Output = ShownNote
    package typealias Failure = Never
    package let id: NoteID
}

/// Observes the deleted notes that can be restored, the oldest first.
package struct ObserveDeletions: Command, Equatable, Codable {
    package typealias Output = IdentifiedArray<NoteSummary>
    package typealias Failure = Never
}

/// Observes the current import, or the last one until it is dismissed; `nil` if there is none.
package struct ObserveImport: Command, Equatable, Codable {
    package typealias Output = NoteImport?
    package typealias Failure = Never
}

/// Observes the preferences that all windows share.
package struct ObservePreferences: Command, Equatable, Codable {
    package typealias Output = Preferences
    package typealias Failure = Never
}

/// Observes the account that is signed in in a window, or `nil`.
package struct ObserveSession: Command, Equatable, Codable {
    package typealias Output = Account?
    package typealias Failure = Never
    package let window: WindowID
}
