import GRDB
import NotesCore

extension Storage {
    /// Makes sure that the library has room for another note, or a longer text of a note or a published copy. A database that
    /// exceeds the limits accepts all other changes.
    ///
    /// - Throws: ``StorageFailure/tooManyNotes(limit:)`` or ``StorageFailure/tooMuchText(limit:)``.
    static func requireRoom(
        forNotes notes: Int = 0, bytes: Int = 0, within limits: LibraryLimits, in db: Database
    ) throws {
        guard let total = try Row.fetchOne(db, sql: "SELECT notes, bytes FROM total") else { return }
        if notes > 0, total["notes"] + notes > limits.notes { throw StorageFailure.tooManyNotes(limit: limits.notes) }
        if bytes > 0, total["bytes"] + bytes > limits.bytes { throw StorageFailure.tooMuchText(limit: limits.bytes) }
    }
}
