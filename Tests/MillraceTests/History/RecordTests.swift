import MillraceExtras
import MillraceHistory
import Millrace
import TestSupport
import Testing

extension Record {
    /// A short description of a record, to compare.
    fileprivate var short: String {
        let outcome =
            switch outcome {
            case .pending: "pending"
            case .done: "done"
            case .failed: "failed"
            case .cancelled: "cancelled"
            case .redirected: "redirected"
            case .dropped: "dropped"
            case .discarded: "discarded"
            }
        return "\(id)<\(cause) \(kind) \(outcome)"
    }
}

@MainActor struct RecordTests {
    @Test("S8 · the history records every message in the order of its start, with its cause, root, store, time and end")
    func everything() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.listen(to: News.self, as: LoggingReducer.Action.news)
            let receipt = store.send(.do(.fetch().and(.post(News(text: "n"))).and(.output("o"))))
            #expect(history.records.count == 5)
            fixture.time.advance(by: .seconds(3))
            await fake.succeed(0, with: "x")
            try await receipt.finishedInTime()
            #expect(
                history.records.map(\.short) == [
                    "1<0 action done", "2<1 command done", "3<1 fact done", "4<1 output done", "5<2 event done",
                    "6<2 event done",
                ])
            #expect(history.records.map(\.root) == [1, 1, 1, 1, 1, 1])
            #expect(history.records.map { $0.store == store.id } == [true, true, false, true, true, true])
            #expect(history.records.map { $0.stores.count } == [1, 0, 1, 0, 1, 1])
            #expect(history.records[1].type == Fetch.self && history.records[1].payload as? Fetch == Fetch())
            let end = try #require(history.records[1].end)
            #expect(end.id == 6 && end.time == .seconds(3) && history.records[1].time == .zero)
            let reduction = try #require(history.records[5].reduction(by: store))
            #expect(
                reduction.before.log == ["news: n", "progress"] && reduction.after.log.last == "x"
                    && reduction.flow == .none)
            #expect(history.position == 6 && history.future.isEmpty && history.branches.isEmpty)
        }
    }

    @Test("S8 · turns lists a held message where it resumed, and omits the turn that is running")
    func turns() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            let held = MessageHolder { $0.id == 1 }
            fixture.engine.middleware = [held]
            var store: Store? = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let id = try #require(store?.id)
            store?.send(.add(1))
            store?.send(.add(10))
            held.resume(on: fixture.engine)
            var counts: [Int] {
                history.turns(after: 0).flatMap { $0.reductions(by: id, as: LoggingReducer.self).map(\.after.count) }
            }
            #expect(counts == [10, 11] && history.records.map(\.stores.count) == [1, 1])
            #expect(history.turns(after: 0).map(\.stores.count) == [0, 1, 1])
            #expect(history.turns(after: history.position).isEmpty)
            var running: [Int] = []
            let subscription = store?.subscribe(to: \.count) { _ in running.append(history.turns(after: 0).count) }
            store?.send(.add(1))
            #expect(running == [3, 3] && history.turns(after: 0).count == 4)
            subscription?.cancel()
            store = nil
            #expect(counts == [10, 11, 12])
        }
    }

    @Test("L6 · a record says how its command ended: with data, failed, cancelled or discarded")
    func ends() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            let fake = FakeHandler<Fetch>(fixture.engine, obeysCancellation: false)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            for _ in 0..<3 { store.send(.do(.fetch(id: "x"))) }
            store.send(.do(.fetch(id: "y").and(.cancel("y"))))
            #expect(fake.asked.count == 3)
            await fake.succeed(0, with: "a")
            await fake.fail(1, with: Oops())
            store.send(.do(.cancel("x")))
            await fake.succeed(2, with: "late")
            let ends = history.records.filter { $0.kind == .command || $0.short.contains("discarded") }.map(\.short)
            #expect(
                ends == [
                    "2<1 command done", "5<4 command failed", "8<7 command cancelled", "11<10 command cancelled",
                    "15<8 event discarded",
                ])
            #expect(
                fixture.engine.discardedResultCount == 1
                    && history.records.last?.payload as? Event<Fetch> == .data("late"))
        }
    }

    @Test(
        "L6 · if a turn starts and cancels a command, its action is done and the command is cancelled",
        arguments: [true, false])
    func cancelledInItsTurn(byID: Bool) async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            fixture.engine.handle(Fetch.self) { $0.name }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let flow: Flow<LoggingReducer> =
                byID ? .fetch(id: "x").and(.cancel("x")) : .fetch().and(.cancel(Fetch.self))
            await expectCancelled(store.send(.do(flow)))
            #expect(history.records.map(\.short) == ["1<0 action done", "2<1 command cancelled"])
        }
    }

    @Test("S8 · a record says what middleware did to its message")
    func middleware() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            fixture.engine.middleware = [
                Interceptor { [unowned store] message in
                    guard case .add(let number)? = message.payload as? LoggingReducer.Action else { return .pass }
                    switch number {
                    case 1: return .cancel()
                    case 2: return .drop
                    case 3: return .redirect(to: .note("3"), on: store)
                    case 4: throw Oops()
                    case 5: return .hold(for: .seconds(1))
                    case 6: return .change(to: LoggingReducer.Action.add(60))
                    default: return .pass
                    }
                }
            ]
            for number in 1...6 { store.send(.add(number)) }
            fixture.time.advance(by: .seconds(1))
            #expect(
                history.records.map(\.short) == [
                    "1<0 action cancelled", "2<0 action dropped", "3<0 action redirected", "4<3 action done",
                    "5<0 action failed", "6<0 action done", "7<0 action done",
                ])
            #expect(history.records[5].end?.id == 8 && history.records[5].reduction(by: store)?.before.count == 60)
            #expect("\(history.records[6].payload)" == "add(60)" && store.state.count == 65)
        }
    }

    @Test("S8 · a message that ends in its own turn has that turn's time as its end; a later end has its own time")
    func times() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            fixture.time.advance(by: .seconds(1))
            store.send(.add(1))
            let receipt = store.send(.do(.fetch("a", id: 1)))
            fixture.time.advance(by: .seconds(2))
            receipt.cancel()
            fixture.time.advance(by: .seconds(4))
            store.send(.do(.fetch("b")))
            fixture.time.advance(by: .seconds(8))
            await fake.succeed(1, with: "b")
            let actions = history.records.filter { $0.kind == .action }
            #expect(actions.allSatisfy { $0.end?.id == $0.id && $0.end?.time == $0.time })
            #expect(actions.map(\.time) == [.seconds(1), .seconds(1), .seconds(7)])
            let commands = history.records.filter { $0.kind == .command }
            #expect(commands.map { $0.end?.time } == [.seconds(3), .seconds(15)])
        }
    }

    @Test("P11 · a history respects its budget, and discards the oldest records first")
    func budget() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record(upTo: 10)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            for number in 1...10_000 { store.send(.add(number)) }
            #expect(history.records.map(\.id) == Array(9_991...10_000))
            #expect(history.records.map { $0.end?.id } == Array(9_991...10_000))
            #expect(history.records.allSatisfy { if case .done = $0.outcome { true } else { false } })
            let small = History(records: 1_000, bytes: 10_000)
            small.payloadSize = { _ in 1_000 }
            fixture.engine.history = small
            for _ in 1...100 { fixture.engine.post(News(text: "n")) }
            #expect(small.records.count == 8 && small.bytes <= 10_000 && history.records.count == 10)
            let none = History(records: 0, bytes: 1)
            fixture.engine.history = none
            store.send(.add(1))
            #expect(none.records.isEmpty && none.bytes == 0)
        }
    }

    @Test("S8 · resetting the history removes its records, and changes nothing else")
    func reset() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record(upTo: 10)
            fixture.engine.middleware = [Interceptor { _ in .pass }]
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.send(.add(1))
            try history.rewind(to: 0)
            store.send(.add(2))
            #expect(history.branches.count == 1)
            fixture.engine.reset(.history)
            #expect(history.records.isEmpty && history.branches.isEmpty && history.position == 0)
            store.send(.add(3))
            #expect(history.records.count == 1 && store.state.count == 5 && fixture.engine.middleware.count == 1)
        }
    }

    @Test("S8 · a history belongs to one engine, and outlives the engine and its stores")
    func ownership() async throws {
        let history = History(records: 10)
        try await withEngineFixture { one in
            one.engine.history = history
            Store(LoggingReducer.State(), LoggingReducer(), on: one.engine).send(.add(1))
            try await withEngineFixture { two in
                two.engine.history = history
                #expect(one.engine.history == nil)
                Store(LoggingReducer.State(), LoggingReducer(), on: two.engine).send(.add(2))
                Store(LoggingReducer.State(), LoggingReducer(), on: one.engine).send(.add(3))
            }
        }
        #expect(history.records.map { "\($0.payload)" } == ["add(2)"])
        #expect(history.replay() == nil)
        #expect(throws: History.Failure.noEngine) { try history.rewind(to: 1) }
    }

    @Test("L10 · a held message is recorded where it started, and reduced where it resumed")
    func held() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record(upTo: 10)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            fixture.engine.middleware = [
                .delay(.seconds(1)) {
                    if case .note("held")? = $0.payload as? LoggingReducer.Action { true } else { false }
                }
            ]
            store.send(.note("held"))
            store.send(.note("free"))
            #expect(history.records.map(\.short) == ["1<0 action pending", "2<0 action done"])
            fixture.time.advance(by: .seconds(1))
            #expect(history.records.map(\.short) == ["1<0 action done", "2<0 action done"])
            #expect(store.state.log == ["free", "held"] && history.replay() == nil)
            try history.rewind(to: 2)
            #expect(store.state.log == ["free"])
        }
    }

    @Test("S8 · records are found by their number and after a number, and contain each action that a store reduced")
    func finding() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            fixture.engine.handle(Fetch.self) { $0.name }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.listen(to: Fetch.self) { .note("received \($0.output ?? "")") }
            store.send(.do(.fetch("x")))
            #expect(history.records(after: 0).map(\.id) == history.records.map(\.id))
            #expect(history.records(after: 1).map(\.id) == [2, 3] && history.records(after: 3).isEmpty)
            #expect(history.records(after: .max).isEmpty)
            #expect(history[2]?.kind == .command && history[0] == nil && history[4] == nil)
            let reductions = try #require(history[3]).reductions(by: store)
            #expect(reductions.map { caseName(of: $0.action) } == ["received", "note"])
            #expect(reductions.map(\.after.log) == [["x"], ["x", "received x"]] && reductions[1].before.log == ["x"])
            #expect(reductions.map(\.flow.isNone) == [true, true])
            try history.rewind(to: 1)
            #expect(history[2] == nil && history.records(after: 0).map(\.id) == [1])
        }
    }

    @Test("L6 · a message that is cancelled while middleware holds it is recorded as cancelled")
    func cancelledWhileHeld() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            fixture.engine.middleware = [MessageHolder { $0.kind == .fact || $0.kind == .command }]
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.send(.do(.fetch())).cancel()
            fixture.engine.post(News(text: "n")).cancel()
            #expect(
                history.records.map(\.short) == ["1<0 action done", "2<1 command cancelled", "3<0 fact cancelled"])
        }
    }
}
