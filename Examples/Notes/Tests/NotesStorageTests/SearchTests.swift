import Foundation
import GRDB
import MillraceKit
import MillraceWeb
import NotesCore
import Testing

@testable import NotesStorage

@MainActor @Suite("Searches that share the time") struct SearchTests {
    private let folder: Folder
    private let storage: Storage
    private let engine: Engine

    init() throws {
        (folder, engine) = (try Folder(), Engine())
        storage = try Storage(
            folder: folder.url, now: { 1 }, configuration: Storage.configuration(), searchStep: .zero)
        engine.registerHandlers(of: storage)
    }

    private func write(_ text: String) async throws -> NoteID {
        let id = try await engine.output(of: CreateNote()).id
        _ = try await engine.output(of: SaveNote(id, text: text, revision: 1))
        return id
    }

    @Test("A search in many steps finds the same notes as in one") func steps() async throws {
        var ids: [NoteID] = []
        for text in ["Apples and pears", "Pears", "apple pie", "PEAR and APPLE"] { ids.append(try await write(text)) }
        func found(_ query: String) async throws -> [NoteID] {
            try await engine.output(of: SearchNotes(query, in: WindowID(1)))
        }
        #expect(try await found("pear") == [ids[0], ids[1], ids[3]])
        #expect(try await found("pear apple app apple") == [ids[0], ids[3]])
        #expect(try await found("") == ids)
        #expect(try await found("plum").isEmpty)
        #expect(try await found("pe\u{0}ar").isEmpty)
    }

    @Test("Storage · a search among changed notes finds no others") func changed() async throws {
        var ids: [NoteID] = []
        for text in ["Milk", "Bread", "More milk", ""] { ids.append(try await write(text)) }
        func found(_ query: String, _ changed: NoteID..., isRecent: Bool = false) async throws -> [NoteID] {
            try await engine.output(
                of: SearchNotes(query, isRecent: isRecent, changed: Set(changed), in: WindowID(1)))
        }
        #expect(try await found("milk", ids[2], ids[1]) == [ids[2]])
        #expect(try await found("milk", ids[2], ids[0]) == [ids[0], ids[2]])
        #expect(try await found("milk").isEmpty)
        #expect(try await found("milk", NoteID(99)).isEmpty)
        #expect(try await found("", ids[3], ids[1], isRecent: true) == [ids[1], ids[3]])
    }

    @Test("Storage · a search ignores words after the first ones") func manyWords() async throws {
        let words = (0..<SearchNotes.maxWords).map { "w\($0)x" }
        let id = try await write(words.joined(separator: " "))
        func found(_ words: [String]) async throws -> [NoteID] {
            try await engine.output(of: SearchNotes(words.joined(separator: " "), in: WindowID(1)))
        }
        #expect(try await found(words + words + ["missing"]) == [id])
        #expect(try await found(["missing"] + words).isEmpty)
    }

    /// Searches while `run` runs other work.
    private func search(
        while run: @Sendable (_ work: @escaping @Sendable () async -> Void) async throws -> Void
    ) async throws -> [NoteID] {
        let (ends, end) = AsyncStream<Void>.makeStream()
        let (starts, start) = AsyncStream<Void>.makeStream()
        async let slow: Void = run {
            start.finish()
            for await _ in ends {}
        }
        for await _ in starts {}
        let found = try await engine.output(of: SearchNotes("milk", in: WindowID(1)))
        end.finish()
        try await slow
        return found
    }

    @Test("Storage · a search does not wait for that of another address", .timeLimit(.minutes(20)))
    func otherAddress() async throws {
        let id = try await write("Milk")
        let other = WebClient(browser: 1, address: "192.0.2.1")
        let (queue, computations) = (storage.searchQueue, storage.computations)
        let found = try await search { work in
            try await queue.run(for: other) { try await computations.run(for: other) { await work() } }
        }
        #expect(found == [id])
    }

    @Test("Storage · a search does not wait for repetitions of searches", .timeLimit(.minutes(20)))
    func repetitions() async throws {
        let (id, client) = (try await write("Milk"), storage.client(of: WindowID(1)))
        let queue = storage.repetitionQueue
        #expect(try await search { work in try await queue.run(for: client) { await work() } } == [id])
        let repetition = SearchNotes("milk", changed: [id], in: WindowID(1))
        #expect(try await engine.output(of: repetition) == [id])
    }

    @Test("Storage · what a page waits for needs no connection that other reads occupy") func connections()
        async throws
    {
        let id = try await write("Milk")
        let published = try await engine.output(of: PublishNote(id, text: "Milk", by: Account(name: "Emma")))
        let end = DispatchSemaphore(value: 0)
        let (starts, start) = AsyncStream<Void>.makeStream()
        let storage = storage
        // As many slow reads as the pool has connections, and a slow search.
        let reads: [@Sendable () throws -> Void] =
            Array(
                repeating: {
                    try storage.pool.read { _ in
                        start.yield()
                        end.wait()
                    }
                }, count: 5) + [
                {
                    try storage.searches.read { _ in
                        start.yield()
                        end.wait()
                    }
                }
            ]
        for read in reads { Thread.detachNewThread { try? read() } }
        var count = 0
        for await _ in starts {
            count += 1
            if count == reads.count { break }
        }
        #expect(try await engine.output(of: ReadNote(id)).text == "Milk")
        #expect(try await engine.output(of: ReadPublished(published.token)).text == "Milk")
        let token = try await engine.output(of: FindFeed())
        #expect(try await engine.output(of: ReadOwnFeed(token)).notes.map(\.text) == ["Milk"])
        #expect(try await engine.output(of: FindAccount()) == false)
        for _ in reads { end.signal() }
    }
}
