import MillraceHistory
import MillraceExtras
import Millrace
import Observation
import Testing

@MainActor struct StoreTests {
    final class Label { var text: Int?; var number = -1 }

    @Test("Q6 · a subscriber receives the current value at once, and then only the changes of its property")
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

    @Test("Q6 · a property that is not Equatable is compared by its subscriber's function")
    func ownComparison() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var received: [Int] = []
            store.subscribe(to: { ($0.count, $0.log) }, by: { $0.0 / 10 == $1.0 / 10 }) { received.append($0.0) }
            for _ in 0..<25 { store.send(.add(1)) }
            #expect(received == [0, 10, 20])
        }
    }

    @Test("Q6 · key paths through computed properties and subscripts are observed like stored ones")
    func computedParts() async throws {
        try await withEngineFixture { fixture in
            let store = Store(Desktop.State(), Desktop(), on: fixture.engine)
            var received: [Int?] = []
            store.subscribe(to: \.rows["a"]?.count) { received.append($0) }
            store.send(.put(row: "b"))
            store.send(.put(row: "a"))
            store.send(.row("a", .add(2)))
            store.send(.take(row: "a"))
            #expect(received == [nil, 0, 2, nil])
        }
    }

    @Test(
        "Q6 · while subscribers are notified, they may cancel others and themselves, and add others, with immediate effect"
    )
    func changesDuringNotification() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var received: [String] = []
            var (second, own): (Subscription?, Subscription?)
            store.subscribe(to: \.count) { [unowned store] count in
                guard count == 1 else { return }
                second?.cancel()
                store.subscribe(to: \.count) { received.append("added \($0)") }
            }
            second = store.subscribe(to: \.count) { received.append("second \($0)") }
            own = store.subscribe(to: \.count) { count in
                received.append("own \(count)")
                if count == 1 { own?.cancel() }
            }
            store.send(.add(1))
            store.send(.add(1))
            #expect(received == ["second 0", "own 0", "own 1", "added 1", "added 2"])
        }
    }

    @Test("M10 · a bound property follows its part of the state until its target is released")
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

    @Test("Q6 · values are the current one and later ones, only the newest by default, and end with the store")
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

    @Test("Q6 · a cancelled reader leaves nothing behind")
    func cancelledReader() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let values = store.values(of: \.count)
            let reader = Task { for await _ in values {} }
            reader.cancel()
            try await reader.valueInTime()
            // The end of the reader posted a job, which this actor runs first.
            try await Task { @MainActor in }.valueInTime()
            #expect(fixture.engine.resources.subscribers == 0)
        }
    }

    @Test("S12 · state takes part in Observation, as a whole or by the property that was read")
    func observation() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let changed = NameLog()
            func track(_ name: String, _ read: () -> Void) {
                withObservationTracking(read) { changed.names.append(name) }
            }
            track("count") { _ = store.count }
            track("log") { _ = store.log }
            track("state") { _ = store.state }
            store.send(.add(1))
            #expect(changed.names.sorted() == ["count", "state"])
            store.send(.note("a"))
            #expect(changed.names.sorted() == ["count", "log", "state"])
            store.send(.add(1))
            #expect(changed.names.count == 3)
            #expect(store.count == 2)
            store.send(.add(1))
        }
    }

    /// Safe: Observation calls back within the turn, on the main actor.
    final class NameLog: @unchecked Sendable { var names: [String] = [] }

    @Test("Q3 · a scoped store reads and sends for a part, registers nothing, and can be scoped again")
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
            var received: [Int?] = []
            count.subscribe(to: \.self) { received.append($0) }
            count.send(3)
            #expect(received == [2, 5])
        }
    }

    @Test("F6 · a store sends each output to every listener, in its own turn")
    func outputs() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var received: [String] = []
            let first = store.onOutput { received.append("1 \($0)") }
            store.onOutput { received.append("2 \($0)") }
            store.send(.do(.output("a").and(.output("b"))))
            first.cancel()
            store.send(.do(.output("c")))
            #expect(received == ["1 a", "2 a", "1 b", "2 b", "2 c"])
        }
    }

    @Test("Q1 · state may be a reference, an enum, a tuple or Void")
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
