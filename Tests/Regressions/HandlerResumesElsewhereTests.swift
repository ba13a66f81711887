import Millrace
import Testing

// Symptom: after a handler had awaited a function that runs elsewhere, the engine processed its answer on a pool thread.
// Observers raced, and the next asynchronous command trapped.
// Cause: the closure that called the handler had a capture list, `[self]`. The compiler (Swift 6.3.1) runs such a closure off
// the actor.
// Correct behavior: the closure has no capture list (see `ActorContext.start`), and the result also passes `ActorContext.run`.
// Without both, the suite stops at a failed isolation check. With either one, this test passes.
@Suite struct HandlerResumesElsewhereTests {
    struct Ask: Command { typealias Output = Int }

    struct Asker: Reducer {
        enum Action { case ask, received(Event<Ask>) }
        func reduce(_ sum: inout Int, _ action: Action) -> Flow<Self> {
            switch action {
            case .ask: return .execute(Ask(), as: Action.received)
            case .received(.data(let number)):
                sum += number
                return sum < 21 ? .send(.ask) : .none
            case .received: return .none
            }
        }
    }

    actor Pool {
        func run() async throws {
            try await withEngine { engine in
                engine.handle(Ask.self) { _ in await elsewhere() }
                engine.listen(to: Ask.self) { _ in self.preconditionIsolated() }
                let store = Store(0, Asker(), on: engine)
                try await store.send(.ask).finishedInTime()
                #expect(store.state == 21)
            }
        }
    }

    @Test("an answer is processed on the engine's actor, wherever its handler resumed")
    func answersOnTheActor() async throws {
        try await Pool().run()
    }
}

@concurrent private func elsewhere() async -> Int {
    await Task.yield()
    return 7
}
