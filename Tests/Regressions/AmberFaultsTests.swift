import MillraceHistory
import MillraceExtras
import MillraceModules
import Millrace
import TestSupport
import Testing

// Bugs of Amber, modules and routers.
@MainActor struct AmberFaultsTests {
    // In Amber, actions, outputs and transitions had separate queues, and lost their common order. If the drain takes actions
    // first, then commands and then the rest, the first test fails.
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

    @Test("actions, outputs, facts and commands are processed in the order in which they were requested")
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

    // Amber drained its queues by recursion. If `Engine.enqueue` runs the turn at once, a hundred turns succeed. A hundred
    // thousand turns overflow the stack, with either kind of link.
    @Test(
        "a hundred thousand chained actions or outputs need no more stack than one",
        arguments: [Chain.Link.send, .output])
    func longChains(link: Chain.Link) async throws {
        try await withEngine { engine in
            #expect(Chain.turns(of: 100_000, by: link, on: engine) == 100_000)
        }
    }

    // In Amber, such an action ran twice. If `Engine.resume` resumes any message that was ever held, the action runs three
    // times here, and no fault is reported.
    @Test("an action that middleware holds and resumes several times runs once, and each further resumption is a fault")
    func resumedTwice() async throws {
        try await withEngine(faults: [.unknownHeldMessage, .unknownHeldMessage]) { engine in
            let held = MessageHolder()
            engine.middleware = [held]
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(.note("x"))
            let id = try #require(held.messages.first?.id)
            for _ in 0..<3 {
                engine.resume(id)
                #expect(store.state == ["x"])
            }
            try await receipt.finishedInTime()
        }
    }

    // In Amber, such an action was lost without a report. If `Engine.shutdown` reports nothing, this test fails.
    @Test("an action that middleware holds and never resumes ends with its engine, and is a fault")
    func neverResumed() async throws {
        try await withEngine(faults: [.heldAtShutdown]) { engine in
            engine.middleware = [Interceptor { _ in .hold }]
            let store = Store([], LoggingReducer(), on: engine)
            let receipt = store.send(.note("x"))
            #expect(engine.resources.effects == 1)
            engine.shutdown()
            try #require(engine.resources.effects == 0)
            await #expect(throws: EngineShutDown()) { try await receipt.finishedInTime() }
            #expect(store.state.isEmpty)
        }
    }
}

// Two bugs of Amber's routes.
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

    // In Amber, replacing the window's root removed its listeners. If `OutputHandlers.root` looks up the listeners when the
    // scene is added, and `removeAll` removes them, the test receives only 1.
    @Test("a listener to the window's root receives the outputs of the module that replaces it")
    func replacing() async throws {
        try await withEngine { engine in
            let window = Navigator(root: Screen(), with: 1, on: engine)
            var received: [Int] = []
            window.onOutput(of: Screen.self) { received.append($0) }
            window.store(of: Screen.self)?.send(.say(1))
            window.store(of: Screen.self)?.send(.go(.replace))
            window.store(of: Screen.self)?.send(.say(2))
            #expect(received == [1, 2])
        }
    }

    // In Amber, a modal screen with its own stack could not close: it was popped from the stack of which it is the first
    // screen. If `SceneLayout.close` pops wherever there is a stack, this is a fault, and the layer is not removed.
    @Test("a modal layer with a stack closes when its first screen closes")
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
