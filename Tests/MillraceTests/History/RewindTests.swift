import TestSupport
import MillraceHistory
import MillraceExtras
import Millrace
import Testing

@MainActor struct RewindTests {
    private func counting(_ fixture: EngineFixture, _ numbers: ClosedRange<Int>) -> (History, Store<LoggingReducer>) {
        let history = fixture.record()
        let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
        for number in numbers { store.send(.add(number)) }
        return (history, store)
    }

    @Test("S8 · rewinding restores every store of a turn before it notifies observers, once each")
    func back() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            let stores = (0..<2).map { _ in Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine) }
            for store in stores { store.listen(to: News.self, as: LoggingReducer.Action.news) }
            for text in ["a", "b", "c"] { fixture.engine.post(News(text: text)) }
            stores[1].send(.add(1))
            let owner = Owner()
            var received: [String] = []
            for store in stores {
                store.subscribe(to: \.log.count, owner: owner) { [unowned a = stores[0], unowned b = stores[1]] _ in
                    received.append("\(a.state.log.count)\(b.state.log.count)")
                }
            }
            received = []
            try history.rewind(to: 1)
            #expect(stores.map(\.state.log) == [["news: a"], ["news: a"]] && received == ["11", "11"])
            #expect(stores[1].state.count == 0 && history.position == 1 && history.future.map(\.id) == [2, 3, 4])
            try history.rewind(to: 4)
            #expect(stores[0].state.log.count == 3 && stores[1].state.count == 1 && history.future.isEmpty)
            try history.rewind(to: 0)
            #expect(stores.allSatisfy { $0.state == LoggingReducer.State() } && history.records.isEmpty)
        }
    }

    @Test("S8 · sending after a rewind turns the old future into a branch, to which a rewind can return")
    func branches() async throws {
        try await withEngineFixture { fixture in
            let (history, store) = counting(fixture, 1...4)
            try history.rewind(to: 2)
            store.send(.add(100))
            #expect(store.state.count == 103 && history.records.map(\.id) == [1, 2, 6])
            #expect(history.branches.map(\.fork) == [2] && history.branches[0].records.map(\.id) == [3, 4])
            try history.rewind(to: 4)
            #expect(store.state.count == 10 && history.records.map(\.id) == [1, 2, 3, 4])
            #expect(history.branches.map(\.fork) == [2] && history.branches[0].records.map(\.id) == [6])
            try history.rewind(to: 3)
            store.send(.add(1_000))
            #expect(store.state.count == 1_006 && history.branches.map(\.fork) == [2, 3])
            // From a branch of a branch, and back.
            try history.rewind(to: 6)
            #expect(store.state.count == 103 && history.branches.map(\.fork).sorted() == [2, 3])
            try history.rewind(to: 4)
            #expect(store.state.count == 10 && history.records.map(\.id) == [1, 2, 3, 4])
            try history.rewind(to: 9)
            #expect(store.state.count == 1_006 && history.records.map(\.id) == [1, 2, 3, 9])
            #expect(history.replay() == nil)
        }
    }

    @Test(
        "S8 · random rewinds through the branches always restore the state of each record",
        arguments: [UInt64(1), 2, 3])
    func randomRewinds(seed: UInt64) async throws {
        try await withEngineFixture { fixture in
            let (history, store) = counting(fixture, 1...3)
            var states: [UInt64: Int] = [0: 0, 1: 1, 2: 3, 3: 6]
            var random = SeededGenerator(seed: seed)
            for _ in 0..<repetitions(2_000) {
                if Bool.random(using: &random), let id = states.keys.sorted().randomElement(using: &random) {
                    try history.rewind(to: id)
                    #expect(store.state.count == states[id], "seed \(seed), record \(id)")
                } else if states.count < 200 {
                    store.send(.add(Int.random(in: 1...9, using: &random)))
                    states[history.position] = store.state.count
                }
            }
            #expect(history.replay() == nil)
            #expect(
                history.records.count + history.future.count + history.branches.flatMap(\.records).count
                    == states.count - 1)
        }
    }

    @Test("S8 · rewinding cancels the effects that started later, and keeps earlier ones")
    func work() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let early = store.send(.do(.fetch("early")))
            let id = history.position
            let late = store.send(.do(.fetch("late").and(.after(.seconds(1), .note("after")))))
            try history.rewind(to: id)
            await #expect(throws: CancellationError.self) { try await late.finishedInTime() }
            #expect(fake.cancelled == [1] && fixture.time.waiting == 0)
            await fake.succeed(0, with: "x")
            try await early.finishedInTime()
            #expect(store.state.log == ["progress", "x"])
        }
    }

    @Test("S8 · active commands follow the state in the first turn after a rewind")
    func activeCommands() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            let open = Rooms()
            fixture.engine.handle(JoinRoom.self) { command, reply in
                open.rooms[command.room] = reply
            }
            let store = Store(nil, Chat(), on: fixture.engine)
            store.send("a")
            let inA = history.position
            store.send("b")
            #expect(open.running == ["b"])
            try history.rewind(to: inA)
            #expect(open.running.isEmpty && store.state == "a")
            store.send("a")
            #expect(open.running == ["a"] && history.branches.count == 1)
        }
    }

    @Test("S8 · an active command that a rewind cancelled starts again when the state requests it again")
    func activeAgain() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            let open = Rooms()
            fixture.engine.handle(JoinRoom.self) { command, reply in
                open.rooms[command.room] = reply
            }
            let store = Store(nil, Chat(), on: fixture.engine)
            store.send("a")
            #expect(open.running == ["a"])
            try history.rewind(to: 0)
            #expect(open.running.isEmpty && store.state == nil)
            store.send("a")
            #expect(open.running == ["a"])
        }
    }

    @Test("L8 · a rewind to an unknown record, within a turn or without an engine throws and changes nothing")
    func refusals() async throws {
        try await withEngineFixture { fixture in
            let (history, store) = counting(fixture, 1...3)
            #expect(throws: History.Failure.unknown(99)) { try history.rewind(to: 99) }
            var failures: [History.Failure] = []
            let owner = Owner()
            store.subscribe(to: \.count, owner: owner) { _ in
                do throws(History.Failure) { try history.rewind(to: 1) } catch { failures.append(error) }
            }
            try history.rewind(to: 1)
            failures = []
            try history.rewind(to: 3)
            store.send(.add(1))
            #expect(failures == [.busy, .busy] && store.state.count == 7)
            #expect(throws: History.Failure.noEngine) { try History(records: 1).rewind(to: 1) }
            fixture.engine.shutdown()
            #expect(throws: History.Failure.noEngine) { try history.rewind(to: 1) }
            #expect(store.state.count == 7 && "\(History.Failure.unknown(9))".contains("no record 9"))
        }
    }

    @Test("S8 · a rewind restores a newer store's initial state, and does not restore a released store")
    func otherStores() async throws {
        try await withEngineFixture { fixture in
            let (history, store) = counting(fixture, 1...2)
            var released: Store<LoggingReducer>? = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            released?.send(.add(7))
            released = nil
            let late = Store(LoggingReducer.State(log: ["made"]), LoggingReducer(), on: fixture.engine)
            late.send(.add(5))
            try history.rewind(to: 1)
            #expect(store.state.count == 1 && late.state == LoggingReducer.State(log: ["made"]))
            #expect(fixture.engine.resources.stores == 2 && history.future.count == 3)
        }
    }

    @Test("S8 · a full history discards branches before its current records")
    func budget() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record(upTo: 6)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            for number in 1...5 { store.send(.add(number)) }
            try history.rewind(to: 2)
            store.send(.add(10))
            #expect(history.branches.count == 1 && history.records.count == 3)
            store.send(.add(10))
            #expect(history.branches.isEmpty && history.records.count == 4)
            for _ in 0..<4 { store.send(.add(10)) }
            #expect(history.records.count == 6 && history.replay() == nil)
        }
    }
}
