import Foundation
import GRDB
import MillraceKit
import NotesCore
import Testing

@testable import NotesStorage

@MainActor @Suite("The migration of the texts to tables of their own") struct MigrationTests {
    private let folder: Folder
    private let texts = ["Crème", "Long \u{e9}\n" + String(repeating: "\u{e9}x ", count: 500_000), ""]

    init() throws { folder = try Folder() }

    /// Creates a database of the fifth version with notes, all of which are published. The first one is pinned, the third one deleted.
    private func createDatabase(_ count: Int) throws {
        let old = try DatabaseQueue(path: folder.database.path)
        try Schema.migrator.migrate(old, upTo: "5 list of published notes")
        try old.write { db in
            // The numbers of purged notes are not used again.
            try db.execute(
                sql: "INSERT INTO note (id, text, created, modified) VALUES (10, '', 1, 1); DELETE FROM note")
            for (number, text) in zip(1..., texts.prefix(count)) {
                try db.execute(
                    sql: """
                        INSERT INTO note (id, text, folded, isPinned, created, modified, revision, deleted, origin)
                        VALUES (?, ?, ?, ?, 5, ?, ?, ?, ?)
                        """,
                    arguments: [
                        number, text, text.folded, number == 1, 10 + number, 20 + number, number == 3 ? 8 : nil,
                        "file \(number)",
                    ])
                try db.execute(
                    sql: "INSERT INTO publication (note, token, author, text, time) VALUES (?, ?, 'Emma', 'Copy', 1)",
                    arguments: [number, "t\(number)"])
                try db.execute(
                    sql: "INSERT INTO listed (note, time, isShortened, text) VALUES (?, 1, 0, 'Copy')",
                    arguments: [number])
            }
        }
        try old.close()
    }

    private func withStorage(_ body: (Storage, Engine) async throws -> Void) async throws {
        let (engine, storage) = (Engine(), try Storage(folder: folder.url))
        engine.registerHandlers(of: storage)
        try await body(storage, engine)
        engine.shutdown()
        try storage.close()
    }

    @Test("Storage · all notes, texts and publications remain", arguments: [0, 3]) func notes(count: Int) async throws {
        try createDatabase(count)
        try await withStorage { _, engine in
            let stored = try await engine.output(of: LoadLibrary())
            #expect(Set(stored.notes.map(\.id.number)) == (count == 3 ? [1, 2] : []))
            #expect(stored.deleted.map(\.id.number) == (count == 3 ? [3] : []))
            #expect(stored.publications.count == count)
            for (number, text) in zip(1..., texts.prefix(count)) {
                let note = try await engine.output(of: ReadNote(NoteID(Int64(number))))
                #expect(note.text.utf8.elementsEqual(text.utf8) && note.revision == 20 + number)
                #expect(note.summary.headline == Headline(of: text) && note.summary.isPinned == (number == 1))
                #expect(note.summary.modified == Int64(10 + number))
                if number == 3 { continue }
                #expect(try await engine.output(of: ReadPublished("t\(number)")).text == "Copy")
            }
            let found = try await engine.output(of: SearchNotes("ex", in: WindowID(1))).map(\.number)
            #expect(found == (count == 3 ? [2] : []))
            #expect(try await engine.output(of: CreateNote()).id == NoteID(11))
        }
    }

    @Test("Storage · the files of an import, the indexes and the references remain, and the notes are counted")
    func database() async throws {
        try createDatabase(3)
        try await withStorage { storage, _ in
            try await storage.pool.read { db in
                let origins = try String.fetchAll(db, sql: "SELECT origin FROM note ORDER BY id")
                #expect(origins == ["file 1", "file 2", "file 3"])
                let total = try Row.fetchOne(db, sql: "SELECT notes, bytes FROM total")
                // Each note has a published copy.
                let bytes = texts.reduce(3 * "Copy".utf8.count) { $0 + $1.utf8.count }
                #expect(total?["notes"] == 3 && total?["bytes"] == bytes)
                let plan = try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN SELECT id FROM note WHERE origin = ''")
                #expect(plan.description.contains("note_origin"))
                #expect(try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty)
            }
        }
    }
}
