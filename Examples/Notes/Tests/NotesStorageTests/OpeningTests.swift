import Foundation
import GRDB
import MillraceKit
import NotesCore
import Testing

@testable import NotesStorage

@MainActor @Suite("Opening the notes") struct OpeningTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    @Test("Creates a missing folder and its parents") func missing() throws {
        let url = folder.url.appendingPathComponent("a/b")
        _ = try Storage(folder: url)
        #expect(FileManager.default.fileExists(atPath: url.appendingPathComponent("notes.sqlite").path))
    }

    @Test(
        "Only the user of the program can read the folder, the database and its log, also if they were open to others")
    func permissions() throws {
        let file = folder.database.path
        try Storage(folder: folder.url).close()
        for (path, mode) in [(folder.url.path, 0o755), (file, 0o644)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        let storage = try Storage(folder: folder.url)
        defer { try? storage.close() }
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(folder.url.path) == 0o700)
        for suffix in ["", "-wal", "-shm"] { #expect(try mode(file + suffix) == 0o600, "\(suffix)") }
    }

    @Test("Rejects a file instead of a folder") func fileAsFolder() throws {
        try folder.write("x", to: "file")
        let url = folder.url.appendingPathComponent("file")
        #expect(throws: OpenFailure.folder(url.path)) { _ = try Storage(folder: url) }
    }

    @Test("Rejects a folder while it is in use") func inUse() throws {
        var first: Storage? = try Storage(folder: folder.url)
        #expect(folder.openFailure() == .locked(folder.url.path))
        try first?.close()
        first = nil
        #expect(folder.openFailure() == nil)
    }

    @Test("Rejects a database that another program has locked") func locked() throws {
        try Storage(folder: folder.url).close()
        let other = try folder.openByAnother()
        try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        #expect(throws: OpenFailure.locked(folder.database.path)) {
            _ = try Storage(folder: folder.url, now: { 0 }, configuration: Storage.configuration(busyTimeout: 0))
        }
        try other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    }

    @Test("Rejects a read-only database") func readOnly() throws {
        try Storage(folder: folder.url).close()
        // File permissions do not apply to root, so the connection is made read-only instead.
        var configuration = Storage.configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA query_only = 1") }
        #expect(throws: OpenFailure.readOnly(folder.database.path)) {
            _ = try Storage(folder: folder.url, now: { 0 }, configuration: configuration)
        }
    }

    @Test("Rejects a database of a newer version, without changing it") func newer() throws {
        try Storage(folder: folder.url).close()
        let other = try DatabaseQueue(path: folder.database.path)
        try other.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 from the future')") }
        try other.close()
        let before = try Data(contentsOf: folder.database)
        #expect(folder.openFailure() == .newer(folder.database.path))
        #expect(try Data(contentsOf: folder.database) == before)
    }

    @Test("Rejects a file that is not a database, without changing it") func notADatabase() throws {
        let text = String(repeating: "This is a letter, not a database. ", count: 100)
        try folder.write(text, to: "notes.sqlite")
        #expect(folder.openFailure() == .notADatabase(folder.database.path))
        #expect(try String(contentsOf: folder.database, encoding: .utf8) == text)
    }

    @Test("Rejects a database of another program") func foreign() throws {
        let other = try DatabaseQueue(path: folder.database.path)
        try other.write { try $0.execute(sql: "CREATE TABLE customer (id INTEGER PRIMARY KEY)") }
        try other.close()
        let before = try Data(contentsOf: folder.database)
        #expect(folder.openFailure() == .foreign(folder.database.path))
        #expect(try Data(contentsOf: folder.database) == before)
    }

    @Test("Migrates a database of the first version with its notes") func migration() async throws {
        let old = try DatabaseQueue(path: folder.database.path)
        try Schema.migrator.migrate(old, upTo: "1 notes")
        try await old.write {
            try $0.execute(sql: "INSERT INTO note (text, created, modified) VALUES ('Crème', 1, 2)")
        }
        try old.close()
        let engine = Engine()
        engine.registerHandlers(of: try Storage(folder: folder.url))
        #expect(try await engine.output(of: LoadLibrary()).notes.map(\.headline.title) == ["Crème"])
        #expect(try await engine.output(of: SearchNotes("creme", in: WindowID(1))) == [NoteID(1)])
    }

    @Test("Migrates a database of the second version, which can then have an account and publications")
    func migrationToAccounts() async throws {
        let old = try DatabaseQueue(path: folder.database.path)
        try Schema.migrator.migrate(old, upTo: "2 search and import")
        try await old.write {
            try $0.execute(sql: "INSERT INTO note (text, folded, created, modified) VALUES ('Crème', 'creme', 1, 2)")
            try $0.execute(
                sql: "INSERT INTO note (text, folded, created, modified, deleted) VALUES ('Old', 'old', 1, 2, 3)")
        }
        try old.close()
        let engine = Engine()
        engine.registerHandlers(of: try Storage(folder: folder.url))
        let stored = try await engine.output(of: LoadLibrary())
        #expect(stored.notes.map(\.id) == [NoteID(1)] && stored.deleted.map(\.id) == [NoteID(2)])
        #expect(stored.publications.isEmpty && stored.preferences == Preferences())
        #expect(try await engine.output(of: FindAccount()) == false)
        let author = Account(name: "Emma")
        #expect(try await engine.output(of: PublishNote(NoteID(1), text: "Crème", by: author)).author == "Emma")
    }

    @Test("Migrates a database of the fourth version with its list of published notes") func migrationOfList()
        async throws
    {
        let old = try DatabaseQueue(path: folder.database.path)
        try Schema.migrator.migrate(old, upTo: "4 following")
        let long = String(repeating: "x", count: FeedNote.longestText + 1)
        try await old.write { db in
            for (number, text) in [(1, "Crème"), (2, long)] {
                try db.execute(sql: "INSERT INTO note (text, created, modified) VALUES ('', 1, 2)")
                try db.execute(
                    sql: "INSERT INTO publication (note, token, author, text, time) VALUES (?, ?, 'Emma', ?, ?)",
                    arguments: [number, "t\(number)", text, number])
            }
        }
        try old.close()
        let engine = Engine()
        engine.registerHandlers(of: try Storage(folder: folder.url))
        let feed = try await engine.output(of: ReadOwnFeed(try await engine.output(of: FindFeed())))
        #expect(feed.notes.map(\.token) == ["t2", "t1"] && feed.notes.map(\.isShortened) == [true, false])
        #expect(
            feed.notes.map(\.text) == [String(long.dropLast()), "Crème"]
                && feed.notes.allSatisfy { $0.author == "Emma" })
        #expect(try await engine.output(of: LoadLibrary()).publications.map(\.time).sorted() == [1, 2])
    }

    @Test("Every failure is one sentence with the path and the fix") func sentences() {
        let failures: [OpenFailure] = [
            .folder("/x"), .locked("/x"), .readOnly("/x"), .newer("/x"), .notADatabase("/x"), .foreign("/x"),
        ]
        for failure in failures {
            #expect(failure.description.contains("/x") && failure.description.hasSuffix("."))
            #expect(!failure.description.dropLast().contains(". "))
        }
    }
}
