import MillraceInspection
import MillraceExtras
import Millrace
import Observation
import Testing

@MainActor struct StoreTests {
    final class Label { var text: Int?; var number = -1 }

    @Test("Q6 · a subscriber gets the current value at once, and wakes only when its part changed")
    func subscribers() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var (counts, logs, sizes, wholes) = ([Int](), 0, [Int](), 0)
            store.subscribe(to: \.count) { counts.append($0) }
            store.subscribe(to: \.log) { _ in logs += 1 }
            store.subscribe(to: { $0.log.count }) { sizes.append($0) }
            store.subscribe { _ in wholes += 1 }
            store.send(.add(1))
            store.send(.add(0))
            store.send(.note("a"))
            #expect(counts == [0, 1] && logs == 2 && sizes == [0, 1] && wholes == 4)
        }
    }

    @Test("Q6 · a part that is not Equatable is compared as its subscriber says")
    func ownComparison() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var heard: [Int] = []
            store.subscribe(to: { ($0.count, $0.log) }, by: { $0.0 / 10 == $1.0 / 10 }) { heard.append($0.0) }
            for _ in 0..<25 { store.send(.add(1)) }
            #expect(heard == [0, 10, 20])
        }
    }

    @Test("Q6 · key paths through computed members and subscripts are watched like stored ones")
    func computedParts() async throws {
        try await withEngineFixture { fixture in
            let store = Store(Desktop.State(), Desktop(), on: fixture.engine)
            var heard: [Int?] = []
            store.subscribe(to: \.rows["a"]?.count) { heard.append($0) }
            store.send(.put(row: "b"))
            store.send(.put(row: "a"))
            store.send(.row("a", .add(2)))
            store.send(.take(row: "a"))
            #expect(heard == [nil, 0, 2, nil])
        }
    }

    @Test("Q6 · a subscriber that cancels another, itself, or adds one while they are told is obeyed at once")
    func changesWhileTold() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var heard: [String] = []
            var (second, own): (Subscription?, Subscription?)
            store.subscribe(to: \.count) { [unowned store] count in
                guard count == 1 else { return }
                second?.cancel()
                store.subscribe(to: \.count) { heard.append("added \($0)") }
            }
            second = store.subscribe(to: \.count) { heard.append("second \($0)") }
            own = store.subscribe(to: \.count) { count in
                heard.append("own \(count)")
                if count == 1 { own?.cancel() }
            }
            store.send(.add(1))
            store.send(.add(1))
            #expect(heard == ["second 0", "own 0", "own 1", "added 1", "added 2"])
        }
    }

    @Test("M10 · a bound property follows its part, until its target goes")
    func bindings() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var label: Label? = Label()
            store.bind(\.count, to: label!, \.text)
            store.bind(\.count, to: label!, \.number)
            store.send(.add(5))
            #expect(label?.text == 5 && label?.number == 5)
            label = nil
            #expect(fixture.engine.resources.subscribers == 0)
        }
    }

    @Test("Q6 · values are those now and after, the newest only unless told otherwise, and end with the store")
    func values() async throws {
        try await withEngineFixture { fixture in
            var store: Store<LoggingReducer>? = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let (newest, all) = (store!.values(of: \.count), store!.values(of: \.count, buffering: .unbounded))
            for _ in 0..<3 { store?.send(.add(1)) }
            store = nil
            var (seenNewest, seenAll) = ([Int](), [Int]())
            for await value in newest { seenNewest.append(value) }
            for await value in all { seenAll.append(value) }
            #expect(seenNewest == [3] && seenAll == [0, 1, 2, 3])
        }
    }

    @Test("Q6 · a reader that is cancelled leaves nothing behind")
    func cancelledReader() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let values = store.values(of: \.count)
            let reader = Task { for await _ in values {} }
            reader.cancel()
            try await reader.valueInTime()
            // What the reader's end posted is taken in by the next job of this actor.
            try await Task { @MainActor in }.valueInTime()
            #expect(fixture.engine.resources.subscribers == 0)
        }
    }

    @Test("S12 · state takes part in Observation: the whole, or only the part that was read")
    func observation() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let told = NameLog()
            func track(_ name: String, _ read: () -> Void) {
                withObservationTracking(read) { told.names.append(name) }
            }
            track("count") { _ = store.count }
            track("log") { _ = store.log }
            track("state") { _ = store.state }
            store.send(.add(1))
            #expect(told.names.sorted() == ["count", "state"])
            store.send(.note("a"))
            #expect(told.names.sorted() == ["count", "log", "state"])
            store.send(.add(1))
            #expect(told.names.count == 3)
            #expect(store.count == 2)
            store.send(.add(1))
        }
    }

    /// Safe: Observation calls back within the turn, on the main actor.
    final class NameLog: @unchecked Sendable { var names: [String] = [] }

    @Test("Q3 · a scope reads and sends for a part, registers nothing, and can be scoped again")
    func scopes() async throws {
        try await withEngineFixture { fixture in
            let store = Store(Desktop.State(), Desktop(), on: fixture.engine)
            store.send(.put(row: "a"))
            let row = store.scope(\.rows["a"], as: { Desktop.Action.row("a", $0) })
            let windows = store.scope(\.windows, as: { $0 })
            row.send(.add(2))
            windows.send(.show(window: 1))
            #expect(row.state?.count == 2 && windows.count == 1 && fixture.engine.resources.subscribers == 0)
            let count = row.scope(\.?.count, as: LoggingReducer.Action.add)
            var heard: [Int?] = []
            count.subscribe(to: \.self) { heard.append($0) }
            count.send(3)
            #expect(heard == [2, 5])
        }
    }

    @Test("F6 · a store tells its outputs to each listener, in a turn of their own")
    func outputs() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var heard: [String] = []
            let first = store.onOutput { heard.append("1 \($0)") }
            store.onOutput { heard.append("2 \($0)") }
            store.send(.do(.output("a").and(.output("b"))))
            first.cancel()
            store.send(.do(.output("c")))
            #expect(heard == ["1 a", "2 a", "1 b", "2 b", "2 c"])
        }
    }

    @Test("Q1 · state may be a class's reference, an enum, a tuple or nothing at all")
    func anyState() async throws {
        struct Nothing: Reducer { func reduce(_ state: inout Void, _ action: Int) -> Flow<Self> { .none } }
        struct Pair: Reducer {
            func reduce(_ state: inout (Int, String), _ action: Int) -> Flow<Self> {
                state.0 += action
                return .none
            }
        }
        try await withEngineFixture { fixture in
            let nothing = Store((), Nothing(), on: fixture.engine)
            let pair = Store((0, "a"), Pair(), on: fixture.engine)
            nothing.send(1)
            pair.send(2)
            #expect(pair.state == (2, "a"))
        }
    }
}
