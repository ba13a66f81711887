import MillraceInspection
import MillraceExtras
import MillraceModules
import Millrace
import Observation
import Testing

@MainActor struct NavigatorTests {
    @Test("a window begins with its root, and each way in puts a scene where it says")
    func waysIn() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            window.go("root", .show("a"), .embed("panel", "p"), .present("m", stacked: true))
            window.go("m", .show("n"), .embed("side", "s", stacked: true))
            window.go("s", .show("t"))
            #expect(
                window.outline == """
                    root
                      panel: p
                    › a
                    = m
                      side: s
                      › t
                    › n
                    """)
            let tree = window.tree
            #expect(tree.root.map(\.id) == [tree.scenes[0].id, tree.scenes[2].id])
            #expect(tree.modals.map(\.count) == [2] && tree.top?.id == tree.scenes[6].id)
            #expect(tree.embedded(in: tree.scenes[0].id).map(\.place) == ["panel"])
            #expect(tree[tree.scenes[5].id]?.position == .above(tree.scenes[4].id))
            #expect(fixture.engine.resources.scenes == 7 && fixture.engine.resources.stores == 7)
            window.go("root", .replace("new"))
            #expect(window.outline == "new" && fixture.engine.resources.scenes == 1)
        }
    }

    @Test(
        "a scene that goes takes with it what stands upon it, what it embeds, and what it presented, showed or embedded"
    )
    func goesTogether() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            window.go("root", .show("a"))
            window.go("a", .embed("panel", "p"), .present("m"))
            window.go("p", .show("q"), .present("n"))
            window.go("n", .present("o"))
            let stores = ["root", "a", "p", "q", "m", "n", "o"].map { window.page($0) }
            #expect(fixture.engine.resources.effects == 7)
            window.go("a", .unembed("panel"))
            #expect(window.outline == "root\n› a\n= m" && fixture.engine.resources.effects == 3)
            window.go("a", .pop)
            #expect(window.outline == "root" && fixture.engine.resources.effects == 1)
            #expect(stores[0]?.state.heard == ["a ended"] && stores[1]?.state.heard == ["p ended"])
        }
    }

    @Test("whoever watches the tree is told it now and after each turn that changed it, with Observation too")
    func watching() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            var told: [Int] = []
            var owner: Box? = Box()
            window.subscribe(owner: owner) { told.append($0.scenes.count) }
            let changes = Box()
            withObservationTracking {
                _ = window.tree
            } onChange: {
                changes.count += 1
            }
            window.page("root")?.send(.say("nothing changes"))
            #expect(told == [1] && changes.count == 0)
            window.go("root", .show("a"), .embed("panel", "p"))
            #expect(told == [1, 2, 3])
            #expect(changes.count == 1)
            owner = nil
            window.go("root", .popToRoot)
            #expect(told == [1, 2, 3] && window.tree.scenes.count == 2)
        }
    }

    @Test("trees are compared by what stands where")
    func comparing() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            let before = window.tree
            window.page("root")?.send(.heard("something"))
            #expect(window.tree == before)
            window.go("root", .show("a"))
            #expect(window.tree != before)
            window.go("a", .pop)
            #expect(window.tree == before && window.tree.hashValue == before.hashValue)
        }
    }

    @Test("a scene and its store end with the navigator, wherever that is let go of")
    func navigatorGoes() async throws {
        try await withEngineFixture { fixture in
            var window: Navigator? = fixture.window()
            window?.go("root", .present("m"))
            let kept = window?.page("m")
            #expect(fixture.engine.resources.scenes == 2)
            window = nil
            #expect(fixture.engine.resources.scenes == 0 && fixture.engine.resources.effects == 0)
            #expect(kept?.state.name == "m")
        }
    }

    @Test("a store that is kept longer than its scene reduces nothing any more, and that is a fault")
    func storeOutlivesScene() async throws {
        try await withEngineFixture(faults: [.storeReleased]) { fixture in
            let window = fixture.window()
            window.go("root", .present("m"))
            let kept = window.page("m")
            window.go("m", .dismiss)
            kept?.send(.heard("too late"))
            #expect(kept?.state.heard == [])
        }
    }

    @Test("several windows on one engine are apart")
    func windows() async throws {
        try await withEngineFixture { fixture in
            let one = fixture.window("one", stacked: true)
            let other = Navigator(root: Page(), with: "other", on: fixture.engine)
            one.go("one", .show("a"))
            other.go("other", .show("b"))
            #expect(one.outline == "one\n› a" && other.outline == "other\n= b")
            other.close()
            #expect(one.outline == "one\n› a" && other.outline == "" && other.tree.top == nil)
            other.replace(by: Page(), with: "again")
            #expect(other.outline == "again")
        }
    }

    @Test("an output and a transition that were sent before the window went have their turns after it")
    func lastTurns() async throws {
        try await withEngineFixture(faults: [.storeReleased]) { fixture in
            var window: Navigator? = fixture.window()
            let page = window?.page("root")
            window?.onOutput(of: Page.self) { _ in Issue.record("The window has gone.") }
            page?.subscribe(to: \.told) { if !$0.isEmpty { window = nil } }
            page?.perform(.merge([.send(.received("go")), .output("late"), .transition(.present("m"))]))
            #expect(window == nil && fixture.engine.resources.scenes == 0)
        }
    }

    @Test("a message knows the window that its scene stands in, and so does what a middleware asks there")
    func messagesKnowTheirWindow() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.middleware = [.confirming()]
            let windows = [0, 1].map { _ in Navigator(root: Cart(), on: fixture.engine) }
            windows[1].store(of: Cart.self)?.send(.clear)
            await nextJob()
            #expect(windows.map(\.tree.scenes.count) == [1, 2])
            windows[1].store(of: Confirmation.self)?.send(.tappedYes)
            await nextJob()
            #expect(windows.map { $0.store(of: Cart.self)?.state.goods.count } == [2, 0])
            fixture.engine.middleware = []
        }
    }

    @Test("after a shutdown the tree is empty, and what comes then is a fault")
    func shutdown() async throws {
        try await withEngineFixture(faults: [.shutDown, .shutDown]) { fixture in
            let window = fixture.window()
            var told: [Int] = []
            window.subscribe { told.append($0.scenes.count) }
            fixture.engine.shutdown()
            #expect(window.tree.scenes.isEmpty && fixture.engine.resources.isEmpty && told == [1, 0])
            window.close()
            #expect(Navigator(root: Page(), with: "late", on: fixture.engine).tree.scenes.isEmpty)
        }
    }

    final class Box: Sendable {
        // Safe: touched on the main actor only.
        nonisolated(unsafe) var count = 0
    }
}
