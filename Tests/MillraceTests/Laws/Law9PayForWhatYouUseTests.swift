import Millrace
import Testing

/// `make bench` measures time and allocations. These tests count comparisons and calls.
@MainActor struct Law9PayForWhatYouUseTests {
    /// A value that counts how often it is compared.
    final class Tally { var comparisons = 0 }
    struct Counted: Equatable {
        let tally: Tally
        var value = 0
        static func == (one: Counted, other: Counted) -> Bool {
            one.tally.comparisons += 1
            return one.value == other.value
        }
    }
    struct Parts: Reducer {
        struct State { var parts: [Counted]; var sum = 0 }
        func reduce(_ state: inout State, _ number: Int) -> Flow<Self> {
            state.sum += number
            return .none
        }
    }

    @Test("L9 · a turn costs one comparison for each observed property, however many subscribers it has")
    func costFollowsProperties() async throws {
        try await withEngineFixture { fixture in
            let tally = Tally()
            let parts = (0..<10).map { _ in Counted(tally: tally) }
            let store = Store(Parts.State(parts: parts), Parts(), on: fixture.engine)
            for subscriber in 0..<1_000 { store.subscribe(to: \.parts[subscriber % 10]) { _ in } }
            tally.comparisons = 0
            store.send(1)
            #expect(tally.comparisons == 10)
        }
    }

    @Test("L9 · a store without observers compares nothing")
    func noObservers() async throws {
        try await withEngineFixture { fixture in
            let tally = Tally()
            let store = Store(Parts.State(parts: [Counted(tally: tally)]), Parts(), on: fixture.engine)
            let subscription = store.subscribe(to: \.parts) { _ in }
            subscription.cancel()
            store.send(1)
            store.send(1)
            #expect(tally.comparisons == 0 && store.state.sum == 2)
        }
    }

    @Test("L9 · messages do not notify the listeners and observers of others")
    func unrelatedObservers() async throws {
        try await withEngineFixture { fixture in
            struct Other: Fact {}
            var calls = 0
            let unrelated = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            for _ in 0..<1_000 {
                fixture.engine.listen(to: Other.self) { _ in calls += 1 }
                unrelated.subscribe(to: \.count) { if $0 > 0 { calls += 1 } }
            }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.send(.add(1))
            fixture.engine.post(News(text: "n"))
            #expect(calls == 0)
        }
    }
}
