import MillraceExtras
import MillraceModules
import Testing

@testable import Millrace

/// What went is put back where it was, as a browser's forward button asks for.
@MainActor struct BranchTests {
    @Test("a branch is put back with what every module knew, and parents hear and tell as before")
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
            #expect(window.page("m")?.state.heard == ["n: hello"])
            window.page("n")?.send(.say("again"))
            #expect(window.page("m")?.state.heard == ["n: hello", "n: again"])
            // The root heard that it had gone, and hears it again.
            window.go("a", .pop)
            #expect(window.page("root")?.state.heard == ["a ended", "a ended"])
        }
    }

    @Test("a branch whose presenter has gone is refused, and the tree stays")
    func presenterGone() async throws {
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

    @Test("what the application itself presented is no part of a branch")
    func ofTheApplication() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            window.present(Page(), with: "own")
            #expect(window.branch(window.tree.scenes.map(\.id)).isEmpty)
            #expect(window.branch([]).isEmpty)
        }
    }

    @Test("a branch, and a transition that is followed, pass the middleware")
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

    @Test("a transition of another module's, or of a scene that has gone, leads nowhere")
    func nowhere() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            window.go("root", .show("a"))
            let gone = try #require(window.tree.root.last).id
            window.go("a", .pop)
            #expect(window.follow(Way.show("b"), from: gone) == nil)
            window.follow("b", from: window.tree.root[0].id)
            #expect(window.outline == "root")
        }
    }
}
