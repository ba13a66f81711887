import MillraceInspection
import MillraceExtras
import MillraceModules
import Millrace
import TestSupport
import Testing

// Faults of Amber, modules and routers.
@MainActor struct AmberFaultsTests {
    // Actions, outputs and transitions had a queue each, and lost the order among them. With the drain taking actions
    // first, then commands and then the rest, they come in that order, and the first test fails.
    struct Mixer: Reducer {
        enum Action { case mix(Int), note(Int) }
        typealias Output = Int
        struct Passed: Fact { let number: Int }
        struct Ask: Command { typealias Output = Void; let number: Int }

        func reduce(_ last: inout Int, _ action: Action) -> Flow<Self> {
            switch action {
            case .mix(let count): return .merge((0..<count).map(step))
            case .note(let number): last = number
            }
            return .none
        }

        private func step(_ number: Int) -> Flow<Self> {
            switch number % 4 {
            case 0: .output(number)
            case 1: .execute(Ask(number: number))
            case 2: .send(.note(number))
            default: .post(Passed(number: number))
            }
        }
    }

    @Test("actions, outputs, facts and commands keep among them the order in which they were asked for")
    func oneOrder() async throws {
        try await withEngine { engine in
            var order: [Int] = []
            engine.handle(Mixer.Ask.self) { order.append($0.number) }
            engine.listen(to: Mixer.Passed.self) { order.append($0.number) }
            let store = Store(-1, Mixer(), on: engine)
            store.onOutput { order.append($0) }
            store.subscribe(to: \.self) { if $0 >= 0 { order.append($0) } }
            store.send(.mix(1_000))
            #expect(order == Array(0..<1_000))
        }
    }

    // The queues were drained by recursion. With `Engine.enqueue` taking the turn at once, a hundred turns pass, and a
    // hundred thousand overflow the stack, of either kind.
    @Test("a hundred thousand chained actions, and outputs, need no stack", arguments: [Chain.Link.send, .output])
    func longChains(link: Chain.Link) async throws {
        try await withEngine { engine in
            #expect(Chain.turns(of: 100_000, by: link, on: engine) == 100_000)
        }
    }

    // Such an action ran twice. With `Engine.resume` resuming any message that it was ever given, it runs three times
    // here, and no fault is reported.
    @Test("an action that a middleware delays and then resumes twice runs once, and that is a fault")
    func resumedTwice() async throws {
        try await withEngine(faults: [.unknownHeldMessage, .unknownHeldMessage]) { engine in
            let held = MessageHolder()
            engine.middleware = [held]
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(.note("x"))
            let id = try #require(held.messages.first?.id)
            for _ in 0..<3 {
                engine.resume(id)
                #expect(store.state == ["x"])
            }
            try await receipt.finishedInTime()
        }
    }

    // It was lost without trace. With `Engine.shutdown` reporting nothing, the test fails.
    @Test("an action that a middleware delays and never resumes has ended with its engine, and that is a fault")
    func neverResumed() async throws {
        try await withEngine(faults: [.heldAtShutdown]) { engine in
            engine.middleware = [Interceptor { _ in .hold }]
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(.note("x"))
            #expect(engine.resources.effects == 1)
            engine.shutdown()
            try #require(engine.resources.effects == 0)
            await #expect(throws: EngineShutDown()) { try await receipt.finishedInTime() }
            #expect(store.state.isEmpty)
        }
    }
}

// Two faults of its routes.
@MainActor struct AmberRoutesTests {
    struct Screen: Module {
        enum Action { case go(Way), say(Int) }
        enum Way { case replace, present, push, close }
        typealias Output = Int
        typealias Transition = Way

        func state(for number: Int) -> Int { number }

        func reduce(_ number: inout Int, _ action: Action) -> Flow<Self> {
            switch action {
            case .go(let way): .transition(way)
            case .say(let word): .output(word)
            }
        }

        func route(_ way: Way) -> Route<Self> {
            switch way {
            case .replace: .replace(Screen(), with: 2)
            case .present: .present(Screen(), with: 3, stacked: true)
            case .push: .show(Screen(), with: 4)
            case .close: .close
            }
        }
    }

    // Replacing the window's root threw away who listened to it. With `OutputHandlers.root` looking up the listeners when
    // the scene begins, and `removeAll` taking them out, the test hears 1 alone.
    @Test("who listens to the window's root hears the module that takes its place")
    func replacing() async throws {
        try await withEngine { engine in
            let window = Navigator(root: Screen(), with: 1, on: engine)
            var heard: [Int] = []
            window.onOutput(of: Screen.self) { heard.append($0) }
            window.store(of: Screen.self)?.send(.say(1))
            window.store(of: Screen.self)?.send(.go(.replace))
            window.store(of: Screen.self)?.send(.say(2))
            #expect(heard == [1, 2])
        }
    }

    // A modal screen with a stack of its own could not close: it was asked to go off the stack at whose bottom it stands. With
    // `SceneLayout.close` popping wherever there is a stack, that is a fault, and the layer stays.
    @Test("a modal layer with a stack closes when its first screen does")
    func closing() async throws {
        try await withEngine { engine in
            let window = Navigator(root: Screen(), with: 1, on: engine)
            window.store(of: Screen.self)?.send(.go(.present))
            window.store(of: Screen.self)?.send(.go(.push))
            #expect(window.tree.modals.map(\.count) == [2])
            window.store(of: Screen.self)?.send(.go(.close))
            #expect(window.tree.modals.map(\.count) == [1])
            window.store(of: Screen.self)?.send(.go(.close))
            #expect(window.tree.modals.isEmpty && window.tree.root.count == 1)
        }
    }
}
