import MillraceHistory
import MillraceExtras
import Millrace
import Testing

@MainActor struct Law6ExactlyOnceTests {
    @Test("L6 · a command that is cancelled in the same turn, before its handler was called, never starts")
    func cancelInTheSameTurn() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let receipt = store.send(.do(.fetch(id: 1).and(.cancel(1))))
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            #expect(fake.asked.isEmpty && store.state.log.isEmpty)
        }
    }

    @Test("L6 · a command that is cancelled in the next turn ends, whether or not its task has started")
    func cancelInTheNextTurn() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let receipt = store.send(.do(.fetch(id: 1)))
            store.send(.do(.cancel(1)))
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            #expect(fake.cancelled == [0] && store.state.log == ["progress"])
        }
    }

    @Test("L6 · a command that is cancelled from its own event sends no more events")
    func cancelFromItsOwnEvent() async throws {
        struct Once: Reducer {
            func reduce(_ received: inout [Event<Fetch>], _ event: Event<Fetch>?) -> Flow<Self> {
                guard let event else { return .execute(Fetch(), as: { $0 }, id: 1) }
                received.append(event)
                return .cancel(1)
            }
        }
        try await withEngineFixture { fixture in
            fixture.engine.handle(Fetch.self) { _, reply in
                reply.data("first")
                reply.data("second")
                reply.finish(with: "third")
            }
            let store = Store([], Once(), on: fixture.engine)
            let receipt = store.send(nil)
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            #expect(store.state == [.data("first")])
            #expect(fixture.engine.discardedResultCount == 2)
        }
    }

    @Test("L6 · cancelling a command twice, or after its end, has no effect")
    func cancelTwiceAndLate() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let cancelled = store.send(.do(.fetch(id: 1)))
            store.send(.do(.cancel(1).and(.cancel(1))))
            cancelled.cancel()
            cancelled.cancel()
            let ended = store.send(.do(.fetch(id: 2)))
            await fake.succeed(1, with: "x")
            store.send(.do(.cancel(2)))
            ended.cancel()
            try await ended.finishedInTime()
            #expect(store.state.log == ["progress", "progress", "x"])
        }
    }

    @Test("L6 · a handler that ignores cancellation ends late, and its result is discarded")
    func lateResult() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine, obeysCancellation: false)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let receipt = store.send(.do(.fetch(id: 1)))
            store.send(.do(.cancel(1)))
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            #expect(fixture.engine.resources.effects == 0)
            await fake.succeed(0, with: "late")
            #expect(store.state.log == ["progress"] && fixture.engine.discardedResultCount == 1)
        }
    }

    @Test("L6 · an answer that is still queued is discarded when its command is cancelled")
    func cancelledBeforeItsTurn() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(Fetch.self) { $0.name }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.subscribe(to: \.count) { [unowned store] in if $0 == 1 { store.send(.do(.cancel(1))) } }
            fixture.engine.listen(to: News.self) { [unowned store] _ in store.send(.do(.cancel(1))) }
            // The fact's turn comes after the command's, and its cancellation after the answer: too late.
            store.send(.do(.fetch("kept", id: 1).and(.post(News(text: "n")))))
            #expect(store.state.log == ["kept"])
            // The cancellation was requested before the command's turn, which produced its answer.
            store.send(.do(.fetch("dropped", id: 1).and(.send(.do(.cancel(1))))))
            #expect(store.state.log == ["kept"] && fixture.engine.discardedResultCount == 1)
        }
    }

    @Test("L6 · a cancellation concerns one child, and not its sibling with the same id")
    func siblings() async throws {
        struct Pair: Reducer {
            struct State { var left = LoggingReducer.State(); var right = LoggingReducer.State() }
            enum Action { case left(LoggingReducer.Action), right(LoggingReducer.Action), output(String) }
            func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                switch action {
                case .left(let action):
                    LoggingReducer().reduce(&state.left, action).map(Action.left, output: Action.output, at: \.left)
                case .right(let action):
                    LoggingReducer().reduce(&state.right, action).map(Action.right, output: Action.output, at: \.right)
                case .output: .none
                }
            }
        }
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(Pair.State(), Pair(), on: fixture.engine)
            let left = store.send(.left(.do(.fetch("l", policy: .latest))))
            let right = store.send(.right(.do(.fetch("r", policy: .latest))))
            store.send(.left(.do(.cancel(Fetch.self))))
            await #expect(throws: CancellationError.self) { try await left.finishedInTime() }
            await fake.succeed(1, with: "answer")
            try await right.finishedInTime()
            #expect(store.state.left.log == ["progress"] && store.state.right.log == ["progress", "answer"])
        }
    }

    @Test("L6 · a command fails once, and sends nothing after its failure")
    func failsOnce() async throws {
        try await withEngineFixture(faults: [.replyAfterEnd, .replyAfterEnd]) { fixture in
            fixture.engine.handle(Fetch.self) { _, reply in
                reply.data("one")
                reply.fail(Oops())
                reply.data("two")
                reply.finish()
            }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            await #expect(throws: Oops()) { try await store.send(.do(.fetch())).finishedInTime() }
            #expect(store.state.log == ["one", "failed: Oops(number: 0)"])
        }
    }

    @Test("L6 · ten thousand commands that are cancelled at once have all ended")
    func tenThousand() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<Fetch>(fixture.engine)
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            let receipt = store.send(.do(.merge(Array(repeating: .fetch(id: "all"), count: 10_000))))
            #expect(fixture.engine.resources.effects == 10_000)
            store.send(.do(.cancel("all")))
            #expect(fixture.engine.resources.effects == 0 && fake.cancelled.count == 10_000)
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
        }
    }
}
