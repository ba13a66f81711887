import MillraceHistory
import MillraceExtras
import MillraceModules
import Millrace
import Testing

@MainActor struct RequestTests {
    /// A text that must be saved.
    struct Editor: Module {
        struct State: Equatable {
            var isSaved = true
            var isAsked = false
        }
        enum Action { case typed, asked, locked }
        func state(for isLocked: Bool) -> State { State(isSaved: !isLocked) }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .typed, .locked: state.isSaved = false
            case .asked: state.isAsked = true
            }
            return .none
        }
        func dismissalDecision(for state: State) -> DismissalDecision<Action> {
            if state.isSaved { return .allow }
            return state.isAsked ? .refuse : .instead(.asked)
        }
    }

    @Test(
        "a person's request to go back, dismiss a layer or close the window changes the tree like a router's operation")
    func granted() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            window.go("root", .show("a"), .show("b"), .present("m"))
            let scenes = window.tree.scenes
            try await window.request(.back(from: scenes[1].id)).finishedInTime()
            #expect(window.outline == "root\n= m")
            try await window.request(.dismiss(scenes[3].id)).finishedInTime()
            #expect(window.outline == "root")
            try await window.request(.closeWindow).finishedInTime()
            #expect(window.tree.scenes.isEmpty && fixture.engine.resources.scenes == 0)
        }
    }

    @Test("a request that does not apply, or whose scene was removed, is refused with its reason, and is not a fault")
    func refused() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            window.go("root", .present("m"))
            let (root, modal) = (window.tree.scenes[0].id, window.tree.scenes[1].id)
            func reason(_ request: Navigator.Request) async -> Navigator.RequestError.Reason? {
                do { try await window.request(request).finishedInTime() } catch {
                    return (error as? Navigator.RequestError)?.reason
                }
                return nil
            }
            #expect(await reason(.back(from: root)) == .notApplicable)
            #expect(await reason(.back(from: modal)) == .notApplicable)
            #expect(await reason(.dismiss(root)) == .notApplicable)
            #expect(await reason(.dismiss(modal)) == nil)
            #expect(await reason(.dismiss(modal)) == .removed)
            #expect(await reason(.remove(modal)) == .removed)
            #expect(await reason(.present(.pop)) == .notApplicable)
            #expect(await reason(.present(.embed(Page(), at: "panel", with: "a"))) == .notApplicable)
            #expect(await reason(.present(.show(Page(), with: "a"))) == nil && window.outline == "root\n› a")
            window.go("a", .pop)
            window.close()
            #expect(await reason(.back(from: root)) == .removed)
            #expect(await reason(.present(.present(Page(), with: "late"))) == .removed)
            #expect(await reason(.closeWindow) == nil)
        }
    }

    @Test("a module may refuse its dismissal or replace it by an action; affected modules are asked, newest first")
    func objections() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            window.present(Editor(), with: false, stacked: true)
            let editor = try #require(window.store(of: Editor.self))
            let id = try #require(window.tree.top?.id)
            editor.send(.typed)
            for isAsked in [true, true] {
                let refusal = await #expect(throws: Navigator.RequestError.self) {
                    try await window.request(.closeWindow).finishedInTime()
                }
                #expect(
                    refusal?.reason == .refused(by: window.tree[id].unsafelyUnwrapped)
                        && editor.state.isAsked == isAsked)
            }
            await #expect(throws: Navigator.RequestError.self) {
                try await window.request(.dismiss(id)).finishedInTime()
            }
            #expect(window.tree.scenes.count == 2)
            // The newest module is asked first. The other one is not asked.
            window.present(Editor(), with: true)
            let upper = try #require(window.tree.top)
            let refusal = await #expect(throws: Navigator.RequestError.self) {
                try await window.request(.closeWindow).finishedInTime()
            }
            #expect(refusal?.reason == .refused(by: upper) && "\(upper)" == "Editor \(upper.id)")
            window.request(.remove(upper.id))
            // Neither a router nor the application needs to ask.
            try await window.request(.remove(id)).finishedInTime()
            #expect(window.tree.scenes.count == 1)
        }
    }

    @Test("a request passes the middleware with the state of its scene, and may be held or cancelled")
    func middleware() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            window.go("root", .show("a"))
            var seen: [String] = []
            fixture.engine.middleware = [
                .intercept { message in
                    guard message.kind == .request else { return .pass }
                    seen.append("\(message.payload) \(message.state(of: Page.self)?.name ?? "")")
                    return seen.count == 1 ? .cancel() : .hold(for: .seconds(1))
                }
            ]
            let id = window.tree.scenes[1].id
            await #expect(throws: CancellationError.self) { try await window.request(.back(from: id)).finishedInTime() }
            #expect(window.outline == "root\n› a" && seen == ["back from \(id) a"])
            window.request(.back(from: id))
            #expect(window.outline == "root\n› a")
            fixture.time.advance(by: .seconds(1))
            #expect(window.outline == "root")
            fixture.engine.middleware = []
        }
    }

    @Test("middleware has the window that is requested to close, and may ask there")
    func closingIsConfirmed() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.middleware = [
                .async(where: { if case .closeWindow? = $0.payload as? Navigator.Request { true } else { false } }) {
                    message in
                    await message.navigator?.ask(Confirmation(), with: "Close?") == .confirmed ? message : nil
                }
            ]
            let window = Navigator(root: Cart(), on: fixture.engine)
            let closing = window.request(.closeWindow)
            await fixture.engine.restInTime { window.store(of: Confirmation.self) != nil }
            window.store(of: Confirmation.self)?.send(.tappedYes)
            try await closing.finishedInTime()
            #expect(window.tree.scenes.isEmpty)
            fixture.engine.middleware = []
        }
    }

    @Test("a request that is resumed after its navigator was released is refused, and starts nothing")
    func resumedAfterRelease() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(Page.Stay.self) { _ in Issue.record("The command has started.") }
            fixture.engine.middleware = [.intercept { _ in .hold(for: .seconds(1)) }]
            var window: Navigator? = Navigator(root: Confirmation(), with: "", on: fixture.engine)
            let receipt = window?.replace(by: Page(), with: "late")
            window = nil
            fixture.engine.processPending()
            fixture.time.advance(by: .seconds(1))
            let refusal = await #expect(throws: Navigator.RequestError.self) { try await receipt?.finishedInTime() }
            #expect(refusal?.reason == .removed)
            fixture.engine.middleware = []
        }
    }

    @Test("a subscriber may make a request within a turn, which is processed after the turn")
    func withinATurn() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            var counts: [Int] = []
            window.subscribe { [unowned window] tree in
                counts.append(tree.scenes.count)
                if let top = tree.top, tree.scenes.count == 3 { window.request(.back(from: top.id)) }
            }
            window.go("root", .show("a"), .show("b"))
            #expect(counts == [1, 2, 3, 2] && window.outline == "root\n› a")
        }
    }
}
