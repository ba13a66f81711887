import Foundation
import GRDB
import MillraceKit
import NotesCore
import Testing

@testable import NotesStorage

@MainActor @Suite("The handlers, on a real SQLite file") struct HandlerTests {
    private let folder: Folder
    private let storage: Storage
    private let engine: Engine

    init() throws {
        folder = try Folder()
        let clock = Clock()
        engine = Engine()
        storage = try Storage(folder: folder.url, now: { clock.next() })
        engine.registerHandlers(of: storage)
    }

    private func write(_ text: String) async throws -> NoteID {
        let id = try await engine.output(of: CreateNote()).id
        _ = try await engine.output(of: SaveNote(id, text: text, revision: 1))
        return id
    }

    @Test("Reads a saved text with its revision") func roundTrip() async throws {
        let id = try await engine.output(of: CreateNote()).id
        let text = "Title\nÜber 🥖 <script>'\""
        let summary = try await engine.output(of: SaveNote(id, text: text, revision: 4))
        #expect(summary.headline == Headline(of: text))
        let note = try await engine.output(of: ReadNote(id))
        #expect(note == Note(summary: summary, text: text, revision: 4))
        #expect(try await engine.output(of: LoadLibrary()).notes == [summary])
    }

    @Test("Storage · an older text does not replace a newer one") func order() async throws {
        let id = try await write("old")
        let newer = try await engine.output(of: SaveNote(id, text: "newer", revision: 3))
        #expect(try await engine.output(of: SaveNote(id, text: "late", revision: 2)) == newer)
        #expect(try await engine.output(of: ReadNote(id)) == Note(summary: newer, text: "newer", revision: 3))
    }

    @Test("A null character does not end the text") func null() async throws {
        let id = try await write("before\u{0}after")
        #expect(try await engine.output(of: ReadNote(id)).text == "before\u{FFFD}after")
    }

    @Test("A saved text survives a kill of the program") func durability() async throws {
        let id = try await write("kept")
        // Another connection reads the same files as after a kill: the database and its log.
        let other = try DatabaseQueue(path: folder.database.path)
        let text = try await other.read {
            try String.fetchOne($0, sql: "SELECT text FROM content WHERE note = ?", arguments: [id.number])
        }
        #expect(text == "kept")
        let settings = try await storage.pool.writeWithoutTransaction { db in
            [try String.fetchOne(db, sql: "PRAGMA journal_mode"), try String.fetchOne(db, sql: "PRAGMA synchronous")]
        }
        #expect(settings == ["wal", "2"])
    }

    @Test("Never reuses the number of a note") func identifiers() async throws {
        let first = try await write("a")
        _ = try await engine.output(of: DeleteNote(first))
        _ = try await engine.output(of: PurgeNote(first))
        #expect(try await engine.output(of: CreateNote()).id != first)
    }

    @Test("Purges only a deleted note") func deleting() async throws {
        let id = try await write("aside")
        _ = try await engine.output(of: PurgeNote(id))
        #expect(try await engine.output(of: ReadNote(id)).text == "aside", "the note was not deleted")
        _ = try await engine.output(of: DeleteNote(id))
        var stored = try await engine.output(of: LoadLibrary())
        #expect(stored.notes.isEmpty && stored.deleted.map(\.id) == [id])
        _ = try await engine.output(of: RestoreNote(id))
        stored = try await engine.output(of: LoadLibrary())
        #expect(stored.notes.map(\.id) == [id])
        _ = try await engine.output(of: DeleteNote(id))
        _ = try await engine.output(of: PurgeNote(id))
        #expect(await engine.events(of: ReadNote(id)).last == .failure(.notFound))
    }

    @Test("Storage · one command deletes, restores and purges many notes, and says which it could not change")
    func bulk()
        async throws
    {
        let (one, two, missing) = (try await write("1"), try await write("2"), NoteID(99))
        #expect(try await engine.output(of: DeleteNotes([one, missing, two])) == [missing: .notFound])
        #expect(try await engine.output(of: RestoreNotes([missing, two])) == [missing: .notFound])
        var stored = try await engine.output(of: LoadLibrary())
        #expect(stored.notes.map(\.id) == [two] && stored.deleted.map(\.id) == [one])
        #expect(try await engine.output(of: PurgeNotes([one, two, missing])) == [:])
        stored = try await engine.output(of: LoadLibrary())
        #expect(stored.notes.map(\.id) == [two] && stored.deleted.isEmpty, "the other note was not deleted")
        #expect(try await engine.output(of: DeleteNotes([])) == [:])
    }

    @Test("A note that does not exist cannot be changed") func notFound() async {
        let id = NoteID(99)
        #expect(await engine.events(of: SaveNote(id, text: "", revision: 1)).last == .failure(.notFound))
        #expect(await engine.events(of: PinNote(id, isPinned: true)).last == .failure(.notFound))
        #expect(await engine.events(of: DeleteNote(id)).last == .failure(.notFound))
        #expect(await engine.events(of: RestoreNote(id)).last == .failure(.notFound))
    }

    @Test(
        "A search ignores case and accents, treats special characters literally, and finds deleted notes",
        arguments: [
            ("brulee", [1, 3]), ("BRÛLÉE crème", [1, 3]), ("100%", [2, 3]), ("under_score", [2]), ("o'clock", [2]),
            ("cr", [1, 3]), ("cream 100%", []), ("", [1, 2, 3]),
        ])
    func search(query: String, numbers: [Int64]) async throws {
        _ = try await write("Crème brûlée\nwith cream")
        _ = try await write("At five o'clock\n100% under_score")
        let deleted = try await write("Crème 100% brûlée")
        _ = try await engine.output(of: DeleteNote(deleted))
        #expect(try await engine.output(of: SearchNotes(query, in: WindowID(1))).map(\.number).sorted() == numbers)
    }

    @Test("A note contains at most 2 MB") func tooLong() async throws {
        let id = try await engine.output(of: CreateNote()).id
        let text = String(repeating: "x", count: Note.longestText)
        _ = try await engine.output(of: SaveNote(id, text: text, revision: 1))
        #expect(await engine.events(of: SaveNote(id, text: text + "x", revision: 2)).last == .failure(.tooLong))
        #expect(try await engine.output(of: ReadNote(id)).text == text)
    }

    @Test("Fails changes while another program has locked the database, and accepts them later") func locked()
        async throws
    {
        let id = try await write("old")
        let other = try folder.openByAnother()
        try await storage.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA busy_timeout = 0") }
        try await other.writeWithoutTransaction { db in
            try db.execute(sql: "BEGIN IMMEDIATE")
        }
        #expect(await engine.events(of: SaveNote(id, text: "new", revision: 2)).last == .failure(.locked))
        #expect(await engine.events(of: DeleteNote(id)).last == .failure(.locked))
        #expect(try await engine.output(of: ReadNote(id)).text == "old", "it can still be read")
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        _ = try await engine.output(of: SaveNote(id, text: "new", revision: 2))
    }

    @Test("Fails changes if the database became read-only") func readOnly() async throws {
        let id = try await write("old")
        try await storage.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = 1") }
        #expect(await engine.events(of: SaveNote(id, text: "new", revision: 2)).last == .failure(.readOnly))
    }
}

/// A clock that advances by one at each read.
final class Clock: @unchecked Sendable {
    private let lock = NSLock()
    private var time: Int64 = 0

    func next() -> Int64 {
        lock.withLock {
            time += 1
            return time
        }
    }
}
