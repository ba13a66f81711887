import MillraceExtras
import MillraceHistory
import Millrace
import Testing

@MainActor struct ReplaceStateTests {
    private let other = LoggingReducer.State(log: ["new"], count: 9)

    @Test("Stores · L1 · a replacement is one recorded turn; subscriptions stay, and no reducer runs")
    func oneTurn() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let owner = Owner()
            var (counts, states): ([Int], [LoggingReducer.State]) = ([], [])
            store.subscribe(to: \.count, owner: owner) { counts.append($0) }
            store.subscribe(owner: owner) { states.append($0) }
            store.send(.add(1))
            let receipt = store.replaceState(with: other)
            store.replaceState(with: LoggingReducer.State(log: [], count: 9))
            try await receipt.finishedInTime()
            store.send(.add(1))
            #expect(counts == [0, 1, 9, 10] && states.map(\.count) == [0, 1, 9, 9, 10])
            #expect(history.records.map(\.kind) == [.action, .replacement, .replacement, .action])
            let record = history.records[1]
            #expect(record.store == store.id && record.payload as? LoggingReducer.State == other)
            let reduction = try #require(record.reduction(by: store))
            #expect(reduction.before.count == 1 && reduction.after == other)
            #expect(record.reductions(by: store).isEmpty && record.stores == [store.id])
        }
    }

    @Test(
        "Stores · L10 · a replay and a rewind restore the replaced state, and the chain of causes names the replacement"
    )
    func recorded() async throws {
        try await withEngineFixture { fixture in
            let history = fixture.record()
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.send(.add(1))
            store.replaceState(with: other)
            #expect(history.why(\.count, of: store).map(\.kind) == [.replacement])
            store.send(.add(5))
            let last = history.position
            #expect(history.replay() == nil && history.replay(store)?.state == store.state)
            #expect(history.replay(store)?.count == 2)
            try history.rewind(to: 1)
            #expect(store.state.count == 1)
            try history.rewind(to: 2)
            #expect(store.state == other)
            try history.rewind(to: last)
            #expect(store.state.count == 14)
            try history.rewind(to: 1)
            store.replaceState(with: LoggingReducer.State())
            #expect(store.state == LoggingReducer.State() && history.branches.count == 1 && history.future.isEmpty)
            try history.rewind(to: last)
            #expect(store.state.count == 14 && history.replay() == nil)
        }
    }

    @Test("Stores · L6 · running effects are cancelled or kept, as requested")
    func effects() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let kept = store.send(.do(.fetch("kept").and(.after(.seconds(1), .note("later")))))
            store.replaceState(with: other, effects: .keep)
            #expect(fake.cancelled == [] && fixture.time.waiting == 1)
            await fake.succeed(0, with: "x")
            fixture.time.advance(by: .seconds(1))
            try await kept.finishedInTime()
            #expect(store.state.log == ["new", "progress", "x", "later"] || store.state.log == ["new", "x", "later"])
            let cancelled = store.send(
                .do(
                    .execute(Fetch(), as: LoggingReducer.Action.received, onCancel: .note("cancelled"))
                        .and(.after(.seconds(1), .note("never")))))
            store.replaceState(with: LoggingReducer.State())
            await #expect(throws: CancellationError.self) { try await cancelled.finishedInTime() }
            #expect(fake.cancelled == [1] && fixture.time.waiting == 0)
            // The action of `onCancel:` is reduced in the new state.
            #expect(store.state.log == ["cancelled"])
        }
    }

    @Test("Stores · the active commands of the new state start in the replacement's turn", arguments: [true, false])
    func active(isKept: Bool) async throws {
        try await withEngineFixture { fixture in
            let open = Rooms()
            var joins: [String] = []
            fixture.engine.handle(JoinRoom.self) { command, reply in
                joins.append(command.room)
                open.rooms[command.room] = reply
            }
            let effects: ReplacedEffects = isKept ? .keep : .cancel
            let store = Store("a", Chat(), on: fixture.engine)
            store.replaceState(with: "b", effects: effects)
            #expect(open.running == ["b"])
            store.replaceState(with: "b", effects: effects)
            #expect(open.running == ["b"] && joins == (isKept ? ["a", "b"] : ["a", "b", "b"]))
            store.replaceState(with: nil, effects: effects)
            #expect(open.running.isEmpty)
        }
    }

    @Test("Stores · L6 · effects of a child that the new state does not contain are cancelled")
    func children() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(Desktop.State(), Desktop(), on: fixture.engine)
            store.send(.open)
            store.send(.sheet(.do(.fetch())))
            store.send(.put(row: "a"))
            store.send(.row("a", .do(.fetch())))
            var state = Desktop.State()
            state.sheet = LoggingReducer.State()
            store.replaceState(with: state, effects: .keep)
            await nextJob()
            #expect(fake.cancelled == [1])
            await fake.succeed(0, with: "x")
            #expect(store.state.sheet?.log.last == "x")
        }
    }

    @Test("Stores · L6 · the action of `onCancel:` is not sent to a child that the new state does not contain")
    func cancelledChild() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(Desktop.State(), Desktop(), on: fixture.engine)
            let flow = Flow<LoggingReducer>.execute(
                Fetch(), as: LoggingReducer.Action.received, onCancel: .note("cancelled"))
            let history = fixture.record()
            store.send(.open)
            store.send(.sheet(.do(flow)))
            store.replaceState(with: Desktop.State())
            #expect(fake.cancelled == [0] && store.state.sheet == nil && history.records.last?.kind == .replacement)
            // The same holds for a rewind.
            store.send(.open)
            store.send(.sheet(.do(flow)))
            try history.rewind(to: 0)
            #expect(fake.cancelled == [0, 1] && store.state.sheet == nil && history.position == 0)
            // A child that the new state contains receives the action.
            store.send(.open)
            store.send(.sheet(.do(flow)))
            store.replaceState(with: Desktop.State(sheet: LoggingReducer.State()))
            #expect(fake.cancelled == [0, 1, 2] && store.state.sheet?.log == ["cancelled"])
        }
    }

    @Test("Stores · L6 · a replacement ends sequences and flows with ids", arguments: [true, false])
    func sequences(hasID: Bool) async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let history = fixture.record()
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let sequence = Flow<LoggingReducer>.fetch("1").then(.fetch("2"), evenAfterFailure: true)
            let flow = hasID ? sequence.id("sync") : sequence
            let receipt = store.send(.do(flow))
            store.replaceState(with: other)
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            #expect(fake.asked.count == 1 && store.state == other && fixture.engine.resources.effects == 0)
            let rewound = store.send(.do(flow))
            try history.rewind(to: 0)
            await #expect(throws: CancellationError.self) { try await rewound.finishedInTime() }
            #expect(fake.asked.count == 2 && fixture.engine.resources.effects == 0)
        }
    }

    @Test("Stores · L2 · within a turn, the replacement waits its turn; middleware and workers do not receive it")
    func order() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var kinds: [Message.Kind] = []
            fixture.engine.middleware = [
                .intercept {
                    kinds.append($0.kind); return .pass
                }
            ]
            let owner = Owner()
            var worked = 0
            let worker = store.work { _, _ in
                worked += 1
                return .none
            }
            var isFirst = true
            store.subscribe(to: \.count, owner: owner) { [unowned store] count in
                guard count == 1, isFirst else { return }
                isFirst = false
                store.send(.add(100))
                store.replaceState(with: LoggingReducer.State(log: ["new"], count: 5), effects: .keep)
                store.send(.add(1))
                #expect(store.state.count == 1)
            }
            try await store.send(.add(1)).finishedInTime()
            #expect(store.state.count == 6 && kinds == [.action, .action, .action])
            await nextJob()
            #expect(worked == 3)
            worker.cancel()
        }
    }

    @Test("Stores · L8 · the replacement of a released store's state, or after a shutdown, is a fault")
    func faults() async throws {
        try await withEngineFixture(faults: [.shutDown]) { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            fixture.engine.shutdown()
            let receipt = store.replaceState(with: other)
            await #expect(throws: Fault.self) { try await receipt.finishedInTime() }
            #expect(store.state.count == 0)
        }
        try await withEngineFixture(faults: [.storeReleased]) { fixture in
            let outer = Store(0, Countdown(), on: fixture.engine)
            var store: Store<LoggingReducer>? = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let owner = Owner()
            var receipt: Receipt?
            outer.subscribe(owner: owner) { turns in
                guard turns == 1 else { return }
                receipt = store?.replaceState(with: LoggingReducer.State())
                store = nil
            }
            outer.send(1)
            await #expect(throws: Fault.self) { try await receipt?.finishedInTime() }
        }
    }
}
