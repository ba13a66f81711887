import Foundation
import GRDB
import MillraceKit
import MillraceWeb
import NotesCore
import Synchronization
import Testing

@testable import NotesStorage

/// Counts the transactions that change notes.
private final class Transactions: TransactionObserver, Sendable {
    private struct Counts {
        var current = 0
        var all: [Int] = []
    }

    private let counts = Mutex(Counts())
    /// The number of changed rows of each transaction, in order.
    var sizes: [Int] { counts.withLock { $0.all } }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { eventKind.tableName == "note" }
    func databaseDidChange(with event: DatabaseEvent) { counts.withLock { $0.current += 1 } }
    func databaseDidCommit(_ db: Database) {
        counts.withLock {
            $0.all.append($0.current)
            $0.current = 0
        }
    }
    func databaseDidRollback(_ db: Database) { counts.withLock { $0.current = 0 } }
}

@MainActor @Suite("The transactions of changes") struct ChangeTests {
    private let folder: Folder
    private let engine: Engine

    init() throws { (folder, engine) = (try Folder(), Engine()) }

    private func storage(step: Duration = .seconds(600)) throws -> Storage {
        let storage = try Storage(
            folder: folder.url, now: { 1 }, configuration: Storage.configuration(), changeStep: step)
        engine.registerHandlers(of: storage)
        return storage
    }

    private func add(_ count: Int, to storage: Storage) async throws -> (notes: [NoteID], transactions: Transactions) {
        let notes = try await storage.pool.write { db in
            try (0..<count).map { _ in
                try db.execute(sql: "INSERT INTO note (start, created, modified) VALUES ('', 1, 1)")
                return NoteID(db.lastInsertedRowID)
            }
        }
        let transactions = Transactions()
        storage.pool.add(transactionObserver: transactions, extent: .databaseLifetime)
        return (notes, transactions)
    }

    @Test("The changes of one turn share a transaction") func oneTurn() async throws {
        let storage = try storage()
        let (notes, transactions) = try await add(ChangeQueue.limit, to: storage)
        for receipt in notes.map({ engine.execute(DeleteNote($0)) }) { try await receipt.finished() }
        for receipt in notes.map({ engine.execute(RestoreNote($0)) }) { try await receipt.finished() }
        let pins = notes.map { engine.execute(PinNote($0, isPinned: true)) }
        for receipt in pins { try await receipt.finished() }
        #expect(transactions.sizes == Array(repeating: ChangeQueue.limit, count: 3))
        let stored = try await engine.output(of: LoadLibrary())
        #expect(stored.notes.count { $0.isPinned } == notes.count && stored.deleted.isEmpty)
    }

    @Test("Other writes get their turn between two transactions of changes") func turns() async throws {
        let storage = try storage()
        let limit = ChangeQueue.limit
        let (notes, transactions) = try await add(limit * 2 + 1, to: storage)
        let end = DispatchSemaphore(value: 0)
        // Occupies the database until everything below is requested.
        storage.pool.asyncWrite { _ in
            end.wait()
        } completion: { _, _ in
        }
        let deletions = notes.map { engine.execute(DeleteNote($0)) }
        storage.pool.asyncWrite {
            try $0.execute(sql: "UPDATE note SET start = 'x' WHERE id <= 3")
        } completion: { _, _ in
        }
        end.signal()
        for deletion in deletions { try await deletion.finished() }
        let others = transactions.sizes.firstIndex(of: 3)
        #expect(transactions.sizes.filter { $0 != 0 && $0 != 3 } == [limit, limit, 1])
        #expect(try #require(others) < 3, "not behind all changes")
    }

    @Test("Storage · the change of another client does not wait for all changes of a client") func clients()
        async throws
    {
        let storage = try storage(step: .zero)
        let (notes, _) = try await add(5, to: storage)
        let windows = (1...2).map { number in
            storage.openWindow(for: Visitor(client: WebClient(browser: number, address: "192.0.2.\(number)")))
        }
        let (order, end) = (Order(), DispatchSemaphore(value: 0))
        // Occupies the database until everything below is requested.
        storage.pool.asyncWrite { _ in
            end.wait()
        } completion: { _, _ in
        }
        func listener<C: Command>(_ name: String) -> EventListener<C> {
            EventListener(onData: { _ in order.append(name) })
        }
        let deletions = notes.dropLast().map { engine.execute(DeleteNote($0, in: windows[0]), listener: listener("1")) }
        let pin = engine.execute(PinNote(notes[4], isPinned: true, in: windows[1]), listener: listener("2"))
        end.signal()
        for deletion in deletions { try await deletion.finished() }
        try await pin.finished()
        #expect(order.all == ["1", "2", "1", "1", "1"])
    }

    @Test(
        "Storage · pinning, deleting and restoring a long note writes a few pages, and listing it reads no long text")
    func longNote() async throws {
        let storage = try storage()
        let id = try await engine.output(of: CreateNote()).id
        let text = "Long\n" + String(repeating: "x", count: Note.longestText - 5)
        _ = try await engine.output(of: SaveNote(id, text: text, revision: 1))
        try await storage.pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        _ = try await engine.output(of: PinNote(id, isPinned: true))
        _ = try await engine.output(of: DeleteNote(id))
        _ = try await engine.output(of: RestoreNote(id))
        let log = try FileManager.default.attributesOfItem(atPath: folder.database.path + "-wal")
        #expect(try #require(log[.size] as? Int) < 100_000)
        try await storage.pool.write { try $0.execute(sql: "DELETE FROM content; DELETE FROM folded") }
        #expect(try await engine.output(of: LoadLibrary()).notes.map(\.headline.title) == ["Long"])
    }

    @Test("A transaction takes no further change after its time") func time() async throws {
        let storage = try storage(step: .zero)
        let (notes, transactions) = try await add(3, to: storage)
        for receipt in notes.map({ engine.execute(DeleteNote($0)) }) { try await receipt.finished() }
        #expect(transactions.sizes == [1, 1, 1])
    }

    @Test("A change of a missing note fails alone; one that the database refuses fails its transaction")
    func failures() async throws {
        let storage = try storage()
        let (notes, _) = try await add(2, to: storage)
        let pins = [NoteID(99), notes[0]].map { engine.execute(PinNote($0, isPinned: true)) }
        await #expect(throws: StorageFailure.notFound) { try await pins[0].finished() }
        try await pins[1].finished()
        try await storage.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = 1") }
        for deletion in notes.map({ engine.execute(DeleteNote($0)) }) {
            await #expect(throws: StorageFailure.readOnly) { try await deletion.finished() }
        }
        let all = Dictionary(uniqueKeysWithValues: notes.map { ($0, StorageFailure.readOnly) })
        #expect(try await engine.output(of: DeleteNotes(notes)) == all)
        try await storage.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = 0") }
        _ = try await engine.output(of: DeleteNote(notes[1]))
        let stored = try await engine.output(of: LoadLibrary())
        #expect(stored.notes.map(\.id) == [notes[0]] && stored.notes[0].isPinned)
    }
}
