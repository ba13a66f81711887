import MillraceKit

// Commands that change many notes at once. Each has one result, and so one turn. A turn for each note would notify all windows for
// each note.

/// The notes that could not be changed, and why.
package typealias BulkFailures = [NoteID: StorageFailure]

/// Marks notes as deleted, as ``DeleteNote`` does.
package struct DeleteNotes: Command, Equatable, Codable {
    package typealias Output = BulkFailures
    package let ids: [NoteID]
    /// The window that deletes the notes. Changes of different clients take turns.
    package let window: WindowID?

    package init(_ ids: [NoteID], in window: WindowID? = nil) { (self.ids, self.window) = (ids, window) }
}

/// Restores deleted notes, as ``RestoreNote`` does.
package struct RestoreNotes: Command, Equatable, Codable {
    package typealias Output = BulkFailures
    package let ids: [NoteID]
    /// The window that restores the notes. Changes of different clients take turns.
    package let window: WindowID?

    package init(_ ids: [NoteID], in window: WindowID? = nil) { (self.ids, self.window) = (ids, window) }
}

/// Deletes notes permanently, as ``PurgeNote`` does.
package struct PurgeNotes: Command, Equatable, Codable {
    package typealias Output = BulkFailures
    package let ids: [NoteID]

    package init(_ ids: [NoteID]) { self.ids = ids }
}
