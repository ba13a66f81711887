import MillraceExtras
import MillraceHistory
import Millrace
import Testing

/// Newer records reuse the storage of discarded records. No caller may notice this.
@MainActor struct DiscardedRecordTests {
    @Test("S8 · a record that a caller keeps does not change when the history discards it")
    func kept() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record(upTo: 3)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            for number in 1...3 { store.send(.add(number)) }
            let kept = history.records
            for number in 4...20 { store.send(.add(number)) }
            #expect(kept.map { "\($0.payload)" } == ["add(1)", "add(2)", "add(3)"])
            #expect(kept.map { $0.reduction(by: store)?.before.count } == [0, 1, 3])
            #expect(kept.map { $0.reduction(by: store)?.after.count } == [1, 3, 6])
            #expect(kept.map(\.id) == [1, 2, 3] && history.records.map(\.id) == [18, 19, 20])
            #expect(history.records.map { $0.reduction(by: store)?.after.count } == [171, 190, 210])
        }
    }

    @Test(
        "S8 · records of several types of stores and of all kinds of messages replace each other",
        arguments: [1, 2, 5, 8])
    func mixed(records: Int) async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record(upTo: records)
            fixture.engine.handle(Fetch.self) { $0.name }
            let loggers = (0..<2).map { _ in Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine) }
            for store in loggers { store.listen(to: News.self, as: LoggingReducer.Action.news) }
            let sums = (0..<2).map { _ in Store(0, Total(), on: fixture.engine) }
            for number in 1...50 {
                sums[number % 2].send(number)
                if number % 3 == 0 { loggers[0].send(.note("\(number)")) }
                if number % 5 == 0 { fixture.engine.post(News(text: "\(number)")) }
                if number % 7 == 0 { loggers[1].send(.do(.fetch("f").and(.send(.add(number))))) }
                #expect(history.replay() == nil && history.records.count <= records)
                for record in history.records where record.kind == .action {
                    let isSum = sums.contains { $0.id == record.store }
                    #expect(isSum == (record.payload is Int) && record.stores == [record.store])
                }
            }
            #expect(sums.map(\.state) == [650, 625])
            #expect(history.records.map(\.id) == history.records.map(\.id).sorted())
        }
    }

    @Test("S8 · a record that reuses storage has the cause, root and end of its own message")
    func causes() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record(upTo: 4)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            for number in 1...6 { store.send(.add(number)) }
            fixture.time.advance(by: .seconds(1))
            store.send(.do(.send(.do(.send(.note("end"))))))
            #expect(history.records.map(\.id) == [6, 7, 8, 9] && history.records.map(\.cause) == [0, 0, 7, 8])
            #expect(history.records.map(\.root) == [6, 7, 7, 7] && history.records.map { $0.end?.id } == [6, 7, 8, 9])
            #expect(history.records.map(\.time) == [.zero, .seconds(1), .seconds(1), .seconds(1)])
            store.send(.add(7))
            // The cause of the first remaining record was discarded.
            store.send(.do(.post(News(text: "n"))))
            #expect(history.records.map(\.root) == [7, 10, 11, 11] && history.records.map(\.cause) == [8, 0, 0, 11])
        }
    }

    @Test("S8 · the storage of a held message's record is not reused, and the record is completed later")
    func held() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record(upTo: 2)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            fixture.engine.middleware = [
                .delay(.seconds(1)) { if case .note? = $0.payload as? LoggingReducer.Action { true } else { false } }
            ]
            store.send(.note("held"))
            fixture.engine.middleware = []
            for number in 1...5 { store.send(.add(number)) }
            fixture.time.advance(by: .seconds(1))
            #expect(history.records.map { "\($0.payload)" } == ["add(5)", "note(\"held\")"])
            #expect(store.state.log == ["held"] && history.replay() == nil)
        }
    }

    @Test("L7 · a discarded record releases its values, whose deinit may call anything")
    func release() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record(upTo: 2)
            let store = Store(0, Holder(), on: fixture.engine)
            var released: [Int] = []
            var seen: [Int] = []
            for number in 1...4 {
                store.send(
                    DeinitProbe { [unowned store] in
                        released.append(number)
                        seen.append(history.records.count)
                        if number == 2 { history.clear() }
                        if number < 3 { store.send(nil) }
                    })
            }
            #expect(
                released.starts(with: [1, 2]) && seen.allSatisfy { $0 <= 2 } && store.state == 6
                    && history.records.count <= 2)
            history.clear()
            #expect(released.sorted() == [1, 2, 3, 4])
            #expect(history.replay() == nil)
        }
    }

    @Test("S8 · a budget in bytes also applies to reused storage, whatever payloadSize returns")
    func bytes() async throws {
        try await withEngineFixture { fixture in
            let history = History(records: 1_000, bytes: 5_000)
            fixture.engine.history = history
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            for number in 1...100 { store.send(.add(number)) }
            let (count, bytes) = (history.records.count, history.bytes)
            #expect(bytes <= 5_000 && bytes > 4_000 && bytes % count == 0)
            history.payloadSize = {
                if case .note(let text)? = $0 as? LoggingReducer.Action { text.utf8.count } else { 0 }
            }
            store.send(.note(String(repeating: "x", count: 1_000)))
            #expect(history.bytes <= 5_000 && history.records.count < count && history.records.count > 1)
            store.send(.note(String(repeating: "x", count: 6_000)))
            #expect(history.records.isEmpty && history.bytes == 0)
            for number in 1...100 { store.send(.add(number)) }
            #expect(history.records.count == count && history.bytes == bytes && history.replay() == nil)
        }
    }
}

private struct Total: Reducer {
    func reduce(_ sum: inout Int, _ number: Int) -> Flow<Self> {
        sum += number
        return .none
    }
}

/// Calls a closure when it is released.
private final class DeinitProbe {
    let atEnd: () -> Void
    init(atEnd: @escaping () -> Void) { self.atEnd = atEnd }
    deinit { atEnd() }
}

private struct Holder: Reducer {
    func reduce(_ count: inout Int, _ probe: DeinitProbe?) -> Flow<Self> {
        count += 1
        return .none
    }
}
