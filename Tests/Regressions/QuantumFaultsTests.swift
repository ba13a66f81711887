import MillraceExtras
import Millrace
import Testing

// Bugs of Quantum, a core around a pure state machine.
@MainActor struct QuantumFaultsTests {
    struct Twins: Reducer {
        struct State { var left = 0; var right = 0 }
        enum Action { case add(Int), ask, received(Event<Fetch>) }
        typealias Output = Int

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .add(let number):
                state.left += number
                state.right += number
                return .output(number)
            case .ask: return .execute(Fetch(), as: Action.received)
            case .received: return .none
            }
        }
    }

    // In Quantum, reading the current state in the event handler trapped. If `Store.state` traps during a turn, the process
    // stops. If observers are notified before their store reduces, they miss the change, and this test fails.
    @Test(
        "the state can be read in every callback of the application, and is consistent there", arguments: [true, false])
    func readInside(isIntercepted: Bool) async throws {
        try await withEngine { engine in
            let store = Store(Twins.State(), Twins(), on: engine)
            var seen: [String] = []
            let readState = { [unowned store] (place: String) in
                let (state, left) = (store.state, store.left)
                #expect(state.left == left && state.right == left)
                seen.append("\(place) \(left)")
            }
            engine.handle(Fetch.self) { command in
                readState("handler")
                return command.name
            }
            engine.listen(to: Fetch.self, onData: { _ in readState("event") })
            store.listen(to: News.self) { _ in
                readState("fact")
                return .add(10)
            }
            engine.listen(to: News.self) { _ in readState("listener") }
            store.subscribe(to: \.left) { _ in readState("observer") }
            store.onOutput { _ in readState("output") }
            var passed: [String] = []
            if isIntercepted {
                engine.middleware = [
                    Interceptor { [unowned store] message in
                        passed.append("\(message.kind) \(store.state.left)")
                        return .pass
                    }
                ]
            }
            store.send(.add(1))
            engine.post(News())
            store.send(.ask)
            let calls = ["observer 0", "observer 1", "output 1", "fact 1", "observer 11", "listener 11", "output 11"]
            #expect(seen == calls + ["handler 11", "event 11"])
            let kinds = ["action 0", "output 1", "fact 1", "output 11", "action 11", "command 11", "event 11"]
            #expect(passed == (isIntercepted ? kinds : []))
        }
    }

    // Quantum ran commands on a concurrent queue, which lost their order. If each command enters the engine's queue at a random
    // position, both of these tests fail. If asynchronous handlers start after a random number of yields, the second one fails.
    struct Number: Command { typealias Output = Int; let value: Int }

    struct Asker: Reducer {
        enum Action { case ask(Range<Int>), received(Event<Number>) }
        func reduce(_ answers: inout [Int], _ action: Action) -> Flow<Self> {
            switch action {
            case .ask(let numbers): return .merge(numbers.map { .execute(Number(value: $0), as: Action.received) })
            case .received(let event): if let number = event.output { answers.append(number) }
            }
            return .none
        }
    }

    @Test("commands start in the order in which they were requested, and those that end at once end in this order")
    func synchronousOrder() async throws {
        try await withEngine { engine in
            var begun: [Int] = []
            engine.handle(Number.self) { command in
                begun.append(command.value)
                return command.value
            }
            let store = Store([], Asker(), on: engine)
            store.send(.ask(0..<1_000))
            #expect(begun == Array(0..<1_000) && store.state == begun)
        }
    }

    @Test("commands with an asynchronous handler start in the order in which they were requested")
    func asynchronousOrder() async throws {
        try await withEngine { engine in
            var begun: [Int] = []
            engine.handle(Number.self) { command in
                begun.append(command.value)
                await Task.yield()
                return command.value
            }
            let store = Store([], Asker(), on: engine)
            try await store.send(.ask(0..<1_000)).finishedInTime()
            #expect(begun == Array(0..<1_000) && store.state.count == 1_000)
        }
    }
}
