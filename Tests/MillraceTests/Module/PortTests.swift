import MillraceModules
import Millrace
import Testing

@MainActor struct PortTests {
    @Test("a port with two modules reaches the newer one, and the older one after the newer was closed")
    func twoOnAPort() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            window.go("root", .show("a"), .present("a"))
            let stores = window.tree.scenes.dropFirst().compactMap { window.store(of: $0.id, as: Page.self) }
            window.page("root")?.send(.input("a", "first"))
            window.go("root", .close("a"))
            window.page("root")?.send(.input("a", "second"))
            #expect(stores.map(\.state.inputs) == [["second"], ["first"]] && window.outline == "root\n› a")
        }
    }

    @Test("a port belongs to the presenting module, so two modules can use the same name")
    func ofPresenter() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            window.go("root", .show("a"))
            window.go("root", .present("child"))
            window.go("a", .present("child"))
            let stores = window.tree.scenes.suffix(2).compactMap { window.store(of: $0.id, as: Page.self) }
            window.page("a")?.send(.input("child", "yours"))
            #expect(stores.map(\.state.inputs) == [[], ["yours"]])
        }
    }

    @Test("ports with the same name for different types of modules are different")
    func byType() async throws {
        try await withEngineFixture(faults: [.portNotConnected]) { fixture in
            let window = fixture.window()
            window.go("root", .present("filter"))
            window.page("root")?.perform(.send(.reset, to: Navigator.Port<Filter>("filter")))
            #expect(window.page("filter")?.state.inputs == [])
        }
    }

    @Test("a part of a module sends inputs and transitions like the module, which maps its transitions")
    func parts() async throws {
        try await withEngineFixture { fixture in
            let window = Navigator(root: Whole(), on: fixture.engine)
            let whole = window.store(of: Whole.self)
            whole?.send(.part(.open))
            #expect(window.tree.description == "Whole\n= Filter")
            whole?.send(.part(.dim))
            whole?.send(.part(.reset))
            #expect(whole?.state.looks.map(\.brightness) == [0.5, 0])
        }
    }

    struct Part: Reducer {
        enum Action { case open, reset, dim }
        enum Transition: Equatable { case filter }
        func reduce(_ state: inout Int, _ action: Action) -> Flow<Self> {
            switch action {
            case .open: .transition(.filter)
            case .reset: .send(.reset, to: Navigator.Port<Filter>("filter"))
            case .dim: .none
            }
        }
    }

    struct Whole: Module {
        struct State { var part = 0; var looks: [Look] = [] }
        enum Action { case part(Part.Action), looked(Filter.Output) }
        enum Transition { case part(Part.Transition) }
        func state(for requirement: Void) -> State { State() }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .part(.dim):
                state.looks.append(Look(brightness: 0.5))
                return .none
            case .part(let action):
                return Part().reduce(&state.part, action)
                    .map(Action.part, transition: Transition.part, at: \.part)
            case .looked(.changed(let look)): state.looks.append(look)
            }
            return .none
        }
        func route(_ transition: Transition) -> Route<Self> {
            .present(Filter(), with: (), port: Navigator.Port("filter"), as: Action.looked)
        }
    }

    @Test("the application sends an input to a module by its store; a store whose scene was removed is a fault")
    func byStore() async throws {
        try await withEngineFixture(faults: [.storeReleased]) { fixture in
            let window = fixture.window()
            window.go("root", .present("m"))
            let page = window.page("m")
            let receipt = page?.send(input: "hi")
            try await receipt?.finishedInTime()
            #expect(page?.state.inputs == ["hi"])
            window.go("m", .dismiss)
            await #expect(throws: Fault.self) { try await page?.send(input: "late").finishedInTime() }
        }
    }

    @Test("transitions and inputs of a store without a scene go to its listeners; without listeners they are faults")
    func noScene() async throws {
        try await withEngineFixture(faults: [.noOwner, .noOwner]) { fixture in
            fixture.engine.handle(Page.Stay.self) { _ in }
            let store = Store(Page.State(name: "a"), Page(), on: fixture.engine)
            await #expect(throws: Fault.self) { try await store.send(.go([.pop])).finishedInTime() }
            await #expect(throws: Fault.self) { try await store.send(.input("b", "hi")).finishedInTime() }
            var received: [String] = []
            let subscriptions = SubscriptionBag()
            store.onTransition { received.append("\($0)") }.store(in: subscriptions)
            store.onInput { received.append("\($0) \($1)") }.store(in: subscriptions)
            try await store.send(.go([.pop])).finishedInTime()
            try await store.send(.input("b", "hi")).finishedInTime()
            #expect(received == ["pop", "b hi"])
            subscriptions.cancelAll()
        }
    }

    @Test("a listener to a scene's transitions also receives the last one, before the scene is removed")
    func lastTransition() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            window.go("root", .show("a"))
            var received: [String] = []
            window.page("a")?.onTransition { received.append("\($0), \(window.outline)") }
            window.go("a", .pop)
            #expect(received == ["pop, root\n› a"] && window.outline == "root")
        }
    }

    @Test("flows are compared and printed with their transitions and inputs")
    func flows() {
        let port = Navigator.Port<Page>("a")
        #expect(
            Flow<Page>.transition(.pop) == .transition(.pop) && Flow<Page>.transition(.pop) != .transition(.dismiss))
        #expect(
            Flow<Page>.send("hi", to: port) == .send("hi", to: port)
                && Flow<Page>.send("hi", to: port) != .send("ho", to: port))
        #expect(Flow<Page>.send("hi", to: port) != .send("hi", to: Navigator.Port<Page>("b")))
        #expect("\(Flow<Page>.transition(.pop).then(.send("hi", to: port)))" == "transition(pop).then(send(hi, to: a))")
    }
}
