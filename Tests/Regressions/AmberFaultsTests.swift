import Millrace
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
            engine.next(Mixer.Passed.self) { order.append($0.number) }
            let store = Store(-1, Mixer(), on: engine)
            store.listen(toOutputs: { order.append($0) })
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

    // Such an action ran twice. With `Passage.decide` letting the message on at each call, it runs three times here,
    // and no fault is told.
    @Test("an action that a middleware delays and then lets on twice runs once, and that is a fault")
    func letOnTwice() async throws {
        try await withEngine(faults: [.nextCalledTwice, .nextCalledTwice]) { engine in
            var held: (message: Message, next: Next)?
            engine.middleware = [Interceptor { held = ($0, $1) }]
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(.note("x"))
            if let held {
                held.next(held.message)
                #expect(store.state == ["x"])
                held.next(held.message)
                held.next(held.message)
            }
            held = nil
            try await receipt.finishedInTime()
            #expect(store.state == ["x"])
        }
    }

    // It was lost without trace. With `Passage.abandon` doing nothing, it still counts as running, and the test fails.
    @Test("an action that a middleware delays and never lets on has ended, and that is a fault")
    func neverLetOn() async throws {
        try await withEngine(faults: [.nextDropped]) { engine in
            var held: (message: Message, next: Next)?
            engine.middleware = [Interceptor { held = ($0, $1) }]
            let store = Store([], Doer(), on: engine)
            let receipt = store.send(.note("x"))
            #expect(held != nil && engine.census.effects == 1)
            held = nil
            try #require(engine.census.effects == 0)
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
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

        func route(_ way: Way, on route: inout Route<Self>) {
            switch way {
            case .replace: route.replace(Screen(), with: 2)
            case .present: route.present(Screen(), with: 3, stacked: true)
            case .push: route.show(Screen(), with: 4)
            case .close: route.close()
            }
        }
    }

    // Replacing the window's root threw away who listened to it. With `Scenes.hearerOfRoot` looking up the listeners when the
    // scene begins, and `clear` taking them out, the test hears 1 alone.
    @Test("who listens to the window's root hears the module that takes its place")
    func replacing() async throws {
        try await withEngine { engine in
            let window = Navigator(root: Screen(), with: 1, on: engine)
            var heard: [Int] = []
            window.listen(toOutputsOf: Screen.self) { heard.append($0) }
            window.store(of: Screen.self)?.send(.say(1))
            window.store(of: Screen.self)?.send(.go(.replace))
            window.store(of: Screen.self)?.send(.say(2))
            #expect(heard == [1, 2])
        }
    }

    // A modal screen with a stack of its own could not close: it was asked to go off the stack at whose bottom it stands. With
    // `Scenes.close` popping wherever there is a stack, that is a fault, and the layer stays.
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
