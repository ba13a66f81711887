import Millrace
import Testing

/// Bugs of the fast path and of reused storage.
@MainActor struct ImmediateAnswerTests {
    struct Refused: Error {}
    struct Load: Command { let token: Token?; typealias Output = Int }
    final class Token: Sendable {}

    struct Loader: Reducer {
        struct State { var count = 0 }
        enum Action { case load(Token?), loaded(Event<Load>) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .load(let token): return .execute(Load(token: token), as: Action.loaded)
            case .loaded: state.count += 1
            }
            return .none
        }
    }

    struct Parent: Reducer {
        struct State { var child = Loader.State() }
        enum Action { case child(Loader.Action), received(Event<Listen>) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .child(let action): Loader().reduce(&state.child, action).map(Action.child, at: \.child)
            case .received: .none
            }
        }

        func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
            commands.execute(Listen(), as: Action.received, id: "room")
            commands.add(Loader(), state.child, as: Action.child, at: \.child)
        }
    }
    struct Plain: Reducer {
        struct State { var child = Loader.State() }
        enum Action { case child(Loader.Action) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .child(let action): Loader().reduce(&state.child, action).map(Action.child, at: \.child)
            }
        }
    }
    struct Listen: Command, Equatable { typealias Output = Int }

    // Symptom: the observers were notified of a turn that had reduced nothing.
    // Cause: the answer was still in the queue.
    @Test(
        "observers are notified of the turns that reduce, with and without the fast path", arguments: [true, false])
    func notifications(_ usesFastPath: Bool) async throws {
        try await withEngine { engine in
            engine.usesFastPath = usesFastPath
            engine.handle(Load.self) { _ throws -> Int in throw Refused() }
            let store = Store(Loader.State(), Loader(), on: engine)
            var notified = 0
            store.subscribe { _ in notified += 1 }
            store.send(.load(nil))
            #expect(notified == 3 && store.state.count == 1)
        }
    }

    // Symptom: the store was closed too late.
    // Cause: jobs that were posted within the turn waited for the actor's next job.
    @Test("a store that an observer releases is closed when send returns", arguments: [true, false])
    func released(_ usesFastPath: Bool) async throws {
        try await withEngine { engine in
            engine.usesFastPath = usesFastPath
            engine.handle(Load.self) { _ in 1 }
            let store = Store(Loader.State(), Loader(), on: engine)
            var other: Store<Loader>? = Store(Loader.State(), Loader(), on: engine)
            var token: Token? = Token()
            weak let kept = token
            other?.subscribe(to: \.count) { [token] _ in withExtendedLifetime(token) {} }
            token = nil
            store.subscribe(to: \.count) { if $0 == 1 { other = nil } }
            #expect(kept != nil)
            store.send(.load(nil))
            #expect(kept == nil)
        }
    }

    // Symptom: the parent's active commands did not start.
    // Cause: the child's default declaration meant that the whole reducer declares none.
    @Test("a child without active commands does not remove those of its parent")
    func childWithout() async throws {
        try await withEngine { engine in
            var replies: [Reply<Listen>] = []
            engine.handle(Listen.self) { replies.append($1) }
            let store = Store(Parent.State(), Parent(), on: engine)
            #expect(replies.count == 1)
            withExtendedLifetime(store) {}
        }
    }

    // Symptom: a value of an ended command was still alive.
    // Cause: contexts that wait for reuse kept the flow of their last use.
    @Test("nothing of a child's command is retained after its end", arguments: [true, false])
    func kept(_ usesFastPath: Bool) async throws {
        try await withEngine { engine in
            engine.usesFastPath = usesFastPath
            engine.handle(Load.self) { _ in 1 }
            let store = Store(Plain.State(), Plain(), on: engine)
            weak var token: Token?
            do {
                let made = Token()
                token = made
                store.send(.child(.load(made)))
            }
            #expect(token == nil && store.state.child.count == 1)
        }
    }
}
