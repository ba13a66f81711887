import Foundation
import GRDB
import NotesCore

/// The commands for notes.
extension Storage {
    func load() async throws -> LoadLibrary.Output {
        try await pool.read { db in
            let rows = try Row.fetchCursor(
                db, sql: "SELECT id, substr(text, 1, ?) AS start, isPinned, modified, deleted FROM note",
                arguments: [Headline.scannedLength])
            var output = LoadLibrary.Output(notes: [])
            while let row = try rows.next() {
                let summary = NoteSummary(row)
                if row["deleted"] as Int64? == nil {
                    output.notes.append(summary)
                } else {
                    output.deleted.append(summary)
                }
            }
            let publications = try Row.fetchAll(
                db,
                sql: """
                    SELECT publication.note, token, author, listed.time FROM publication
                    JOIN listed ON listed.note = publication.note
                    """)
            output.publications = publications.map { Publication($0) }
            output.preferences = try Preferences(stored: db)
            return output
        }
    }

    func create() async throws -> NoteSummary {
        let now = now()
        return try await pool.write { db in
            try db.execute(
                sql: "INSERT INTO note (text, folded, created, modified) VALUES ('', '', ?, ?)", arguments: [now, now])
            return NoteSummary(id: NoteID(db.lastInsertedRowID), headline: Headline(of: ""), modified: now)
        }
    }

    func read(_ id: NoteID) throws -> Note {
        try quickReads.read { db in
            guard
                let row = try Row.fetchOne(
                    db, sql: "SELECT id, text AS start, text, isPinned, modified, revision FROM note WHERE id = ?",
                    arguments: [id.number])
            else { throw StorageFailure.notFound }
            return Note(summary: NoteSummary(row), text: row["text"], revision: row["revision"])
        }
    }

    func save(_ command: SaveNote) async throws -> NoteSummary {
        guard command.text.utf8.count <= Note.longestText else { throw StorageFailure.tooLong }
        let now = now()
        let text = await StoredText.prepare(command.text, in: longTexts)
        return try await pool.write { db in
            try db.execute(
                sql: "UPDATE note SET text = ?, folded = ?, revision = ?, modified = ? WHERE id = ?",
                arguments: [text.plain, text.folded, command.revision, now, command.id.number])
            guard db.changesCount == 1 else { throw StorageFailure.notFound }
            let isPinned = try Bool.fetchOne(
                db, sql: "SELECT isPinned FROM note WHERE id = ?", arguments: [command.id.number])
            return NoteSummary(
                id: command.id, headline: Headline(of: text.plain), isPinned: isPinned ?? false, modified: now)
        }
    }

    func pin(_ id: NoteID, _ isPinned: Bool) async throws {
        try await change(id, "UPDATE note SET isPinned = ? WHERE id = ?", isPinned)
    }

    func delete(_ id: NoteID) async throws {
        try await change(id, "UPDATE note SET deleted = ? WHERE id = ?", now())
    }

    func restore(_ id: NoteID) async throws {
        try await change(id, "UPDATE note SET deleted = ? WHERE id = ?", Int64?.none)
    }

    func purge(_ id: NoteID) async throws {
        try await pool.write { db in
            try db.execute(sql: "DELETE FROM note WHERE id = ? AND deleted IS NOT NULL", arguments: [id.number])
        }
    }

    private func change(_ id: NoteID, _ sql: String, _ value: some DatabaseValueConvertible & Sendable) async throws {
        try await pool.write { db in
            try db.execute(sql: sql, arguments: [value, id.number])
            if db.changesCount == 0 { throw StorageFailure.notFound }
        }
    }
}

extension NoteSummary {
    fileprivate init(_ row: Row) {
        self.init(
            id: NoteID(row["id"]), headline: Headline(of: row["start"]), isPinned: row["isPinned"],
            modified: row["modified"])
    }
}
