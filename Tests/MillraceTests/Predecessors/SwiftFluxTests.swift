import MillraceHistory
import MillraceExtras
import Foundation
import Millrace
import Testing

@MainActor struct SwiftFluxTests {
    @Test("F1 · an action has its own types of payload and error, so a callback needs no cast")
    func payloadAndError() async throws {
        try await withEngineFixture { fixture in
            var (made, refused) = ([Todo](), [TodoError]())
            fixture.engine.listen(to: CreateTodo.self, onData: { made.append($0) }, onFailure: { refused.append($0) })
            try await fixture.engine.execute(CreateTodo(title: "Buy milk")).finishedInTime()
            await #expect(throws: TodoError.noTitle) {
                try await fixture.engine.execute(CreateTodo(title: "")).finishedInTime()
            }
            #expect(made == [Todo(title: "Buy milk")] && refused == [.noTitle])
        }
    }

    @Test("F1 · an action without an error type may fail with any error")
    func anyError() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(ListTodos.self) { _ in throw Oops(number: 3) }
            var refused: [any Error] = []
            fixture.engine.listen(to: ListTodos.self, onFailure: { refused.append($0) })
            fixture.engine.execute(ListTodos())
            #expect(refused as? [Oops] == [Oops(number: 3)])
        }
    }

    @Test("F2 · an action dispatches its result at once if its handler has it at once")
    func atOnce() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(ListTodos.self) { _ in [Todo(title: "Buy milk")] }
            let todos = openTodos(on: fixture.engine)
            fixture.engine.execute(ListTodos())
            #expect(todos.state.todos == [Todo(title: "Buy milk")])
        }
    }

    @Test("F2 · an action dispatches its result later if its handler has it later")
    func later() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<ListTodos>(fixture.engine)
            let todos = openTodos(on: fixture.engine)
            let receipt = fixture.engine.execute(ListTodos())
            #expect(todos.state.todos.isEmpty)
            await fake.succeed(0, with: [Todo(title: "Buy milk")])
            try await receipt.finishedInTime()
            #expect(todos.state.todos == [Todo(title: "Buy milk")])
        }
    }

    @Test("F2 · a cancelled action dispatches nothing, even if its handler continues")
    func cancelled() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<ListTodos>(fixture.engine, obeysCancellation: false)
            let todos = openTodos(on: fixture.engine)
            let receipt = fixture.engine.execute(ListTodos())
            receipt.cancel()
            await fake.succeed(0, with: [Todo(title: "Buy milk")])
            #expect(todos.state.todos.isEmpty && fake.cancelled == [0] && fixture.engine.discardedResultCount == 1)
        }
    }

    @Test("F3 · a callback is registered, and unregistered by its token alone")
    func tokens() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(ListTodos.self) { _ in [] }
            var calls: [String] = []
            let first = fixture.engine.listen(to: ListTodos.self) { _ in calls.append("first") }
            fixture.engine.listen(to: ListTodos.self) { _ in calls.append("second") }
            fixture.engine.execute(ListTodos())
            #expect(first.isActive)
            first.cancel()
            first.cancel()
            fixture.engine.execute(ListTodos())
            #expect(calls == ["first", "second", "second"] && !first.isActive)
        }
    }

    @Test("F3 · a callback unregisters itself and others at once, and one that it registers is called the next time")
    func changesDuringDispatch() async throws {
        try await withEngineFixture { fixture in
            var calls: [String] = []
            var (own, other): (Subscription?, Subscription?)
            own = fixture.engine.listen(to: Plus.self) { [unowned engine = fixture.engine] _ in
                calls.append("own")
                own?.cancel()
                other?.cancel()
                engine.listen(to: Plus.self) { _ in calls.append("new") }
            }
            other = fixture.engine.listen(to: Plus.self) { _ in calls.append("other") }
            fixture.engine.post(Plus(number: 1))
            #expect(calls == ["own"])
            fixture.engine.post(Plus(number: 1))
            #expect(calls == ["own", "new"])
        }
    }

    @Test("F3 · an action without callbacks is performed, and nothing is reported")
    func noCallbacks() async throws {
        try await withEngineFixture { fixture in
            try await fixture.engine.execute(CreateTodo(title: "Buy milk")).finishedInTime()
            try await fixture.engine.post(Plus(number: 1)).finishedInTime()
        }
    }

    @Test("F4 · a callback waits for one that was registered after it, and reads its result")
    func waiting() async throws {
        try await withEngineFixture { fixture in
            let both = SummingTape(on: fixture.engine)
            var shown: [String] = []
            both.tape.subscribe(to: \.last) { [unowned both] line in
                shown.append("\(line ?? "nothing"), \(both.calculator.state)")
            }
            for number in [5, 2] { fixture.engine.post(Plus(number: number)) }
            #expect(both.tape.state == ["+ 5 = 5", "+ 2 = 7"] && both.calculator.state == 7)
            #expect(shown == ["nothing, 0", "+ 5 = 5, 5", "+ 2 = 7, 7"])
        }
    }

    @Test("F4 · a callback does not wait for one that was removed, or that was already called")
    func noWait() async throws {
        try await withEngineFixture { fixture in
            let both = SummingTape(on: fixture.engine)
            var calls = 0
            fixture.engine.listen(to: Plus.self) { [unowned both] _, delivery in
                if let summed = both.summed { delivery.wait(for: summed) }
                calls += both.calculator.state
            }
            fixture.engine.post(Plus(number: 5))
            both.summed?.cancel()
            fixture.engine.post(Plus(number: 2))
            #expect(both.tape.state == ["+ 5 = 5", "+ 2 = 5"] && calls == 10)
        }
    }

    @Test("F4 · callbacks that wait for each other are a fault that names them, and each is called once")
    func circularWait() async throws {
        try await withEngineFixture(faults: [.circularWait]) { fixture in
            var (first, second): (Subscription?, Subscription?)
            var calls: [String] = []
            first = fixture.engine.listen(to: Plus.self) { _, delivery in
                if let second { delivery.wait(for: second) }
                calls.append("first")
            }
            second = fixture.engine.listen(to: Plus.self) { _, delivery in
                if let first { delivery.wait(for: first) }
                calls.append("second")
            }
            fixture.engine.post(Plus(number: 1))
            #expect(calls == ["second", "first"])
            #expect(fixture.faults[0].problem.components(separatedBy: "SwiftFluxTests.swift").count == 4)
        }
    }

    @Test("F5 · the dispatcher is the engine that is passed, and two engines never meet")
    func ownDispatcher() async throws {
        try await withEngineFixture { fixture in
            let here = openCalculator(on: fixture.engine)
            try await withEngineFixture { own in
                let there = openCalculator(on: own.engine)
                fixture.engine.post(Plus(number: 1))
                own.engine.post(Plus(number: 10))
                #expect(here.state == 1 && there.state == 10)
            }
            fixture.engine.post(Plus(number: 1))
            #expect(here.state == 2)
        }
    }

    @Test("F5 · a dispatcher for tests is an engine with other handlers, another clock and middleware")
    func dispatcherForTests() async throws {
        try await withEngineFixture { fixture in
            var seen: [String] = []
            fixture.engine.middleware = [
                Interceptor { message in
                    seen.append("\(message)")
                    return .pass
                }
            ]
            fixture.engine.handle(CreateTodo.self) { _ throws(TodoError) in Todo(title: "always this one") }
            let todos = openTodos(on: fixture.engine)
            fixture.engine.execute(CreateTodo(title: "Buy milk"))
            #expect(todos.state.todos == [Todo(title: "always this one")])
            #expect(seen.count == 3 && seen[0] == "command CreateTodo(title: \"Buy milk\")")
        }
    }

    @Test("F6 · a store emits outputs of its own type, and a screen shows them")
    func outputs() async throws {
        try await withEngineFixture { fixture in
            let lines = try await writeTwoTodos(on: fixture.engine)
            #expect(lines == ["Buy milk", "That one has no title."])
            fixture.engine.handle(ListTodos.self) { _ in [Todo(title: "a"), Todo(title: "b")] }
            let todos = openTodos(on: fixture.engine)
            var screen: TodoScreen? = TodoScreen(todos)
            fixture.engine.execute(ListTodos())
            #expect(screen?.lines == ["a", "b"])
            weak let witness = screen
            screen = nil
            fixture.engine.execute(ListTodos())
            #expect(witness == nil && fixture.engine.resources.subscribers == 0)
        }
    }

    @Test("F6 · listeners to a store's outputs unsubscribe one by one, or all at once")
    func unsubscribe() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(ListTodos.self) { _ in [] }
            let todos = openTodos(on: fixture.engine)
            let all = SubscriptionBag()
            var received: [Int] = []
            let listeners = (0..<3).map { number in todos.onOutput { _ in received.append(number) } }
            for listener in listeners { listener.store(in: all) }
            fixture.engine.execute(ListTodos())
            listeners[1].cancel()
            fixture.engine.execute(ListTodos())
            all.cancelAll()
            fixture.engine.execute(ListTodos())
            #expect(received == [0, 1, 2, 0, 2] && fixture.engine.resources.subscribers == 0)
        }
    }

    @Test("F7 · a released store ends its registrations and its listeners")
    func storeReleased() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<ListTodos>(fixture.engine)
            var todos: Store<TodoList>? = openTodos(on: fixture.engine)
            var received = 0
            let listener = todos!.onOutput { _ in received += 1 }
            #expect(fixture.engine.resources.listeners == 2 && fixture.engine.resources.subscribers == 1)
            let receipt = fixture.engine.execute(ListTodos())
            todos = nil
            #expect(
                fixture.engine.resources.listeners == 0 && fixture.engine.resources.subscribers == 0
                    && !listener.isActive)
            await fake.succeed(0, with: [])
            try await receipt.finishedInTime()
            #expect(received == 0)
        }
    }

    @Test("F8 · a reducing store starts with its state, reduces by type, and notifies only of changes")
    func reducingStore() async throws {
        try await withEngineFixture { fixture in
            let result = calculate(on: fixture.engine)
            #expect(result.sum == 3 && result.notices == [0, 5, 3] && result.tape == ["+ 5", "- 0", "- 2"])
            let calculator = openCalculator(on: fixture.engine)
            calculator.send(.plus(2))
            #expect(calculator.state == 2)
        }
    }

    @Test("F9 · several stores reduce one action before any observer is notified")
    func severalStores() async throws {
        try await withEngineFixture { fixture in
            let (calculator, tape) = (openCalculator(on: fixture.engine), openTape(on: fixture.engine))
            var seen: [String] = []
            calculator.subscribe(to: \.self) { [unowned tape] in seen.append("sum \($0), \(tape.state.count) lines") }
            tape.subscribe(to: \.count) { [unowned calculator] in seen.append("line \($0), sum \(calculator.state)") }
            fixture.engine.post(Plus(number: 7))
            #expect(seen == ["sum 0, 0 lines", "line 0, sum 0", "sum 7, 1 lines", "line 1, sum 7"])
        }
    }

    @Test("F9 · when one of several stores is released, the others still respond")
    func oneOfSeveralReleased() async throws {
        try await withEngineFixture { fixture in
            var calculator: Store<Calculator>? = openCalculator(on: fixture.engine)
            let tape = openTape(on: fixture.engine)
            fixture.engine.post(Plus(number: 1))
            #expect(calculator?.state == 1)
            calculator = nil
            fixture.engine.post(Plus(number: 2))
            #expect(tape.state == ["+ 1", "+ 2"])
        }
    }
}
