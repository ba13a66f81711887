import Foundation
import GRDB
import NotesCore

/// The commands for publications. Their addresses cannot be guessed.
extension Storage {
    func publish(_ command: PublishNote) async throws -> Publication {
        let (now, token) = (now(), Self.makeToken())
        return try await pool.write { db in
            guard
                try Bool.fetchOne(db, sql: "SELECT true FROM note WHERE id = ?", arguments: [command.id.number]) == true
            else { throw StorageFailure.notFound }
            // A note that is published already keeps its address.
            try db.execute(
                sql: """
                    INSERT INTO publication (note, token, author, text, time) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (note) DO UPDATE
                    SET author = excluded.author, text = excluded.text, time = excluded.time
                    """,
                arguments: [command.id.number, token, command.author.name.storable, command.text.storable, now])
            let row = try Row.fetchOne(
                db, sql: "SELECT note, token, author, time FROM publication WHERE note = ?",
                arguments: [command.id.number])
            guard let row else { throw StorageFailure.notFound }
            return Publication(row)
        }
    }

    func unpublish(_ id: NoteID) async throws {
        try await pool.write { try $0.execute(sql: "DELETE FROM publication WHERE note = ?", arguments: [id.number]) }
    }

    /// Returns the copy at an address, if its note is not deleted.
    func readPublished(_ token: String) throws -> PublishedNote {
        try pool.read { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT publication.note, token, author, time, publication.text FROM publication
                    JOIN note ON note.id = publication.note WHERE token = ? AND note.deleted IS NULL
                    """,
                arguments: [token])
            guard let row else { throw StorageFailure.notFound }
            return PublishedNote(Publication(row), text: row["text"])
        }
    }

    /// The setting with the token of the list of published notes.
    static let feedSetting = "feedToken"

    /// Returns the token of the list of published notes.
    func feedToken() throws -> String {
        try pool.read { db in
            let sql = "SELECT value FROM setting WHERE name = ?"
            guard let token = try String.fetchOne(db, sql: sql, arguments: [Self.feedSetting]) else {
                throw StorageFailure.notFound
            }
            return token
        }
    }

    /// Returns the newest published notes, if the token is that of their list.
    func readFeed(_ token: String) throws -> Feed {
        guard try feedToken() == token else { throw StorageFailure.notFound }
        return try pool.read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT publication.note, token, author, time, publication.text FROM publication
                    JOIN note ON note.id = publication.note WHERE note.deleted IS NULL ORDER BY time DESC LIMIT ?
                    """,
                arguments: [Feed.maxNotes])
            return Feed(of: rows.map { PublishedNote(Publication($0), text: $0["text"]) })
        }
    }

    /// Returns 128 random bits as 32 hexadecimal digits.
    static func makeToken() -> String {
        var random = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let half = String(random.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - half.count) + half
        }.joined()
    }
}

extension Publication {
    init(_ row: Row) {
        self.init(note: NoteID(row["note"]), token: row["token"], author: row["author"], time: row["time"])
    }
}
