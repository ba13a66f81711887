import Foundation
import GRDB
import MillraceKit
import MillraceWeb
import NotesCore
import Synchronization
import Testing

@testable import NotesStorage

@MainActor @Suite("Publications and preferences, on a real SQLite file") struct PublishingTests {
    private let folder: Folder
    private let storage: Storage
    private let engine: Engine
    private let emma = Account(name: "Emma")

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

    @Test("Reads a copy at its address, which remains when it is published again") func publishing() async throws {
        let id = try await write("Old")
        let first = try await engine.output(of: PublishNote(id, text: "Old", by: emma))
        #expect(first.token.count == 32 && first.author == "Emma")
        _ = try await engine.output(of: SaveNote(id, text: "New", revision: 2))
        #expect(try await engine.output(of: ReadPublished(first.token)) == PublishedNote(first, text: "Old"))
        let second = try await engine.output(of: PublishNote(id, text: "New", by: Account(name: "Ida")))
        #expect(second.token == first.token && second.time > first.time)
        #expect(try await engine.output(of: ReadPublished(first.token)) == PublishedNote(second, text: "New"))
        #expect(try await engine.output(of: LoadLibrary()).publications == [second])
    }

    @Test("Storage · all readers of a published note share the memory of its text") func sharedText() async throws {
        let text = String(repeating: "long ", count: 1_000)
        let publication = try await engine.output(of: PublishNote(try await write(text), text: text, by: emma))
        let (one, other) = (
            try await engine.output(of: ReadPublished(publication.token)).text,
            try await engine.output(of: ReadPublished(publication.token)).text
        )
        let addresses = [one, other].map {
            $0.utf8.withContiguousStorageIfAvailable { $0.baseAddress.map(Int.init(bitPattern:)) }
        }
        #expect(one == text && addresses[0] != nil && addresses[0] == addresses[1])
    }

    @Test("Storage · a published text is read once for each version of the database") func reads() async throws {
        let id = try await write("One")
        let publication = try await engine.output(of: PublishNote(id, text: "Copy", by: emma))
        let reads = Mutex(0)
        try await storage.quickReads.read { db in
            db.trace { event in if "\(event)".contains("publication.text FROM") { reads.withLock { $0 += 1 } } }
        }
        func read() async throws -> Int {
            #expect(try await engine.output(of: ReadPublished(publication.token)).text == "Copy")
            return reads.withLock { $0 }
        }
        #expect(try await [read(), read(), read()] == [1, 1, 1])
        _ = try await engine.output(of: SaveNote(id, text: "Two", revision: 2))
        #expect(try await [read(), read()] == [2, 2])
    }

    @Test(
        "Storage · publishing and unpublishing do not wait for texts that are being prepared", .timeLimit(.minutes(20))
    )
    func texts()
        async throws
    {
        let id = try await write("One")
        let (entered, end) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
        let preparing = Task { [queue = storage.writeQueue] in
            try await queue.run(for: .unknown) {
                entered.continuation.finish()
                for await _ in end.stream {}
            }
        }
        for await _ in entered.stream {}
        let publication = try await engine.output(of: PublishNote(id, text: "One", by: emma))
        #expect(publication.note == id)
        _ = try await engine.output(of: UnpublishNote(id))
        end.continuation.finish()
        try await preparing.value
    }

    @Test("An unpublished copy is not found, and gets another address when it is published again") func unpublishing()
        async throws
    {
        let id = try await write("Old")
        let first = try await engine.output(of: PublishNote(id, text: "Old", by: emma))
        _ = try await engine.output(of: UnpublishNote(id))
        #expect(await engine.events(of: ReadPublished(first.token)).last == .failure(.notFound))
        let second = try await engine.output(of: PublishNote(id, text: "Old", by: emma))
        #expect(second.token != first.token)
    }

    @Test("The copy of a deleted note cannot be read until the note is restored, and is purged with it")
    func deleted() async throws {
        let id = try await write("Old")
        let token = try await engine.output(of: PublishNote(id, text: "Old", by: emma)).token
        _ = try await engine.output(of: DeleteNote(id))
        #expect(await engine.events(of: ReadPublished(token)).last == .failure(.notFound))
        _ = try await engine.output(of: RestoreNote(id))
        #expect(try await engine.output(of: ReadPublished(token)).text == "Old")
        _ = try await engine.output(of: DeleteNote(id))
        _ = try await engine.output(of: PurgeNote(id))
        #expect(try await engine.output(of: LoadLibrary()).publications.isEmpty)
        #expect(await engine.events(of: PublishNote(id, text: "", by: emma)).last == .failure(.notFound))
    }

    @Test("A recent note was changed within a week") func recent() async throws {
        let id = try await write("Milk")
        #expect(try await engine.output(of: SearchNotes("milk", isRecent: true, in: WindowID(1))) == [id])
        try await storage.pool.write {
            try $0.execute(sql: "UPDATE note SET modified = ?", arguments: [-SearchNotes.recent])
        }
        #expect(try await engine.output(of: SearchNotes("", isRecent: true, in: WindowID(1))).isEmpty)
        #expect(try await engine.output(of: SearchNotes("milk", in: WindowID(1))) == [id])
    }

    @Test("Stores preferences; unknown values keep their defaults") func settings()
        async throws
    {
        #expect(try await engine.output(of: LoadLibrary()).preferences == Preferences())
        var chosen = Preferences()
        (chosen.theme, chosen.arrangement, chosen.undoSeconds) = (.dark, .title, 120)
        for _ in 1...2 { _ = try await engine.output(of: SavePreferences(chosen)) }
        #expect(try await engine.output(of: LoadLibrary()).preferences == chosen)
        try await storage.pool.write {
            try $0.execute(sql: "UPDATE setting SET value = 'sepia' WHERE name = 'theme'")
            try $0.execute(sql: "UPDATE setting SET value = '7' WHERE name = 'undoSeconds'")
            try $0.execute(sql: "INSERT INTO setting (name, value) VALUES ('font', 'serif')")
        }
        var known = Preferences()
        known.arrangement = .title
        #expect(try await engine.output(of: LoadLibrary()).preferences == known)
    }
}
