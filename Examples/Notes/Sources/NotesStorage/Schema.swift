import Foundation
import GRDB
import NotesCore

/// The tables of the database and their migrations. Never change a migration that was released.
enum Schema {
    /// Identifies the database as one of Notes: "NOTE" in the file's header.
    static let applicationID = 0x4E4F_5445

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 notes") { db in
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
            try db.create(table: "note") { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("text", .text).notNull()
                table.column("isPinned", .boolean).notNull().defaults(to: false)
                table.column("created", .integer).notNull()
                table.column("modified", .integer).notNull()
                table.column("revision", .integer).notNull().defaults(to: 0)
                table.column("deleted", .integer)
            }
        }
        migrator.registerMigration("2 search and import") { db in
            try db.alter(table: "note") { table in
                // The text as it is searched, without case and accents.
                table.add(column: "folded", .text).notNull().defaults(to: "")
                // The path and the checksum of the file that the note was imported from.
                table.add(column: "origin", .text)
            }
            try db.create(index: "note_origin", on: "note", columns: ["origin"], options: .unique)
            let rows = try Row.fetchCursor(db, sql: "SELECT id, text FROM note")
            while let row = try rows.next() {
                let text: String = row["text"]
                try db.execute(
                    sql: "UPDATE note SET folded = ? WHERE id = ?", arguments: [text.folded, row["id"] as Int64])
            }
        }
        migrator.registerMigration("3 account, publishing and settings") { db in
            try db.create(table: "account") { table in
                // There is at most one account.
                table.primaryKey("id", .integer).check { $0 == 1 }
                table.column("name", .text).notNull()
                table.column("salt", .blob).notNull()
                // The key that was derived from the passphrase, with this cost.
                table.column("hash", .blob).notNull()
                table.column("cost", .integer).notNull()
            }
            try db.create(table: "publication") { table in
                table.column("note", .integer).primaryKey().references("note", onDelete: .cascade)
                table.column("token", .text).notNull().unique()
                table.column("author", .text).notNull()
                table.column("text", .text).notNull()
                table.column("time", .integer).notNull()
            }
            try db.create(table: "setting") { table in
                table.primaryKey("name", .text)
                table.column("value", .text).notNull()
            }
        }
        migrator.registerMigration("4 following") { db in
            // The addresses of other servers' published notes, with the copy that was received last as JSON.
            try db.create(table: "followed") { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("address", .text).notNull().unique()
                table.column("feed", .text)
                table.column("time", .integer)
            }
            try db.execute(
                sql: "INSERT INTO setting (name, value) VALUES (?, ?)",
                arguments: [Storage.feedSetting, Storage.makeToken()])
        }
        migrator.registerMigration("5 list of published notes") { db in
            // The publications as the list shows them. To read this, SQLite reads no long text.
            try db.create(table: "listed") { table in
                table.column("note", .integer).primaryKey().references("publication", onDelete: .cascade)
                table.column("time", .integer).notNull().indexed()
                table.column("isShortened", .boolean).notNull()
                table.column("text", .text).notNull()
            }
            try db.execute(sql: "CREATE INDEX note_kept ON note (id) WHERE deleted IS NULL")
            let rows = try Row.fetchCursor(db, sql: "SELECT note, token, author, time, text FROM publication")
            while let row = try rows.next() {
                let publication = Publication(row)
                try Storage.list(FeedNote(PublishedNote(publication, text: row["text"])), of: publication.note, in: db)
            }
        }
        migrator.registerMigration("6 texts in tables of their own", migrate: separateTexts)
        migrator.registerMigration("7 size of the library", migrate: countNotes)
        migrator.registerMigration("8 size of the published copies", migrate: countPublications)
        migrator.registerMigration("9 parallelism of the derivation of keys") { db in
            try db.alter(table: "account") { $0.add(column: "parallelism", .integer).notNull().defaults(to: 1) }
        }
        migrator.registerMigration("10 hash of the passphrase", migrate: convertAccount)
        return migrator
    }

    /// Writes the key of the account and its parameters as one text.
    private static func convertAccount(in db: Database) throws {
        let row = try Row.fetchOne(db, sql: "SELECT name, salt, hash, cost, parallelism FROM account")
        try db.drop(table: "account")
        try db.create(table: "account") { table in
            // There is at most one account.
            table.primaryKey("id", .integer).check { $0 == 1 }
            table.column("name", .text).notNull()
            table.column("password", .text).notNull()
        }
        guard let row else { return }
        let (salt, hash, cost): (Data, Data, Int) = (row["salt"], row["hash"], row["cost"])
        let parameters = "\(max(cost, 0).trailingZeroBitCount)$8$\(row["parallelism"] as Int)"
        try db.execute(
            sql: "INSERT INTO account (id, name, password) VALUES (1, ?, ?)",
            arguments: [
                row["name"] as String,
                "scrypt$\(parameters)$\(salt.base64EncodedString())$\(hash.base64EncodedString())",
            ])
    }

    /// Moves the texts to tables of their own. So the list reads short rows only, and pinning or deleting a long note writes one.
    private static func separateTexts(in db: Database) throws {
        for table in ["content", "folded"] {
            try db.create(table: table) { table in
                table.column("note", .integer).primaryKey().references("note", onDelete: .cascade)
                table.column("text", .text).notNull()
            }
        }
        try db.execute(sql: "INSERT INTO content (note, text) SELECT id, text FROM note")
        try db.execute(sql: "INSERT INTO folded (note, text) SELECT id, folded FROM note")
        // The rows must be short before they are rewritten without a column.
        try db.execute(
            sql: "UPDATE note SET text = substr(text, 1, ?), folded = ''", arguments: [Headline.scannedLength])
        try db.alter(table: "note") { table in
            table.rename(column: "text", to: "start")
            table.drop(column: "folded")
        }
    }

    /// Keeps the number of notes and the bytes of their texts in one row, which triggers update. So creating or saving a note need
    /// not count all notes.
    private static func countNotes(in db: Database) throws {
        try db.alter(table: "note") { $0.add(column: "bytes", .integer).notNull().defaults(to: 0) }
        try db.execute(
            sql: "UPDATE note SET bytes = (SELECT length(CAST(text AS BLOB)) FROM content WHERE content.note = note.id)"
        )
        try db.execute(
            sql: """
                CREATE TABLE total (notes INTEGER NOT NULL, bytes INTEGER NOT NULL);
                INSERT INTO total (notes, bytes) SELECT count(*), ifnull(sum(bytes), 0) FROM note;
                CREATE TRIGGER note_added AFTER INSERT ON note
                BEGIN UPDATE total SET notes = notes + 1, bytes = bytes + new.bytes; END;
                CREATE TRIGGER note_resized AFTER UPDATE OF bytes ON note
                BEGIN UPDATE total SET bytes = bytes - old.bytes + new.bytes; END;
                CREATE TRIGGER note_removed AFTER DELETE ON note
                BEGIN UPDATE total SET notes = notes - 1, bytes = bytes - old.bytes; END;
                """)
    }

    /// Adds the bytes of the published copies to those of the notes' texts. The text of a note can be shortened after it was published.
    private static func countPublications(in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE total SET bytes = bytes + (SELECT ifnull(sum(length(CAST(text AS BLOB))), 0) FROM publication);
                CREATE TRIGGER publication_added AFTER INSERT ON publication
                BEGIN UPDATE total SET bytes = bytes + length(CAST(new.text AS BLOB)); END;
                CREATE TRIGGER publication_resized AFTER UPDATE OF text ON publication
                BEGIN
                    UPDATE total
                    SET bytes = bytes - length(CAST(old.text AS BLOB)) + length(CAST(new.text AS BLOB));
                END;
                CREATE TRIGGER publication_removed AFTER DELETE ON publication
                BEGIN UPDATE total SET bytes = bytes - length(CAST(old.text AS BLOB)); END;
                """)
    }

    /// Checks that an existing database belongs to Notes and is not newer than this program. Only reads it.
    static func check(_ file: URL, _ configuration: Configuration) throws {
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        var configuration = configuration
        configuration.readonly = true
        try DatabaseQueue(path: file.path, configuration: configuration).read { db in
            let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master WHERE type = 'table'") ?? 0
            let mark = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
            if mark != applicationID, tables > 0 { throw OpenFailure.foreign(file.path) }
            if try migrator.hasBeenSuperseded(db) { throw OpenFailure.newer(file.path) }
        }
    }

    /// Checks that the database is writable, and migrates it.
    static func prepare(_ pool: DatabasePool) throws {
        try pool.writeWithoutTransaction { db in
            // A commit must be on the disk before a page may say "Saved", even when the power fails.
            try db.execute(sql: "PRAGMA synchronous = FULL")
            try db.inTransaction(.immediate) {
                try db.execute(sql: "PRAGMA user_version = \(migrator.migrations.count)")
                return .commit
            }
        }
        try migrator.migrate(pool)
    }
}
