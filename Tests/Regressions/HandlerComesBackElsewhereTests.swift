import Millrace
import Testing

// Story: after a handler had awaited something that runs elsewhere, the engine took its answer in on a thread of the
// pool: observers raced, and the next asynchronous command trapped. The closure that called the handler had a capture
// list, `[self]`, and with one the compiler (Swift 6.3.1) takes such a closure off the actor. It has none now (see
// `ActorContext.start`), and the result goes through `ActorContext.run` besides. With both taken back, the suite stops at a failed
// isolation check; with either alone, this test passes. It was found by a test that asked each observer whether it was
// at home.
@Suite struct HandlerComesBackElsewhereTests {
    struct Ask: Command { typealias Output = Int }

    struct Asker: Reducer {
        enum Action { case ask, told(Event<Ask>) }
        func reduce(_ sum: inout Int, _ action: Action) -> Flow<Self> {
            switch action {
            case .ask: return .execute(Ask(), as: Action.told)
            case .told(.data(let number)):
                sum += number
                return sum < 21 ? .send(.ask) : .none
            case .told: return .none
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

    @Test("an answer is taken in on the engine's actor, wherever its handler came back")
    func comesHome() async throws {
        try await Pool().run()
    }
}

@concurrent private func elsewhere() async -> Int {
    await Task.yield()
    return 7
}
