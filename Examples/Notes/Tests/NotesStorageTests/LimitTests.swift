import Foundation
import GRDB
import MillraceKit
import NotesCore
import Testing

@testable import NotesStorage

@MainActor @Suite("The limits of all notes together") struct LimitTests {
    private let folder: Folder
    private let engine: Engine
    private let storage: Storage

    init() throws {
        (folder, engine) = (try Folder(), Engine())
        storage = try Self.storage(in: folder, notes: 2, bytes: 10)
        engine.registerHandlers(of: storage)
    }

    private static func storage(in folder: Folder, notes: Int, bytes: Int) throws -> Storage {
        var limits = LibraryLimits()
        (limits.notes, limits.bytes) = (notes, bytes)
        return try Storage(folder: folder.url, now: { 1 }, configuration: Storage.configuration(), limits: limits)
    }

    private func create() async throws -> NoteID { try await engine.output(of: CreateNote()).id }

    private func total() throws -> [Int] {
        try storage.pool.read { db in
            let row = try Row.fetchOne(db, sql: "SELECT notes, bytes FROM total")
            return row.map { [$0["notes"], $0["bytes"]] } ?? []
        }
    }

    @Test("Storage · creates no further note at the limit, until a deleted one was purged") func notes() async throws {
        let ids = [try await create(), try await create()]
        _ = try await engine.output(of: DeleteNote(ids[0]))
        #expect(await engine.events(of: CreateNote()).last == .failure(.tooManyNotes(limit: 2)))
        _ = try await engine.output(of: PurgeNote(ids[0]))
        _ = try await create()
        #expect(try total() == [2, 0])
    }

    @Test("Storage · saves no longer text at the limit, keeps the old one, and accepts the text when there is room")
    func bytes() async throws {
        let (one, two) = (try await create(), try await create())
        _ = try await engine.output(of: SaveNote(one, text: "123456", revision: 1))
        // The text has 5 bytes, and replaces none.
        let save = SaveNote(two, text: "abc\u{e9}", revision: 1)
        #expect(await engine.events(of: save).last == .failure(.tooMuchText(limit: 10)))
        #expect(try await engine.output(of: ReadNote(two)).text.isEmpty)
        #expect(try total() == [2, 6])
        _ = try await engine.output(of: SaveNote(one, text: "12345", revision: 2))
        _ = try await engine.output(of: save)
        #expect(try await engine.output(of: ReadNote(two)).text == "abc\u{e9}")
        #expect(try total() == [2, 10])
        #expect(
            await engine.events(of: SaveNote(one, text: "123456", revision: 3)).last
                == .failure(.tooMuchText(limit: 10)))
    }

    @Test("Storage · null characters count as the characters that replace them") func nullCharacters() async throws {
        let id = try await create()
        #expect(
            await engine.events(of: SaveNote(id, text: "\0\0\0\0", revision: 1)).last
                == .failure(.tooMuchText(limit: 10)))
        _ = try await engine.output(of: SaveNote(id, text: "\0\0\0", revision: 1))
        #expect(try total() == [1, 9])
        let author = Account(name: "Emma")
        #expect(
            await engine.events(of: PublishNote(id, text: "\0", by: author)).last == .failure(.tooMuchText(limit: 10)))
    }

    @Test("Storage · published copies count until they are replaced, withdrawn or purged with their notes")
    func publications() async throws {
        let (one, two) = (try await create(), try await create())
        let author = Account(name: "Emma")
        _ = try await engine.output(of: PublishNote(one, text: "123456", by: author))
        #expect(try total() == [2, 6])
        #expect(
            await engine.events(of: PublishNote(two, text: "12345", by: author)).last
                == .failure(.tooMuchText(limit: 10)))
        #expect(
            await engine.events(of: SaveNote(two, text: "12345", revision: 1)).last == .failure(.tooMuchText(limit: 10))
        )
        _ = try await engine.output(of: PublishNote(one, text: "\u{e9}", by: author))
        _ = try await engine.output(of: PublishNote(two, text: "12345", by: author))
        #expect(try total() == [2, 7])
        _ = try await engine.output(of: UnpublishNote(one))
        #expect(try total() == [2, 5])
        _ = try await engine.output(of: DeleteNote(two))
        _ = try await engine.output(of: PurgeNote(two))
        #expect(try total() == [1, 0])
    }

    @Test("Storage · a library above the limits opens, and its notes can be changed, shortened and deleted")
    func existing() async throws {
        let (one, two) = (try await create(), try await create())
        for id in [one, two] { _ = try await engine.output(of: SaveNote(id, text: "12345", revision: 1)) }
        engine.shutdown()
        try storage.close()
        // Another process takes the lock of the folder only when this one ends.
        let copy = try Folder()
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: folder.database.path + suffix) {
            try copy.write(
                try Data(contentsOf: URL(fileURLWithPath: folder.database.path + suffix)), to: "notes.sqlite" + suffix)
        }
        let engine = Engine()
        engine.registerHandlers(of: try Self.storage(in: copy, notes: 1, bytes: 1))
        #expect(try await engine.output(of: LoadLibrary()).notes.count == 2)
        _ = try await engine.output(of: PinNote(one, isPinned: true))
        _ = try await engine.output(of: SaveNote(one, text: "54321", revision: 2))
        _ = try await engine.output(of: SaveNote(one, text: "321", revision: 3))
        #expect(
            await engine.events(of: SaveNote(one, text: "4321", revision: 4)).last == .failure(.tooMuchText(limit: 1)))
        _ = try await engine.output(of: DeleteNote(two))
        _ = try await engine.output(of: PurgeNote(two))
        #expect(try await engine.output(of: ReadNote(one)).text == "321")
        #expect(await engine.events(of: CreateNote()).last == .failure(.tooManyNotes(limit: 1)))
    }

    @Test("Storage · an import beyond the limit fails, and finds the files that were imported before") func importing()
        async throws
    {
        let source = try Folder()
        for name in ["a", "b"] { try source.write(name, to: "\(name).md") }
        let command = ImportNotes(folder: source.url.path)
        #expect(await engine.events(of: command).last == .data(()))
        #expect(try total() == [2, 2])
        #expect(await engine.events(of: command).last == .data(()))
        try source.write("c", to: "c.md")
        #expect(await engine.events(of: command).last == .failure(.tooManyNotes(limit: 2)))
        #expect(try await engine.output(of: LoadLibrary()).notes.count == 2)
    }
}
