import MillraceHistory
import MillraceExtras
import MillraceModules
import Millrace
import Observation
import Testing

@MainActor struct NavigatorTests {
    @Test("a window begins with its root, and each presentation puts a scene at its position")
    func presentations() async throws {
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
        "removing a scene also removes the scenes above it, and those that it presented, showed or embedded"
    )
    func removedTogether() async throws {
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
            #expect(stores[0]?.state.childEvents == ["a ended"] && stores[1]?.state.childEvents == ["p ended"])
        }
    }

    @Test("a subscriber receives the tree at once and after each turn that changed it, and so does Observation")
    func subscribers() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            var counts: [Int] = []
            var owner: Box? = Box()
            window.subscribe(owner: owner) { counts.append($0.scenes.count) }
            let changes = Box()
            withObservationTracking {
                _ = window.tree
            } onChange: {
                changes.count += 1
            }
            window.page("root")?.send(.say("nothing changes"))
            #expect(counts == [1] && changes.count == 0)
            window.go("root", .show("a"), .embed("panel", "p"))
            #expect(counts == [1, 2, 3])
            #expect(changes.count == 1)
            owner = nil
            window.go("root", .popToRoot)
            #expect(counts == [1, 2, 3] && window.tree.scenes.count == 2)
        }
    }

    @Test("trees are compared by the positions of their scenes")
    func comparing() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            let before = window.tree
            window.page("root")?.send(.childEvent("something"))
            #expect(window.tree == before)
            window.go("root", .show("a"))
            #expect(window.tree != before)
            window.go("a", .pop)
            #expect(window.tree == before && window.tree.hashValue == before.hashValue)
        }
    }

    @Test("a scene and its store end when the navigator is released")
    func navigatorReleased() async throws {
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

    @Test("a store that is kept longer than its scene reduces nothing, and sending to it is a fault")
    func storeOutlivesScene() async throws {
        try await withEngineFixture(faults: [.storeReleased]) { fixture in
            let window = fixture.window()
            window.go("root", .present("m"))
            let kept = window.page("m")
            window.go("m", .dismiss)
            kept?.send(.childEvent("too late"))
            #expect(kept?.state.childEvents == [])
        }
    }

    @Test("several windows on one engine are independent")
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

    @Test("an output and a transition that were sent before the release of the window have their turns after it")
    func lastTurns() async throws {
        try await withEngineFixture(faults: [.storeReleased]) { fixture in
            var window: Navigator? = fixture.window()
            let page = window?.page("root")
            window?.onOutput(of: Page.self) { _ in Issue.record("The window was released.") }
            page?.subscribe(to: \.inputs) { if !$0.isEmpty { window = nil } }
            page?.perform(.merge([.send(.received("go")), .output("late"), .transition(.present("m"))]))
            #expect(window == nil && fixture.engine.resources.scenes == 0)
        }
    }

    @Test("a message has the window of its scene, and so has a question that middleware asks there")
    func messagesKnowTheirWindow() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.middleware = [.confirming()]
            let windows = [0, 1].map { _ in Navigator(root: Cart(), on: fixture.engine) }
            let receipt = windows[1].store(of: Cart.self)?.send(.clear)
            await nextJob()
            #expect(windows.map(\.tree.scenes.count) == [1, 2])
            windows[1].store(of: Confirmation.self)?.send(.tappedYes)
            try await receipt?.finishedInTime()
            #expect(windows.map { $0.store(of: Cart.self)?.state.goods.count } == [2, 0])
            fixture.engine.middleware = []
        }
    }

    @Test("after a shutdown the tree is empty, and further use is a fault")
    func shutdown() async throws {
        try await withEngineFixture(faults: [.shutDown, .shutDown]) { fixture in
            let window = fixture.window()
            var counts: [Int] = []
            window.subscribe { counts.append($0.scenes.count) }
            fixture.engine.shutdown()
            #expect(window.tree.scenes.isEmpty && fixture.engine.resources.isEmpty && counts == [1, 0])
            window.close()
            #expect(Navigator(root: Page(), with: "late", on: fixture.engine).tree.scenes.isEmpty)
        }
    }

    final class Box: Sendable {
        // Safe: accessed only on the main actor.
        nonisolated(unsafe) var count = 0
    }
}
