import Foundation
import GRDB
import MillraceKit
import NotesCore

/// The commands for notes.
extension Storage {
    func load() async throws -> LoadLibrary.Output {
        try await pool.read { db in
            let rows = try Row.fetchCursor(
                db, sql: "SELECT id, start, isPinned, modified, deleted FROM note")
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

    func create(_ command: CreateNote) async throws -> NoteSummary {
        let now = now()
        return try await write(for: client(of: command.window)) { [limits] db in
            try Self.insert(.empty, created: now, modified: now, within: limits, in: db)
        }
    }

    /// Adds a note, if the library has room for it.
    static func insert(
        _ text: StoredText, created: Int64, modified: Int64, origin: String? = nil, within limits: LibraryLimits,
        in db: Database
    ) throws -> NoteSummary {
        let bytes = text.plain.utf8.count
        try requireRoom(forNotes: 1, bytes: bytes, within: limits, in: db)
        let sql = "INSERT INTO note (start, bytes, created, modified, origin) VALUES (?, ?, ?, ?, ?)"
        try db.cachedStatement(sql: sql).execute(arguments: [text.start, bytes, created, modified, origin])
        let id = NoteID(db.lastInsertedRowID)
        try text.write(to: id, in: db)
        return NoteSummary(id: id, headline: Headline(of: text.plain), modified: modified)
    }

    func read(_ id: NoteID) throws -> Note {
        try quickReads.read { db in
            guard
                let row = try Row.fetchOne(
                    db,
                    sql: """
                        SELECT id, start, isPinned, modified, revision, content.text FROM note
                        JOIN content ON content.note = note.id WHERE id = ?
                        """,
                    arguments: [id.number])
            else { throw StorageFailure.notFound }
            return Note(summary: NoteSummary(row), text: row["text"], revision: row["revision"])
        }
    }

    func save(_ command: SaveNote) async throws -> NoteSummary {
        guard command.text.utf8.count <= Note.longestText else { throw StorageFailure.tooLong }
        let (now, client) = (now(), client(of: command.window))
        // Before the text is prepared, which takes longer.
        _ = try await pool.read { [limits] in
            try Self.requireRoom(for: command.text, of: command.id, within: limits, in: $0)
        }
        let text = try await StoredText.prepare(command.text, for: client, in: writeQueue)
        // A text with null characters becomes longer.
        guard text.plain.utf8.count <= Note.longestText else { throw StorageFailure.tooLong }
        return try await write(for: client) { [limits] db in
            try Self.write(text, of: command, at: now, within: limits, in: db)
        }
    }

    private static func write(
        _ text: StoredText, of command: SaveNote, at now: Int64, within limits: LibraryLimits, in db: Database
    ) throws -> NoteSummary {
        // Saves of different clients end in any order.
        let newer = try Row.fetchOne(
            db, sql: "SELECT id, start, isPinned, modified FROM note WHERE id = ? AND revision > ?",
            arguments: [command.id.number, command.revision])
        if let newer { return NoteSummary(newer) }
        let isPinned = try requireRoom(for: text.plain, of: command.id, within: limits, in: db)
        try db.execute(
            sql: "UPDATE note SET start = ?, bytes = ?, revision = ?, modified = ? WHERE id = ?",
            arguments: [text.start, text.plain.utf8.count, command.revision, now, command.id.number])
        try text.write(to: command.id, in: db)
        return NoteSummary(
            id: command.id, headline: Headline(of: text.plain), isPinned: isPinned, modified: now)
    }

    /// Makes sure that there is room for the text of a note. Returns whether the note is pinned.
    private static func requireRoom(
        for text: String, of id: NoteID, within limits: LibraryLimits, in db: Database
    ) throws -> Bool {
        let row = try Row.fetchOne(db, sql: "SELECT isPinned, bytes FROM note WHERE id = ?", arguments: [id.number])
        guard let row else { throw StorageFailure.notFound }
        try requireRoom(bytes: text.utf8.count - row["bytes"], within: limits, in: db)
        return row["isPinned"]
    }
}

extension NoteSummary {
    fileprivate init(_ row: Row) {
        self.init(
            id: NoteID(row["id"]), headline: Headline(of: row["start"]), isPinned: row["isPinned"],
            modified: row["modified"])
    }
}
