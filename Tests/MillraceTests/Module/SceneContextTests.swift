import MillraceHistory
import MillraceModules
import Millrace
import Testing

@MainActor struct SceneContextTests {
    /// Shuts its engine down when it registers its listeners, or when it decides about its dismissal.
    struct Breaker: Module {
        enum Action { case asked }
        let isLate: Bool
        let engine: Engine

        func state(for requirement: Void) -> Int { 0 }
        func listen(_ store: Store<Breaker>) { if !isLate { engine.shutdown() } }
        func dismissalDecision(for state: Int) -> DismissalDecision<Action> {
            engine.shutdown()
            return .instead(.asked)
        }
        func reduce(_ state: inout Int, _ action: Action) -> Flow<Self> { .none }
    }

    @Test(
        "a module may shut the engine down when its scene is added, and when its dismissal is requested",
        arguments: [false, true])
    func shutDown(isLate: Bool) {
        let fixture = EngineFixture()
        let window = Navigator(root: Breaker(isLate: isLate, engine: fixture.engine), on: fixture.engine)
        #expect(window.tree.scenes.isEmpty != isLate)
        window.request(.closeWindow)
        #expect(window.tree.scenes.isEmpty && fixture.engine.resources.isEmpty)
    }

    /// Performs operations of another module's router.
    struct Borrower: Module {
        typealias Transition = RouteOperation
        func state(for requirement: Void) -> Int { 0 }
        func reduce(_ state: inout Int, _ operation: RouteOperation) -> Flow<Self> { .transition(operation) }
        func route(_ operation: RouteOperation) -> Route<Self> { Route(operation) }
    }

    @Test("an operation of another module's router presents its scene, and its outputs are ignored")
    func borrowed() async throws {
        try await withEngineFixture(faults: [.noHandler]) { fixture in
            let window = Navigator(root: Borrower(), on: fixture.engine)
            for operation in Page().operations(for: .present("m")) { window.store(of: Borrower.self)?.send(operation) }
            window.page("m")?.send(.say("hello"))
            window.page("m")?.send(.go([.dismiss]))
            #expect(window.tree.scenes.map(\.module) == ["Borrower"] && window.store(of: Borrower.self)?.state == 0)
        }
    }
}
