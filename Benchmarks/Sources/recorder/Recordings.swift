import Counting
import Foundation
import MillraceJournal
import MillraceKit

/// Measures how a recorder affects the turns of an engine: with a state of 20 MB, with the text of a note, and over many turns.
@main @MainActor struct Recordings {
    static func main() async throws {
        var measurement = Recordings()
        try await measurement.measureLargeState()
        try await measurement.compareKeys()
        try await measurement.compareMemory()
        if !measurement.missed.isEmpty {
            print("Missed: \(measurement.missed.joined(separator: ", "))")
            exit(1)
        }
        print("Every target is met.")
    }

    private var missed: [String] = []

    private mutating func row(_ what: String, _ figure: Double, atMost limit: Double) {
        let isMet = figure <= limit
        print(
            "\(what): \(String(format: "%.2f", figure)), at most \(String(format: "%.2f", limit)): \(isMet ? "met" : "MISSED")"
        )
        if !isMet { missed.append(what) }
    }

    /// Calls `body` with a store, and with a recorder of its engine if one is requested. The folder is removed at the end.
    private func withStore(
        _ state: Sheet.State, records: Bool, _ body: @MainActor (Store<Sheet>, Recorder?) async throws -> Void
    )
        async throws
    {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = Store(state, Sheet(), on: Engine())
        let recorder = try records ? Recorder(store.engine, folder: folder) : nil
        try await body(store, recorder)
        await recorder?.end()
    }

    /// The longest turn of a state of 20 MB in milliseconds, while the recorder writes it.
    private mutating func measureLargeState() async throws {
        let rows = (0..<50_000).map { Sheet.Row(id: $0, text: String(repeating: "x", count: 380)) }
        var longest = Duration.zero
        try await withStore(Sheet.State(rows: rows), records: true) { store, recorder in
            for number in 0..<200 {
                let start = ContinuousClock.now
                store.send(.edit(number * 200))
                longest = max(longest, .now - start)
                if number % 50 == 0 { await recorder?.flush() }
            }
        }
        row("ms of the longest turn with a state of 20 MB", longest / .milliseconds(1), atMost: 200)
    }

    /// The CPU of a turn that adds a letter to a text of 500 letters, with a recorder, as a multiple of that without.
    private mutating func compareKeys() async throws {
        var times: [Double] = []
        for records in [false, true] {
            var best = Double.infinity
            for _ in 0..<3 {
                try await withStore(Sheet.State(rows: [Sheet.Row(id: 0, text: "")]), records: records) {
                    store, recorder in
                    let start = cpu_seconds()
                    for number in 0..<10_000 {
                        store.send(.type(number % 500))
                        if number % 100 == 0 { await recorder?.flush() }
                    }
                    await recorder?.flush()
                    best = min(best, (cpu_seconds() - start) / 10_000)
                }
            }
            times.append(best)
        }
        print(
            "µs of CPU of a recorded turn that changes a text: \(String(format: "%.1f", (times[1] - times[0]) * 1e6))")
    }

    /// The memory after 200,000 turns, as a multiple of that after 20,000.
    private mutating func compareMemory() async throws {
        var memory: [Double] = []
        try await withStore(Sheet.State(rows: (0..<100).map { Sheet.Row(id: $0, text: "row \($0)") }), records: true) {
            store, recorder in
            for number in 1...200_000 {
                store.send(.edit(number % 100))
                if number % 1_000 == 0 { await recorder?.flush() }
                if number == 20_000 || number == 200_000 {
                    release_free_memory()
                    memory.append(Double(memory_in_use()))
                }
            }
        }
        row("memory after 200,000 turns, as a multiple of that after 20,000", memory[1] / memory[0], atMost: 1.1)
    }
}

/// A list of rows, and a text.
private struct Sheet: Reducer {
    struct Row: Codable, Equatable, Identifiable {
        let id: Int
        var text: String
        var changes = 0
    }

    struct State: Codable, Equatable {
        var rows: [Row]
        var draft = ""
    }

    enum Action: Codable {
        case edit(Int)
        case type(Int)
    }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .edit(let index): state.rows[index].changes += 1
        case .type(let number): state.draft = number == 0 ? "" : state.draft + "x"
        }
        return .none
    }
}
