import MillraceHistory
import Millrace
import Testing

// Symptom: a history with a limit of 10 MB kept 160 MB.
// Cause: the budget counted the inline size of a state, so an array of any length counted eight bytes. Each record also kept
// its state before, which equals the state after the previous record.
// Correct behavior: the budget counts the contents of the states.
@MainActor struct HistoryByteBudgetTests {
    nonisolated static let limit = 10_000_000
    nonisolated static let size = 100_000

    struct Editor: Reducer {
        struct State {
            var bytes: [UInt8] = []
            var text = ""
            var table: [Int: [UInt8]] = [:]
            var detail: Detail?
        }
        enum Detail { case bytes([UInt8]) }
        enum Action: CaseIterable { case bytes, text, table, detail }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .bytes: state.bytes = Self.change(state.bytes)
            case .text: state.text = String(repeating: state.text.hasPrefix("a") ? "b" : "a", count: size)
            case .table: state.table[1] = Self.change(state.table[1] ?? [])
            case .detail: state.detail = .bytes(Self.change([]))
            }
            return .none
        }

        /// Returns other bytes, in a new buffer.
        private static func change(_ bytes: [UInt8]) -> [UInt8] {
            Array(repeating: (bytes.first ?? 0) &+ 1, count: size)
        }
    }

    @Test("a history with a limit of 10 MB keeps about 100 states of 100 KB", arguments: Editor.Action.allCases)
    func states(action: Editor.Action) async throws {
        try await withEngine { engine in
            let history = History(records: .max, bytes: Self.limit)
            engine.history = history
            let store = Store(Editor.State(), Editor(), on: engine)
            for _ in 0..<400 { store.send(action) }
            #expect((50...110).contains(history.records.count))
            #expect(history.bytes <= Self.limit)
        }
    }

    @Test("the remaining records are the newest, and the store can be restored to them")
    func rewinds() async throws {
        try await withEngine { engine in
            let history = History(records: .max, bytes: Self.limit)
            engine.history = history
            let store = Store(Editor.State(), Editor(), on: engine)
            for _ in 0..<255 { store.send(.bytes) }
            let first = try #require(history.records.first)
            #expect(first.id > 100 && history.records.last?.id == 255)
            try history.rewind(to: first.id)
            #expect(store.state.bytes.first == UInt8(first.id))
        }
    }

    /// A command that fails and is retried without a limit.
    struct Connect: Command { typealias Output = String }
    struct CommandFailure: Error {}
    struct Connecting: Reducer {
        enum Action { case connect, connected(Event<Connect>), count }
        func reduce(_ count: inout Int, _ action: Action) -> Flow<Self> {
            count += 1
            if case .connect = action {
                return .execute(Connect(), as: Action.connected, retry: .times(.max, delay: .seconds(1)))
            }
            return .none
        }
    }

    // Symptom: the pauses of a command that is retried without a limit filled the memory.
    // Cause: the budget did not count them.
    @Test("the pauses of a command are within the budget")
    func pauses() async throws {
        try await withEngineAndTime { engine, time in
            let history = History(records: .max, bytes: 20_000)
            engine.history = history
            engine.handle(Connect.self) { _ in throw CommandFailure() }
            let store = Store(0, Connecting(), on: engine)
            let receipt = store.send(.connect)
            for _ in 0..<2_000 {
                time.advance(by: .seconds(1))
                #expect(history.bytes <= 20_000)
            }
            store.send(.count)
            #expect(history.records.map(\.kind) == [.action])
            receipt.cancel()
        }
    }
}
