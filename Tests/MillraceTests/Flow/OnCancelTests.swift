import MillraceHistory
import MillraceExtras
import Millrace
import TestSupport
import Testing

/// `execute(…, onCancel:)` gives the reducer an action for a command that was cancelled or discarded.
@MainActor struct OnCancelTests {
    private func fetch(_ name: String, policy: Policy = .concurrent) -> Flow<LoggingReducer> {
        .execute(
            Fetch(name: name), as: LoggingReducer.Action.received, policy: policy, onCancel: .note("cancelled \(name)"))
    }

    private func fetch(_ name: String, policy: Policy = .concurrent, id: AnyHashable) -> Flow<LoggingReducer> {
        .execute(
            Fetch(name: name), as: LoggingReducer.Action.received, id: id, policy: policy,
            onCancel: .note("cancelled \(name)"))
    }

    @Test("L6 · a cancelled command sends its onCancel action once, whatever cancels it")
    func cancelled() async throws {
        try await withEngineFixture { fixture in
            var replies: [Reply<Fetch>] = []
            fixture.engine.handle(Fetch.self) { (_: Fetch, reply: Reply<Fetch>) in replies.append(reply) }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.send(.do(fetch("by id", id: 1)))
            store.send(.do(.cancel(1)))
            store.send(.do(fetch("by latest", policy: .latest)))
            store.send(.do(fetch("latest", policy: .latest)))
            replies[2].cancel()
            fixture.engine.processPending()
            store.send(.do(fetch("by receipt"))).cancel()
            store.send(.do(fetch("by release")))
            fixture.engine.onFault = { _ in }
            replies.removeAll()
            fixture.engine.processPending()
            #expect(
                store.state.log == [
                    "cancelled by id", "cancelled by latest", "cancelled latest", "cancelled by receipt",
                    "cancelled by release",
                ])
            #expect(fixture.engine.resources.effects == 0)
        }
    }

    @Test("L6 · a command that is discarded before it starts sends its onCancel action")
    func discarded() async throws {
        try await withEngineFixture { fixture in
            var replies: [Reply<Fetch>] = []
            fixture.engine.handle(Fetch.self) { (_: Fetch, reply: Reply<Fetch>) in replies.append(reply) }
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.send(.do(fetch("1", policy: .first)))
            let second = store.send(.do(fetch("2", policy: .first)))
            #expect(store.state.log == ["cancelled 2"])
            await #expect(throws: CancellationError.self) { try await second.finishedInTime() }
            replies[0].finish(with: "x")
            fixture.engine.processPending()
            #expect(store.state.log == ["cancelled 2", "x"])
        }
    }

    @Test("L6 · a thrown CancellationError sends the onCancel action; an end, a failure and a released store do not")
    func ends() async throws {
        try await withEngineFixture { fixture in
            var answer: Result<String, any Error> = .failure(CancellationError())
            fixture.engine.handle(Fetch.self) { _ in try answer.get() }
            var store: Store<LoggingReducer>? = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store?.send(.do(fetch("a")))
            answer = .failure(Oops())
            store?.send(.do(fetch("b")))
            answer = .success("done")
            store?.send(.do(fetch("c")))
            #expect(store?.state.log == ["cancelled a", "failed: Oops(number: 0)", "done"])
            store = nil
            #expect(fixture.engine.resources.stores == 0)
        }
    }

    @Test(
        "L6 · a removed child's command is cancelled without an onCancel action; a remaining child receives its action")
    func children() async throws {
        try await withEngineFixture { fixture in
            _ = FakeHandler<Fetch>(fixture.engine)
            let store = Store(Desktop.State(), Desktop(), on: fixture.engine)
            store.send(.open)
            store.send(.sheet(.do(fetch("stays", id: 1))))
            store.send(.sheet(.do(.cancel(1))))
            #expect(store.state.sheet?.log == ["progress", "cancelled stays"])
            store.send(.sheet(.do(fetch("goes"))))
            store.send(.close)
            #expect(store.state.sheet == nil && fixture.engine.resources.effects == 0)
        }
    }

    @Test("L4 · flows compare and print their onCancel actions")
    func value() {
        #expect(fetch("a") == fetch("a"))
        #expect(fetch("a") != .execute(Fetch(name: "a"), as: LoggingReducer.Action.received))
        #expect("\(fetch("a"))" == #"execute(Fetch(name: "a"), onCancel: note("cancelled a"))"#)
    }

    /// A parent that removes its child in the turn in which the child requests a command.
    private struct Closing: Reducer {
        struct State { var child: LoggingReducer.State? = LoggingReducer.State() }
        enum Action { case child(LoggingReducer.Action), close(LoggingReducer.Action) }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .child(let action):
                return LoggingReducer().reduce(&state.child, action)
                    .map(Action.child, output: { .child(.note($0)) }, at: \.child)
            case .close(let action):
                defer { state.child = nil }
                return reduce(&state, .child(action))
            }
        }
    }

    @Test("L6 · a discarded command sends no action to a child that is removed in the same turn")
    func discardedWithChild() async throws {
        try await withEngineFixture { fixture in
            _ = FakeHandler<Fetch>(fixture.engine)
            let store = Store(Closing.State(), Closing(), on: fixture.engine)
            store.send(.child(.do(fetch("1", policy: .first, id: 1))))
            let second = store.send(.close(.do(fetch("2", policy: .first, id: 1))))
            #expect(store.state.child == nil && fixture.engine.resources.effects == 0)
            await #expect(throws: CancellationError.self) { try await second.finishedInTime() }
        }
    }
}
