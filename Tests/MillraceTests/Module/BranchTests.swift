import MillraceExtras
import MillraceModules
import Testing

@testable import Millrace

/// A branch restores removed scenes to their former positions, as for a browser's Forward button.
@MainActor struct BranchTests {
    @Test("a restored branch has the states of its modules, and its outputs reach their parents as before")
    func back() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            window.go("root", .show("a"))
            window.go("a", .embed("panel", "p"), .present("m", stacked: true))
            window.go("m", .show("n"))
            window.page("n")?.send(.say("hello"))
            let outline = window.outline
            let first = try #require(window.tree.root.last)
            let branch = window.branch([first.id])
            #expect(!branch.isEmpty)
            try await window.request(.back(from: first.id)).finishedInTime()
            #expect(window.tree.scenes.count == 1)
            try await window.request(.restore(branch)).finishedInTime()
            #expect(window.outline == outline)
            #expect(window.page("m")?.state.childEvents == ["n: hello"])
            window.page("n")?.send(.say("again"))
            #expect(window.page("m")?.state.childEvents == ["n: hello", "n: again"])
            // The root was notified when the scene ended, and is notified again.
            window.go("a", .pop)
            #expect(window.page("root")?.state.childEvents == ["a ended", "a ended"])
        }
    }

    @Test("a branch whose presenter was removed is refused, and the tree does not change")
    func presenterRemoved() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            window.go("root", .show("a"))
            window.go("a", .present("m"))
            let branch = window.branch([try #require(window.tree.modals.first?.first).id])
            window.go("a", .pop)
            await #expect(throws: StoredTree.Failure.self) {
                try await window.request(.restore(branch)).finishedInTime()
            }
            #expect(window.outline == "root")
        }
    }

    @Test("a module that the application itself presented is not part of a branch")
    func ofTheApplication() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            window.present(Page(), with: "own")
            #expect(window.branch(window.tree.scenes.map(\.id)).isEmpty)
            #expect(window.branch([]).isEmpty)
        }
    }

    @Test("a restored branch and a followed transition pass the middleware")
    func middleware() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            window.go("root", .show("a"))
            let branch = window.branch([try #require(window.tree.root.last).id])
            window.go("a", .pop)
            fixture.engine.middleware = [.drop { $0.kind == .request || $0.kind == .transition }]
            window.request(.restore(branch))
            window.follow(Way.show("b"), from: window.tree.root[0].id)
            #expect(window.outline == "root")
            fixture.engine.middleware = []
            window.follow(Way.show("b"), from: window.tree.root[0].id)
            #expect(window.outline == "root\n› b")
        }
    }

    @Test("a transition of another module or of a removed scene has no effect")
    func withoutEffect() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            window.go("root", .show("a"))
            let removed = try #require(window.tree.root.last).id
            window.go("a", .pop)
            #expect(window.follow(Way.show("b"), from: removed) == nil)
            window.follow("b", from: window.tree.root[0].id)
            #expect(window.outline == "root")
        }
    }
}
