import MillraceKit

/// All that is in the storage, asked for once at the start.
package struct LoadLibrary: Command, Equatable {
    /// What is in the storage.
    package struct Output: Equatable, Sendable {
        /// The notes.
        package var notes: [NoteSummary]
        /// Notes that were deleted when the program last ended, and can still be brought back.
        package var deleted: [NoteSummary]
        /// What is published.
        package var publications: [Publication]
        /// What was chosen for all windows.
        package var preferences: Preferences

        /// What is in a storage.
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

/// A new, empty note.
package struct CreateNote: Command, Equatable {
    package typealias Output = NoteSummary
    package typealias Failure = StorageFailure

    package init() {}
}

/// The text of a note.
package struct ReadNote: Command, Equatable {
    package typealias Output = Note
    package typealias Failure = StorageFailure
    package let id: NoteID

    package init(_ id: NoteID) { self.id = id }
}

/// Keeps the text of a note. Its data says that the text is on the disk.
package struct SaveNote: Command, Equatable {
    package typealias Output = NoteSummary
    package typealias Failure = StorageFailure
    package let id: NoteID
    package let text: String
    /// The revision that the note has with this text.
    package let revision: Int

    package init(_ id: NoteID, text: String, revision: Int) {
        (self.id, self.text, self.revision) = (id, text, revision)
    }
}

/// Keeps a note at the top of the list, or no longer.
package struct PinNote: Command, Equatable {
    package typealias Output = Void
    package typealias Failure = StorageFailure
    package let id: NoteID
    package let isPinned: Bool

    package init(_ id: NoteID, isPinned: Bool) { (self.id, self.isPinned) = (id, isPinned) }
}

/// Puts a note aside; ``RestoreNote`` brings it back until ``PurgeNote`` ends it.
package struct DeleteNote: Command, Equatable {
    package typealias Output = Void
    package typealias Failure = StorageFailure
    package let id: NoteID

    package init(_ id: NoteID) { self.id = id }
}

/// Brings a deleted note back.
package struct RestoreNote: Command, Equatable {
    package typealias Output = Void
    package typealias Failure = StorageFailure
    package let id: NoteID

    package init(_ id: NoteID) { self.id = id }
}

/// Ends a deleted note for good.
package struct PurgeNote: Command, Equatable {
    package typealias Output = Void
    package typealias Failure = StorageFailure
    package let id: NoteID

    package init(_ id: NoteID) { self.id = id }
}

/// Keeps what was chosen for all windows.
package struct SavePreferences: Command, Equatable {
    package typealias Output = Void
    package typealias Failure = StorageFailure
    package let preferences: Preferences

    package init(_ preferences: Preferences) { self.preferences = preferences }
}

/// The notes that contain each word of a query, whatever the case and the accents.
package struct SearchNotes: Command, Equatable {
    package typealias Output = [NoteID]
    package typealias Failure = StorageFailure
    /// What counts as recent: changed in so many milliseconds until now, a week.
    package static let recent: Int64 = 7 * 24 * 60 * 60 * 1_000

    package let query: String
    /// Whether only what was changed recently is meant.
    package let isRecent: Bool

    package init(_ query: String, isRecent: Bool = false) { (self.query, self.isRecent) = (query, isRecent) }
}

/// Takes in a tree of Markdown files. A file that was taken in before, unchanged, is not taken in again.
package struct ImportNotes: Command, Equatable {
    /// How far it is.
    package struct Progress: Equatable, Sendable {
        /// How many files were looked at.
        package var done: Int
        /// How many there are.
        package var total: Int
        /// The notes that came since the last report.
        package var added: [NoteSummary]
        /// The files that were left out since the last report.
        package var skipped: [SkippedFile]

        package init(done: Int, total: Int, added: [NoteSummary] = [], skipped: [SkippedFile] = []) {
            (self.done, self.total, self.added, self.skipped) = (done, total, added, skipped)
        }
    }

    /// The end.
    package typealias Output = Void
    package typealias Failure = StorageFailure
    package let folder: String

    package init(folder: String) { self.folder = folder }
}

/// A file that an import left out.
package struct SkippedFile: Hashable, Sendable {
    /// Its path within the folder.
    package let path: String
    /// Why, as a clause.
    package let reason: String

    package init(_ path: String, because reason: String) { (self.path, self.reason) = (path, reason) }
}
