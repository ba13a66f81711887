import Counting
import Foundation
import GRDBSQLite
import MillraceDurable
import MillraceKit
import Syncs

/// Measures the cost of turns that are stored, beside commits of the same bytes without Millrace.
@main @MainActor struct Durable {
    static func main() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var measurement = Durable(folder: folder)
        try await measurement.compareCommits()
        try await measurement.countSyncs()
        try await measurement.printLatency()
        try await measurement.compareRows()
        try await measurement.compareMemory()
        if !measurement.missed.isEmpty {
            print("Missed: \(measurement.missed.joined(separator: ", "))")
            exit(1)
        }
        print("Every target is met.")
    }

    private let folder: URL
    private var missed: [String] = []

    private init(folder: URL) { self.folder = folder }

    private mutating func row(_ what: String, _ figure: Double, atMost limit: Double) {
        let isMet = figure <= limit
        print(
            "\(what): \(String(format: "%.2f", figure)), at most \(String(format: "%.2f", limit)): \(isMet ? "met" : "MISSED")"
        )
        if !isMet { missed.append(what) }
    }

    private func open(_ name: String) async throws -> (DurableEngine, Store<Pages>) {
        let storage = try await DurableStorage(sqlite: folder.appendingPathComponent(name).path)
        let engine = try await storage.engine("pages")
        let store = try engine.store("pages", Pages.State(), Pages())
        try await engine.resume()
        return (engine, store)
    }

    /// The CPU of a turn of a state of 2 KB, and that of a commit of the same bytes. The smaller of three rounds counts.
    private mutating func compareCommits() async throws {
        let turns = 2_000
        var (ours, bare) = (Double.infinity, Double.infinity)
        for round in 0..<3 {
            let (engine, store) = try await open("turns\(round)")
            var start = cpu_seconds()
            for number in 0..<turns {
                store.send(.write(number))
                try await engine.stored()
            }
            ours = min(ours, cpu_seconds() - start)
            try await engine.suspend()
            let database = try BareDatabase(folder.appendingPathComponent("bare\(round)").path)
            let bytes = try JSONEncoder().encode(Pages.State())
            start = cpu_seconds()
            for _ in 0..<turns { try database.commit(bytes) }
            bare = min(bare, cpu_seconds() - start)
        }
        print(
            "CPU of a stored turn: \(Int(ours / Double(turns) * 1e6)) µs; of a commit: \(Int(bare / Double(turns) * 1e6)) µs"
        )
        row("CPU of a stored turn, as a multiple of a commit", ours / bare, atMost: 2)
    }

    /// The writes to the disk for turns of 100 senders that each wait until their turn is stored.
    private mutating func countSyncs() async throws {
        let (engine, store) = try await open("senders")
        set_sync_microseconds(2_000)
        let (before, turns) = (sync_count(), 100 * 20)
        let senders = (0..<100).map { sender in
            Task {
                for number in 0..<20 {
                    store.send(.write(sender * 100 + number))
                    try await engine.stored()
                }
            }
        }
        for sender in senders { try await sender.value }
        row(
            "writes to the disk for 10 turns of 100 senders", Double(sync_count() - before) / Double(turns) * 10,
            atMost: 1)
        try await engine.suspend()
    }

    /// The time until a turn is stored, if each write to the disk takes 2 ms.
    private func printLatency() async throws {
        let (engine, store) = try await open("latency")
        var times: [Duration] = []
        for number in 0..<200 {
            let start = ContinuousClock.now
            store.send(.write(number))
            try await engine.stored()
            times.append(.now - start)
        }
        times.sort()
        print("time until a turn is stored, with writes of 2 ms: median \(times[100]), p99 \(times[198])")
        set_sync_microseconds(0)
        try await engine.suspend()
    }

    /// The CPU that a stored turn takes with 10,000 rows, in addition to that with 10. The turn changes one of them.
    private mutating func compareRows() async throws {
        var times: [Double] = []
        for count in [10, 10_000] {
            let storage = try await DurableStorage(sqlite: folder.appendingPathComponent("rows\(count)").path)
            let engine = try await storage.engine("list")
            let store = try engine.store("list", List.State(items: (0..<count).map { List.Item(id: $0) }), List())
            try await engine.resume()
            let start = cpu_seconds()
            for number in 0..<500 {
                store.send(number % count)
                try await engine.stored()
            }
            times.append((cpu_seconds() - start) / 500 * 1_000)
            try await engine.suspend()
            await storage.close()
        }
        row(
            "ms of CPU of a turn that changes one of 10,000 rows, more than of one of 10", times[1] - times[0],
            atMost: 1)
    }

    /// The memory after many turns, as a multiple of that after a tenth of them.
    private mutating func compareMemory() async throws {
        let (engine, store) = try await open("memory")
        var early = 0.0
        for number in 1...1_000_000 {
            store.send(.write(number))
            if number % 1_000 == 0 { try await engine.stored() }
            if number == 100_000 { early = Double(memory_in_use()) }
        }
        row(
            "memory after 1,000,000 turns, as a multiple of that after 100,000", Double(memory_in_use()) / early,
            atMost: 1.1)
        try await engine.suspend()
    }
}

/// A feature with a state of 2 KB.
struct Pages: Reducer {
    struct State: Codable, Equatable {
        var number = 0
        var texts = [String](repeating: "A line of text that is as long as others.", count: 45)
    }

    enum Action { case write(Int) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Pages> {
        switch action {
        case .write(let number): state.number = number
        }
        return .none
    }
}

/// A list whose elements are rows.
struct List: Reducer {
    struct Item: Codable, Equatable, Identifiable {
        let id: Int
        var changes = 0
        var text = "The text of an item."
    }

    struct State: DurableState, Equatable {
        var items: [Item]
        static var rows: [DurableRows<State>] { [.elements("items", \.items)] }
    }

    func reduce(_ state: inout State, _ action: Int) -> Flow<List> {
        state.items[action].changes += 1
        return .none
    }
}

/// A SQLite file with the settings of a durable engine.
private final class BareDatabase {
    private var database: OpaquePointer?
    private var statement: OpaquePointer?

    struct Failed: Error { let status: Int32 }

    init(_ file: String) throws {
        try check(sqlite3_open(file, &database))
        for sql in [
            "PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL",
            "CREATE TABLE t (id INTEGER PRIMARY KEY, bytes BLOB)",
        ] {
            try check(sqlite3_exec(database, sql, nil, nil, nil))
        }
        try check(sqlite3_prepare_v2(database, "INSERT OR REPLACE INTO t VALUES (1, ?)", -1, &statement, nil))
    }

    func commit(_ bytes: Data) throws {
        try check(sqlite3_exec(database, "BEGIN IMMEDIATE", nil, nil, nil))
        try bytes.withUnsafeBytes { try check(sqlite3_bind_blob(statement, 1, $0.baseAddress, Int32($0.count), nil)) }
        guard sqlite3_step(statement) == SQLITE_DONE else { throw Failed(status: -1) }
        try check(sqlite3_reset(statement))
        try check(sqlite3_exec(database, "COMMIT", nil, nil, nil))
    }

    private func check(_ status: Int32) throws { if status != SQLITE_OK { throw Failed(status: status) } }

    deinit {
        sqlite3_finalize(statement)
        sqlite3_close(database)
    }
}
