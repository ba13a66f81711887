import Millrace
import Testing

// Story: a handler that awaited a function which runs elsewhere came back on a thread of the pool, because the compiler
// adapts a handler closure to its typed-throwing, generic form without the way back. The engine then took the answer in
// off its actor: observers raced, and the next asynchronous command trapped. Seen in the first week, by a test that asked
// each observer whether it was at home. Since then the engine goes home by itself after every handler (`Home.land`). With
// that one call taken out, this test stops with a failed isolation check.
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
        func run() async throws -> Int {
            let engine = Engine()
            engine.handle(Ask.self) { _ in await elsewhere() }
            engine.listen(to: Ask.self) { _ in self.preconditionIsolated() }
            let store = Store(0, Asker(), on: engine)
            try await store.send(.ask).finished()
            return store.state
        }
    }

    @Test("an answer is taken in on the engine's actor, wherever its handler came back")
    func comesHome() async throws {
        #expect(try await Pool().run() == 21)
    }
}

@concurrent private func elsewhere() async -> Int {
    await Task.yield()
    return 7
}
