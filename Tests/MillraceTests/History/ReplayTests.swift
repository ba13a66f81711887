import MillraceHistory
import MillraceExtras
import Millrace
import Testing

@MainActor struct ReplayTests {
    @Test("L10 · replaying a history gives the same states and the same requests, and performs nothing")
    func same() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            let fake = FakeHandler<Fetch>(fixture.engine)
            let stores = (0..<2).map { _ in Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine) }
            for store in stores { store.listen(to: News.self, as: LoggingReducer.Action.news) }
            stores[0].send(.do(.fetch("a", id: 1).then(.note("then"))))
            stores[1].send(.do(.fetch("b").and(.post(News(text: "n")))))
            await fake.succeed(0, with: "x")
            await fake.fail(1, with: Oops())
            let records = history.records.count
            #expect(history.replay() == nil)
            let replay = try #require(history.replay(stores[0]))
            #expect(replay.state == stores[0].state && replay.mismatch == nil && replay.count == 5)
            #expect(history.records.count == records && fake.asked.count == 2)
        }
    }

    @Test("History · a history with a race and with ids for flows replays, and performs nothing")
    func groups() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.send(.do(.race([.fetch("a").then(.note("then")), .fetch("b")]).id("race", policy: .latest)))
            store.send(.do(.all([.fetch("c"), .fetch("d")], stopsAtFirstFailure: true)))
            await fake.succeed(0, with: "x")
            await fake.fail(2, with: Oops())
            #expect(fake.cancelled == [1, 3] && store.state.log.suffix(2) == ["then", "failed: Oops(number: 0)"])
            #expect(history.replay() == nil)
            let replay = try #require(history.replay(store))
            #expect(replay.state == store.state && replay.mismatch == nil && fake.asked.count == 4)
        }
    }

    @Test("A18 · replaying a released store's history restores its state for a new store")
    func restores() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            fixture.engine.handle(Fetch.self) { $0.name }
            var store: Store? = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            for number in 1...100 { store?.send(.add(number)) }
            store?.send(.do(.fetch("book")))
            store = nil
            #expect(fixture.engine.resources.stores == 0)
            let id = try #require(history.records.last?.stores.first)
            let replay = try #require(history.replay(id, as: LoggingReducer.self))
            let restored = Store(replay.state, LoggingReducer(), on: fixture.engine)
            #expect(restored.state == LoggingReducer.State(log: ["book"], count: 5_050))
            restored.send(.add(1))
            #expect(restored.state.count == 5_051)
        }
    }

    @Test("L10 · a replay reports where the state first differs from the record, and continues")
    func differentState() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            let store = Store(0, Scaled(factor: 2), on: fixture.engine)
            for number in [0, 1, 2] { store.send(number) }
            #expect(history.replay() == nil)
            let replay = try #require(history.replay(store, through: Scaled(factor: 3)))
            let mismatch = try #require(replay.mismatch)
            #expect(replay.state == 9 && mismatch.record.id == 2 && mismatch.subject == .state)
            #expect(
                mismatch.description
                    == "The store Scaled \(store.id.number) differs in its state after record 2, action 1: the recorded "
                    + "value is 2, the replayed value is 3.")
        }
    }

    @Test("L10 · a replay detects an impure reducer by its state or by its flow")
    func impure() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            let world = World()
            let store = Store(0, Impure(world: world), on: fixture.engine)
            for _ in 0..<3 { store.send(.ask) }
            world.number = 0
            #expect(history.replay() == nil)
            let mismatch = try #require(history.replay())
            #expect(mismatch.subject == .flow && mismatch.record.id == 1 && store.state == 0)
            #expect(
                "\(mismatch.recorded)" == "post(Number(value: 1))"
                    && "\(mismatch.replayed)" == "post(Number(value: 4))")
        }
    }

    @Test("L10 · a replay continues after a gap in the history, and returns nil for an empty one")
    func gaps() async throws {
        try await withEngineFixture { fixture in
            let history = History(records: 1_000)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            #expect(history.replay() == nil && history.replay(store) == nil)
            fixture.engine.history = history
            store.send(.add(1))
            fixture.engine.history = nil
            store.send(.add(10))
            fixture.engine.history = history
            store.send(.add(100))
            #expect(history.records.map { "\($0.payload)" } == ["add(1)", "add(100)"])
            #expect(history.replay() == nil && history.replay(store)?.state.count == 111)
        }
    }
}

@MainActor struct WhyTests {
    @Test("L10 · why returns the chain of causes of a property's value")
    func why() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.send(.do(.fetch("book")))
            store.send(.add(1))
            await fake.succeed(0, with: "x")
            store.send(.add(2))
            let log = history.why(\.log, of: store)
            #expect(log.map(\.kind) == [.action, .command, .event] && log.map(\.id) == [1, 2, 5])
            #expect(history.why(\.count, of: store).map(\.id) == [6])
            try history.rewind(to: 3)
            #expect(history.why(\.log, of: store).map(\.id) == [1, 2, 3])
            try history.rewind(to: 1)
            #expect(history.why(\.log, of: store).isEmpty && history.chain(to: 99).isEmpty)
        }
    }
}

private struct Scaled: Reducer {
    let factor: Int
    func reduce(_ sum: inout Int, _ number: Int) -> Flow<Self> {
        sum += number * factor
        return .none
    }
}

private struct Number: Fact, Equatable { let value: Int }
private final class World { var number = 0 }

/// Posts a number from outside, which a reducer must not read.
private struct Impure: Reducer {
    enum Action { case ask }
    let world: World
    func reduce(_ sum: inout Int, _ action: Action) -> Flow<Self> {
        world.number += 1
        return .post(Number(value: world.number))
    }
}
