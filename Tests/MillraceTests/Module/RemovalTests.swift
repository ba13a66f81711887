import MillraceHistory
import MillraceExtras
import MillraceModules
import Millrace
import Testing

@MainActor struct RemovalTests {
    @Test("a parent is notified when a child is removed by any operation, but not when the parent is removed too")
    func ended() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            window.go("root", .show("a"), .embed("panel", "p"), .present("m"))
            let (a, root) = (window.page("a"), window.page("root"))
            window.go("a", .embed("panel", "q"))
            window.go("root", .unembed("panel"))
            window.request(.dismiss(window.tree.modals[0][0].id))
            window.go("root", .close("a"))
            #expect(root?.state.childEvents == ["p ended", "m ended", "a ended"] && a?.state.childEvents == [])
            window.go("root", .show("b"), .replace("new"))
            #expect(root?.state.childEvents.count == 3)
        }
    }

    @Test("a parent that is removed right after a child is not notified of the child's removal")
    func removedRightAfter() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window()
            window.go("root", .present("m"))
            window.go("m", .present("n"))
            let page = window.page("m")
            page?.subscribe(to: \.childEvents) { if !$0.isEmpty { page?.perform(.transition(.close())) } }
            window.page("n")?.perform(.output("yes").and(.transition(.close())))
            #expect(window.outline == "root" && page?.state.childEvents == ["yes"])
            fixture.engine.middleware = [.log { _ in }]
            window.go("root", .present("o"))
            window.go("o", .close())
            #expect(window.page("root")?.state.childEvents == ["m ended", "o ended"])
            fixture.engine.middleware = []
        }
    }

    struct Post: Fact { let text: String }

    /// Stores what others post.
    struct Board: Module {
        enum Action { case posted(String) }
        func state(for requirement: Void) -> [String] { [] }
        func listen(_ store: Store<Board>) { store.listen(to: Post.self) { .posted($0.text) } }
        func reduce(_ posts: inout [String], _ action: Action) -> Flow<Self> {
            if case .posted(let text) = action { posts.append(text) }
            return .none
        }
    }

    @Test("a module listens until its scene is removed, in every window")
    func listens() async throws {
        try await withEngineFixture { fixture in
            let windows = [0, 1].map { _ in Navigator(root: Board(), on: fixture.engine) }
            fixture.engine.post(Post(text: "hello"))
            #expect(windows.map { $0.store(of: Board.self)?.state } == [["hello"], ["hello"]])
            windows[0].close()
            #expect(fixture.engine.resources.listeners == 1)
        }
    }

    @Test(
        "a removal function sees the tree after the turn, and may shut the engine down"
    )
    func endedFunction() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            var (outlines, seen): ([String], [String]) = ([], [])
            window.subscribe { [unowned window] _ in outlines.append(window.outline) }
            window.present(Page(), with: "m", onRemoval: { seen = outlines + [window.outline] })
            window.go("root", .replace("new"))
            #expect(seen == ["root", "root\n= m", "new", "new"])
            window.present(Page(), with: "m", onRemoval: { fixture.engine.shutdown() })
            window.go("new", .replace("last"))
            #expect(window.tree.scenes.isEmpty && fixture.engine.resources.isEmpty)
        }
    }

    @Test("a command that ends with its scene sees the whole removal, and may shut the engine down during it")
    func shutDownByRemoval() async throws {
        try await withEngineFixture(faults: [.shutDown]) { fixture in
            // Safe: here, handlers and their cancellations run on the main actor.
            nonisolated(unsafe) let probe = Probe(fixture.engine)
            fixture.engine.handle(Page.Stay.self) { command, reply in
                reply.onCancel { probe.note(command.name) }
                probe.replies.append(reply)
            }
            let window = fixture.window(stacked: true)
            probe.window = window
            window.go("root", .show("a"), .show("b"), .show("c"))
            window.go("root", .replace("new"))
            // The shutdown closes the other stores, the oldest first.
            #expect(probe.seen == ["c: ", "b: ", "root: ", "a: "] && window.tree.scenes.isEmpty)
            #expect(fixture.engine.resources.isEmpty)
        }
    }

    /// Logs the tree when a command ends, and shuts the engine down with the command of "b".
    private final class Probe {
        let engine: Engine
        weak var window: Navigator?
        var replies: [Reply<Page.Stay>] = []
        private(set) var seen: [String] = []

        init(_ engine: Engine) { self.engine = engine }

        func note(_ name: String) {
            seen.append("\(name): \(window?.outline ?? "")")
            if name == "b" { engine.shutdown() }
        }
    }

    @Test("a router that continues after its scene was removed is a fault")
    func routerContinues() async throws {
        try await withEngineFixture(faults: [.invalidNavigation]) { fixture in
            let window = Navigator(root: Twice(), stacked: true, on: fixture.engine)
            window.store(of: Twice.self)?.send(.again)
            let top = try #require(window.tree.top)
            window.store(of: top.id, as: Twice.self)?.send(.twice)
            #expect(window.tree.description == "Twice")
            #expect(
                fixture.faults.first?.description
                    == "The router of Twice requested present Page, but its scene was removed. The operation does not "
                    + "apply to the position of the scene, so nothing was done. No operation can remove the scene there."
            )
        }
    }

    struct Twice: Module {
        enum Action { case again, twice }
        typealias Transition = Action
        func state(for requirement: Void) -> Int { 0 }
        func reduce(_ state: inout Int, _ action: Action) -> Flow<Self> { .transition(action) }
        func route(_ transition: Action) -> Route<Self> {
            transition == .again ? .show(Twice(), with: ()) : .close.and(.present(Page(), with: "late"))
        }
    }

    nonisolated static let invalid: [(way: Way, text: String)] = [
        (.pop, "requested pop, but its scene is in no stack"),
        (.dismiss, "requested dismiss, but its scene is in no modal layer"),
        (.popToRoot, "requested popToRoot, but its scene is in no stack"),
        (.unembed(), "requested unembed, but its scene is not embedded"),
        (.unembed("panel"), "requested unembed \"panel\", but its scene has nothing embedded at \"panel\""),
        (.close(), "requested close, but its scene is the root of the window"),
        (.close("a"), "requested close \"a\", but its scene has nothing on its port \"a\""),
    ]

    @Test(
        "an operation that removes nothing is a fault that names the reason and the operations that apply",
        arguments: RemovalTests.invalid)
    func invalidNavigation(way: Way, text: String) async throws {
        let fixture = EngineFixture()
        let window = fixture.window()
        window.go("root", way)
        #expect(
            fixture.faults.map(\.description) == [
                "The router of Page \(text). The operation does not apply to the position of the scene, so nothing was "
                    + "done. No operation can remove the scene there."
            ])
        window.go("root", .present("m", stacked: true))
        window.go("m", .pop)
        #expect(
            fixture.faults.last?.description
                == "The router of Page requested pop, but its scene is the first of its stack. The operation does not apply "
                + "to the position of the scene, so nothing was done. To remove it, use one of: dismiss, popToRoot, "
                + "close.")
    }

    @Test("inputs and transitions that cannot be delivered are faults that name the fix")
    func texts() async throws {
        let fixture = EngineFixture()
        let window = fixture.window()
        window.page("root")?.send(.input("m", "hi"))
        let store = Store(Page.State(name: "a"), Page(), on: fixture.engine)
        store.send(.go([.pop]))
        #expect(
            fixture.faults.map(\.description) == [
                "The input String was sent to the port \"m\" of Page, which has no scene. No module was presented on that port, or "
                    + "it was removed, so the input was discarded. Send the input only while the module is presented. "
                    + "To learn when the module is removed, pass onRemoval: when you present it.",
                "The transition Way.pop came from a store of Page that no navigator presents. Nothing can deliver it, so it was "
                    + "discarded. Present the module in a navigator. Without one, handle it with store.onTransition or "
                    + "store.onInput, or use a TestStore in a test.",
            ])
        fixture.engine.shutdown()
    }

    @Test("an output for a parent that was removed too is a fault, and so is a transition after the removal")
    func lastOutput() async throws {
        try await withEngineFixture(faults: [.storeReleased, .storeReleased]) { fixture in
            let window = fixture.window()
            window.go("root", .present("m"))
            window.page("m")?.perform(.merge([.transition(.replace("new")), .output("last"), .transition(.pop)]))
            #expect(window.outline == "new")
        }
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test(
        "ten thousand scenes, each presented by the one before, are added and removed on a stack of 512 KB",
        arguments: Deep.Way.allCases)
    func deep(way: Deep.Way) async throws {
        let counts = await SmallStack.run { engine in
            let window = Navigator(
                root: Deep(), with: .init(depth: 10_000, way: way), stacked: true, on: engine)
            let (tree, count) = (window.tree, engine.resources.scenes)
            // The outline of scenes that are embedded that deep has a hundred megabytes of spaces.
            let lines = way == .embed ? tree.scenes.count : tree.description.split(separator: "\n").count
            if way == .show { window.request(.back(from: tree.scenes[1].id)) } else { window.close() }
            return [count, lines, engine.resources.scenes]
        }
        #expect(counts == [10_001, 10_001, way == .show ? 1 : 0])
    }
}

/// Presents, shows or embeds the next module by itself.
struct Deep: Module {
    enum Way: CaseIterable { case show, present, embed }
    struct State {
        var depth: Int
        let way: Way
    }
    enum Action {}
    typealias Transition = State

    func state(for requirement: State) -> State { requirement }
    func start(_ state: State) -> Flow<Self> {
        state.depth > 0 ? .transition(State(depth: state.depth - 1, way: state.way)) : .none
    }
    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {}
    func route(_ next: State) -> Route<Self> {
        switch next.way {
        case .show: .show(Deep(), with: next)
        case .present: .present(Deep(), with: next)
        case .embed: .embed(Deep(), at: "inner", with: next)
        }
    }
}
