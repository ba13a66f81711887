import Foundation
import GRDB
import NotesCore
import Synchronization

/// The commands for publications. Their addresses cannot be guessed.
extension Storage {
    func publish(_ command: PublishNote) async throws -> Publication {
        let (now, token, text) = (now(), Self.makeToken(), command.text.storable)
        guard text.utf8.count <= Note.longestText else { throw StorageFailure.tooLong }
        return try await write(for: client(of: command.window), in: publicationQueue) { [limits] db in
            guard
                try Bool.fetchOne(db, sql: "SELECT true FROM note WHERE id = ?", arguments: [command.id.number]) == true
            else { throw StorageFailure.notFound }
            let replaced = try Int.fetchOne(
                db, sql: "SELECT length(CAST(text AS BLOB)) FROM publication WHERE note = ?",
                arguments: [command.id.number])
            try Self.requireRoom(bytes: text.utf8.count - (replaced ?? 0), within: limits, in: db)
            // A note that is published already keeps its address.
            try db.execute(
                sql: """
                    INSERT INTO publication (note, token, author, text, time) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (note) DO UPDATE
                    SET author = excluded.author, text = excluded.text, time = excluded.time
                    """,
                arguments: [command.id.number, token, command.author.name.storable, text, now])
            let row = try Row.fetchOne(
                db, sql: "SELECT note, token, author, time FROM publication WHERE note = ?",
                arguments: [command.id.number])
            guard let row else { throw StorageFailure.notFound }
            let publication = Publication(row)
            let note = FeedNote(PublishedNote(publication, text: text))
            try Self.list(note, of: publication.note, in: db)
            return publication
        }
    }

    /// Stores a publication as the list shows it.
    static func list(_ note: FeedNote, of id: NoteID, in db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO listed (note, time, isShortened, text) VALUES (?, ?, ?, ?)",
            arguments: [id.number, note.time, note.isShortened, note.text])
    }

    func unpublish(_ command: UnpublishNote) async throws {
        try await write(for: client(of: command.window), in: publicationQueue) {
            try $0.execute(sql: "DELETE FROM publication WHERE note = ?", arguments: [command.id.number])
        }
    }

    /// Returns the copy at an address, if its note is not deleted. Reads its text once for each version of the database: it can have
    /// 2 MB, many windows can show it, and its actor waits.
    func readPublished(_ token: String) throws -> PublishedNote {
        try quickReads.read { db in
            let version = try Self.version(of: db)
            if let known = knownPublished.withLock({ $0[token] }), known.version == version { return known.note }
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT publication.note, token, author, time, publication.text FROM publication
                    JOIN note ON note.id = publication.note WHERE token = ? AND note.deleted IS NULL
                    """,
                arguments: [token])
            guard let row else {
                knownPublished.withLock { $0[token] = nil }
                throw StorageFailure.notFound
            }
            return shared(PublishedNote(Publication(row), text: row["text"]), in: version)
        }
    }

    /// The version of the database, which changes whenever another connection has written.
    private static func version(of db: Database) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA data_version") ?? 0 }

    /// The number of published notes whose text all readers share.
    private static let maxKnownPublished = 8

    /// Returns the same note, with a text in memory that all readers share.
    ///
    /// - Parameter version: The version of the database that contains the note.
    private func shared(_ note: PublishedNote, in version: Int) -> PublishedNote {
        knownPublished.withLock { known in
            let token = note.publication.token
            let result = known[token].flatMap { $0.note == note ? $0.note : nil } ?? note
            if known[token] == nil, known.count >= Self.maxKnownPublished { known = [:] }
            known[token] = (version, result)
            return result
        }
    }

    /// The setting with the token of the list of published notes.
    static let feedSetting = "feedToken"

    /// Returns the token of the list of published notes.
    func feedToken() throws -> String {
        try quickReads.read { db in
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
        return try quickReads.read { db in
            let version = try Self.version(of: db)
            if let known = lastFeed.withLock({ $0 }), known.version == version { return known.feed }
            let feed = try Self.feed(in: db)
            lastFeed.withLock { $0 = (version, feed) }
            return feed
        }
    }

    private static func feed(in db: Database) throws -> Feed {
        // The index contains the notes that are not deleted. Their rows contain long texts.
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT token, author, listed.time, isShortened, listed.text FROM listed
                JOIN publication ON publication.note = listed.note
                WHERE EXISTS
                (SELECT true FROM note INDEXED BY note_kept WHERE note.id = listed.note AND note.deleted IS NULL)
                ORDER BY listed.time DESC LIMIT ?
                """,
            arguments: [Feed.maxNotes])
        var (notes, bytes) = ([FeedNote](), 0)
        while bytes <= Feed.longestTexts, let row = try rows.next() {
            let note = FeedNote(
                token: row["token"], author: row["author"], time: row["time"], text: row["text"],
                isShortened: row["isShortened"])
            notes.append(note)
            bytes += note.text.utf8.count
        }
        return Feed(of: notes)
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
