import MillraceKit

/// Loads the content of the storage. The library executes it at the start, and again after a failure.
package struct LoadLibrary: Command, Equatable, Codable {
    /// The content of the storage.
    package struct Output: Equatable, Codable, Sendable {
        /// The notes.
        package var notes: [NoteSummary]
        /// The deleted notes that were not purged before the program ended. They can be restored.
        package var deleted: [NoteSummary]
        /// The publications.
        package var publications: [Publication]
        /// The preferences that all windows share.
        package var preferences: Preferences

        /// Creates the content of a storage.
        package init(
            notes: [NoteSummary], deleted: [NoteSummary] = [], publications: [Publication] = [],
            preferences: Preferences = Preferences()
        ) {
            (self.notes, self.deleted) = (notes, deleted)
            (self.publications, self.preferences) = (publications, preferences)
        }
    }
    package typealias Failure = StorageFailure

    package init() {}
}

/// Creates an empty note.
package struct CreateNote: Command, Equatable, Codable {
    package typealias Output = NoteSummary
    package typealias Failure = StorageFailure
    /// The window that shows the note. Writes of different clients take turns.
    package let window: WindowID?

    package init(in window: WindowID? = nil) { self.window = window }
}

/// Reads a note with its text.
package struct ReadNote: Command, Equatable, Codable {
    package typealias Output = Note
    package typealias Failure = StorageFailure
    package let id: NoteID

    package init(_ id: NoteID) { self.id = id }
}

/// Saves the text of a note. When it completes, the text is on the disk, or a newer revision of it.
package struct SaveNote: Command, Equatable, Codable {
    package typealias Output = NoteSummary
    package typealias Failure = StorageFailure
    package let id: NoteID
    package let text: String
    /// The revision of the note with this text.
    package let revision: Int
    /// The window in which the text was typed last. Texts of different clients share the time.
    package let window: WindowID?

    package init(_ id: NoteID, text: String, revision: Int, in window: WindowID? = nil) {
        (self.id, self.text, self.revision, self.window) = (id, text, revision, window)
    }
}

/// Pins a note to the top of the list, or unpins it.
package struct PinNote: Command, Equatable, Codable {
    package typealias Output = Void
    package typealias Failure = StorageFailure
    package let id: NoteID
    package let isPinned: Bool
    /// The window that pins the note. Changes of different clients take turns.
    package let window: WindowID?

    package init(_ id: NoteID, isPinned: Bool, in window: WindowID? = nil) {
        (self.id, self.isPinned, self.window) = (id, isPinned, window)
    }
}

/// Marks a note as deleted. ``RestoreNote`` restores it; ``PurgeNote`` deletes it permanently.
package struct DeleteNote: Command, Equatable, Codable {
    package typealias Output = Void
    package typealias Failure = StorageFailure
    package let id: NoteID
    /// The window that deletes the note. Changes of different clients take turns.
    package let window: WindowID?

    package init(_ id: NoteID, in window: WindowID? = nil) { (self.id, self.window) = (id, window) }
}

/// Restores a deleted note.
package struct RestoreNote: Command, Equatable, Codable {
    package typealias Output = Void
    package typealias Failure = StorageFailure
    package let id: NoteID
    /// The window that restores the note. Changes of different clients take turns.
    package let window: WindowID?

    package init(_ id: NoteID, in window: WindowID? = nil) { (self.id, self.window) = (id, window) }
}

/// Deletes a note permanently. The note must be marked as deleted.
package struct PurgeNote: Command, Equatable, Codable {
    package typealias Output = Void
    package typealias Failure = StorageFailure
    package let id: NoteID

    package init(_ id: NoteID) { self.id = id }
}

/// Saves the preferences that all windows share.
package struct SavePreferences: Command, Equatable, Codable {
    package typealias Output = Void
    package typealias Failure = StorageFailure
    package let preferences: Preferences

    package init(_ preferences: Preferences) { self.preferences = preferences }
}

/// Finds the notes that contain every word of a query. Ignores case and accents. Also finds deleted notes.
package struct SearchNotes: Command, Equatable, Codable {
    package typealias Output = [NoteID]
    package typealias Failure = StorageFailure
    /// How long a changed note counts as recent, in milliseconds: one week.
    package static let recent: Int64 = 7 * 24 * 60 * 60 * 1_000
    /// The maximum number of different words. Each word is searched in each note.
    package static let maxWords = 16

    /// The words to find, in any order. Words after the first ``maxWords`` are ignored.
    package let query: String
    /// Whether to find only notes that were changed recently.
    package let isRecent: Bool
    /// The notes to search; `nil` for all. These have changed since the query was searched. Such searches do not delay those that a
    /// person begins.
    package let changed: Set<NoteID>?
    /// The window that searches. Windows of different clients share the time.
    package let window: WindowID

    package init(_ query: String, isRecent: Bool = false, changed: Set<NoteID>? = nil, in window: WindowID) {
        (self.query, self.isRecent, self.changed, self.window) = (query, isRecent, changed, window)
    }
}

/// Imports the Markdown files of a folder and its subfolders. Skips files that were imported before and have not changed.
package struct ImportNotes: Command, Equatable, Codable {
    /// The progress of an import.
    package struct Progress: Equatable, Codable, Sendable {
        /// How many files were processed.
        package var done: Int
        /// How many files there are.
        package var total: Int
        /// The notes that were added since the previous progress value.
        package var added: [NoteSummary]
        /// The files that were skipped since the previous progress value.
        package var skipped: [SkippedFile]

        package init(done: Int, total: Int, added: [NoteSummary] = [], skipped: [SkippedFile] = []) {
            (self.done, self.total, self.added, self.skipped) = (done, total, added, skipped)
        }
    }

    package typealias Output = Void
    package typealias Failure = StorageFailure
    package let folder: String

    package init(folder: String) { self.folder = folder }
}

/// A file that an import skipped.
package struct SkippedFile: Hashable, Codable, Sendable {
    /// The path within the folder.
    package let path: String
    /// The reason, as a clause.
    package let reason: String

    package init(_ path: String, because reason: String) { (self.path, self.reason) = (path, reason) }
}
