import MillraceExtras
import Millrace
import Testing

// Faults of Quantum, a core around a pure state machine.
@MainActor struct QuantumFaultsTests {
    struct Twins: Reducer {
        struct State { var left = 0; var right = 0 }
        enum Action { case add(Int), ask, told(Event<Fetch>) }
        typealias Output = Int

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .add(let number):
                state.left += number
                state.right += number
                return .output(number)
            case .ask: return .execute(Fetch(), as: Action.told)
            case .told: return .none
            }
        }
    }

    // Reading the current state inside the event handler trapped. With `Store.state` trapping while a turn is under
    // way, the process stops; with a store's observers told before its reduce, they miss the change, and the test fails.
    @Test("the state can be read wherever the application is called, and is whole there", arguments: [true, false])
    func readInside(isIntercepted: Bool) async throws {
        try await withEngine { engine in
            let store = Store(Twins.State(), Twins(), on: engine)
            var seen: [String] = []
            let look = { [unowned store] (place: String) in
                let (state, left) = (store.state, store.left)
                #expect(state.left == left && state.right == left)
                seen.append("\(place) \(left)")
            }
            engine.handle(Fetch.self) { command in
                look("handler")
                return command.name
            }
            engine.listen(to: Fetch.self, onData: { _ in look("reaction") })
            store.listen(to: News.self) { _ in
                look("fact")
                return .add(10)
            }
            engine.listen(to: News.self) { _ in look("listener") }
            store.subscribe(to: \.left) { _ in look("observer") }
            store.onOutput { _ in look("output") }
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
            let told = ["observer 0", "observer 1", "output 1", "fact 1", "observer 11", "listener 11", "output 11"]
            #expect(seen == told + ["handler 11", "reaction 11"])
            let kinds = ["action 0", "output 1", "fact 1", "output 11", "action 11", "command 11", "event 11"]
            #expect(passed == (isIntercepted ? kinds : []))
        }
    }

    // Commands ran on a concurrent queue and lost their order. With each command put into the engine's queue at a
    // random place, both of these tests fail; with asynchronous handlers starting after a random number of yields, the
    // second does.
    struct Number: Command { typealias Output = Int; let value: Int }

    struct Asker: Reducer {
        enum Action { case ask(Range<Int>), told(Event<Number>) }
        func reduce(_ answers: inout [Int], _ action: Action) -> Flow<Self> {
            switch action {
            case .ask(let numbers): return .merge(numbers.map { .execute(Number(value: $0), as: Action.told) })
            case .told(let event): if let number = event.output { answers.append(number) }
            }
            return .none
        }
    }

    @Test("commands begin in the order in which they were asked for, and those that end at once end in it")
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

    @Test("commands with an asynchronous handler begin in the order in which they were asked for")
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
