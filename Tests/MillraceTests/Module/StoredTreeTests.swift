import MillraceHistory
import MillraceExtras
import MillraceModules
import Foundation
import Millrace
import Testing

@MainActor struct StoredTreeTests {
    static let modules: [any Module.Type] = [
        Page.self, Feed.self, ItemScreen.self, Filter.self, Profile.self, Draft.self,
    ]

    private func read(_ data: Data, _ modules: [any Module.Type] = modules) throws -> StoredTree {
        let decoder = JSONDecoder()
        decoder.userInfo[.modules] = modules
        let tree = try decoder.decode(StoredTree.self, from: data)
        return tree
    }

    private func read(_ json: String) throws -> StoredTree { try read(Data(json.utf8)) }

    @Test("a tree is stored and restored with the states of its modules, and inputs and outputs arrive as before")
    func roundTrip() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            window.go("root", .embed("panel", "p"), .show("a"), .present("m", stacked: true))
            window.go("m", .show("n"), .embed("side", "s", stacked: true))
            window.go("s", .show("t"))
            window.page("t")?.send(.say("hello"))
            window.page("m")?.send(.input("s", "hi"))
            let outline = window.outline
            let data = try JSONEncoder().encode(window.stored())
            let other = fixture.window("other")
            try other.restore(try read(data), roots: Page())
            #expect(other.outline == outline && window.outline == outline)
            #expect(other.page("s")?.state == Page.State(name: "s", childEvents: ["t: hello"], inputs: ["hi"]))
            other.page("n")?.send(.say("again"))
            other.page("m")?.send(.input("s", "ho"))
            other.go("s", .close())
            #expect(other.page("m")?.state.childEvents == ["n: again", "s ended"])
            // The scene above "s" was removed with it, and no other.
            #expect(
                other.outline
                    == outline.split(separator: "\n").filter { !$0.contains("side") && $0 != "  › t" }
                    .joined(separator: "\n"))
            let third = try Navigator(restoring: try read(data), roots: Page(), on: fixture.engine)
            #expect(third.outline == outline)
            // A restored tree can be stored again.
            try other.restore(try read(JSONEncoder().encode(third.stored())), roots: Page())
            #expect(other.outline == outline)
        }
    }

    @Test("a session is restored, whatever the current root is")
    func session() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(LoadItems.self) { _ in [] }
            let window = openFeed(isSignedIn: true, on: fixture.engine)
            window.store(of: Feed.self)?.send(.tappedUser(1, isCurrent: false))
            let data = try JSONEncoder().encode(window.stored())
            window.store(of: Profile.self)?.send(.tappedLogOut)
            #expect(window.tree.description == "SignIn")
            let modules: [any Module.Type] = [Feed.self, Profile.self, SignIn.self]
            let decoder = JSONDecoder()
            decoder.userInfo[.modules] = modules
            let tree = try decoder.decode(StoredTree.self, from: data)
            try window.restore(tree, roots: Feed(), SignIn())
            #expect(window.tree.description == "Feed\n= Profile" && window.store(of: Profile.self)?.state.id == 1)
        }
    }

    @Test("a stored tree is unchanged when it is read and written again")
    func again() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            window.go("root", .show("a"), .embed("panel", "p"))
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            let data = try encoder.encode(window.stored())
            #expect(try encoder.encode(read(data)) == data)
        }
    }

    @Test("a handwritten tree is a deep link: its modules start with their requirements")
    func deepLink() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(LoadItems.self) { _ in [FeedItem(id: 3, title: "Rome")] }
            let link = """
                {"version": 1, "scenes": [
                    {"id": 1, "module": "Feed", "stacked": true},
                    {"id": 2, "module": "ItemScreen", "presenter": 1,
                     "transition": {"item": {"_0": {"id": 3, "title": "Roma", "isLiked": false}}}},
                    {"id": 3, "module": "Filter", "presenter": 2, "transition": {"filters": {}},
                     "state": {"saturation": 1, "brightness": 0.5, "contrast": 1}}]}
                """
            let window = try Navigator(restoring: try read(link), roots: SignIn(), Feed(), on: fixture.engine)
            #expect(window.tree.description == "Feed\n› ItemScreen\n  panel: Filter")
            #expect(window.store(of: Feed.self)?.state.items == [FeedItem(id: 3, title: "Rome")])
            #expect(window.store(of: Filter.self)?.state.brightness == 0.5)
            window.store(of: ItemScreen.self)?.send(.tappedReset)
            #expect(window.store(of: Filter.self)?.state.brightness == 0)
        }
    }

    /// Presents two modules when it starts, after an action to itself.
    struct Tabs: Module {
        struct State: Codable { var isOpen = true }
        enum Action { case begin }
        enum Transition: Codable { case tabs, elsewhere }
        func state(for requirement: Void) -> State { State() }
        func start(_ state: State) -> Flow<Self> { .send(.begin) }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> { .transition(.tabs) }
        func route(_ transition: Transition) -> Route<Self> {
            switch transition {
            case .elsewhere: .replace(SignIn(), with: ())
            case .tabs: .sequence(["inbox", "drafts"].map { .embed(Page(), at: $0, with: $0, stacked: true) })
            }
        }
    }

    /// Replaces itself when it starts.
    struct Redirect: Module {
        enum Action {}
        enum Transition: Codable { case page, signIn }
        func state(for requirement: Void) -> Bool { true }
        func start(_ state: Bool) -> Flow<Self> { .transition(.signIn) }
        func reduce(_ state: inout Bool, _ action: Action) -> Flow<Self> {}
        func route(_ transition: Transition) -> Route<Self> {
            if transition == .page { .show(Page(), with: "a") } else { .replace(SignIn(), with: ()) }
        }
    }

    @Test("a deep link continues from what its modules present at their start, and presents nothing twice")
    func linkIntoAStart() async throws {
        try await withEngineFixture { fixture in
            _ = fixture.window()
            let link = """
                {"version": 1, "scenes": [
                    {"id": 1, "module": "Tabs"},
                    {"id": 2, "module": "Page", "presenter": 1, "transition": {"tabs": {}}, "number": 1},
                    {"id": 3, "module": "Page", "presenter": 2, "transition": {"show": {"_0": "mail"}}},
                    {"id": 4, "module": "Page", "presenter": 1, "transition": {"tabs": {}}, "state":
                        {"name": "yesterday's inbox", "childEvents": [], "inputs": []}}]}
                """
            let tree = try read(Data(link.utf8), [Tabs.self, Page.self])
            let window = try Navigator(restoring: tree, roots: Tabs(), on: fixture.engine)
            #expect(window.outline == "Tabs\n  drafts: drafts\n  › mail\n  inbox: yesterday's inbox")
            #expect(fixture.engine.resources.scenes == 4)
        }
    }

    @Test("if a module navigates elsewhere at its start, the rest is not restored, and the receipt throws")
    func startNavigatesElsewhere() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window()
            let link = """
                {"version": 1, "scenes": [
                    {"id": 1, "module": "Redirect"},
                    {"id": 2, "module": "Page", "presenter": 1, "transition": {"page": {}}},
                    {"id": 3, "module": "Page", "presenter": 2, "transition": {"show": {"_0": "b"}}}]}
                """
            let receipt = try window.restore(try read(Data(link.utf8), [Redirect.self, Page.self]), roots: Redirect())
            let refusal = await #expect(throws: Navigator.RequestError.self) { try await receipt.finishedInTime() }
            #expect(refusal?.reason == .removed && window.tree.description == "SignIn")
        }
    }

    /// A module with a state that cannot be stored. It notes whether it starts or resumes.
    struct Draft: Module {
        struct State { let id: Int; var steps: [String] = [] }
        enum Action { case noted(String) }
        func state(for id: Int) -> State { State(id: id) }
        func start(_ state: State) -> Flow<Self> { .send(.noted("started")) }
        func resume(_ state: State) -> Flow<Self> { .send(.noted("resumed")) }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            if case .noted(let step) = action { state.steps.append(step) }
            return .none
        }
    }

    /// The same module with a state that can be stored.
    struct SavedDraft: Module {
        struct State: Codable { var steps: [String] = [] }
        enum Action { case noted(String) }
        func state(for requirement: Void) -> State { State() }
        func start(_ state: State) -> Flow<Self> { .send(.noted("started")) }
        func resume(_ state: State) -> Flow<Self> { .send(.noted("resumed")) }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            if case .noted(let step) = action { state.steps.append(step) }
            return .none
        }
    }

    @Test("a module with a stored state resumes; without one it starts again with its requirement")
    func resumes() async throws {
        try await withEngineFixture { fixture in
            let drafts = Navigator(root: Draft(), with: 7, on: fixture.engine)
            let stored = try JSONEncoder().encode(drafts.stored())
            try drafts.restore(read(stored), roots: Draft())
            #expect(
                drafts.store(of: Draft.self)?.state.id == 7 && drafts.store(of: Draft.self)?.state.steps == ["started"])
            let saved = Navigator(root: SavedDraft(), on: fixture.engine)
            try saved.restore(try read(JSONEncoder().encode(saved.stored()), [SavedDraft.self]), roots: SavedDraft())
            #expect(saved.store(of: SavedDraft.self)?.state.steps == ["started", "resumed"])
        }
    }

    @Test("modules that the application itself presented are not stored, and neither are those that they presented")
    func notStored() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            window.go("root", .show("a"))
            window.present(Page(), with: "m")
            window.go("m", .present("n"))
            window.go("a", .present("o"))
            #expect(window.tree.scenes.count == 5)
            try window.restore(try read(JSONEncoder().encode(window.stored())), roots: Page())
            #expect(window.outline == "root\n› a\n= o")
        }
    }

    nonisolated static let wrong: [(json: String, text: String)] = [
        (
            #"{"version": 2, "scenes": []}"#,
            "The tree has version 2 of the format, and this program reads up to version 1. To fix "
                + "this, read it with a newer program."
        ),
        (
            #"{"version": 1, "scenes": []}"#,
            "The tree has 0 scenes without a presenter, not one root. To fix this, store exactly one."
        ),
        (
            #"{"version": 1, "scenes": [{"id": 1, "module": "Page", "requirement": "a"}, {"id": 2, "module": "Page", "requirement": "b"}]}"#,
            "The tree has 2 scenes without a presenter, not one root. To fix this, store exactly one."
        ),
        (
            #"{"version": 1, "scenes": [{"id": 1, "module": "Story"}]}"#,
            "The tree has a scene of the unknown module Story. To fix this, pass the module's type to the decoder in "
                + "userInfo[.modules], and the root module to restore(_:roots:)."
        ),
        (
            #"{"version": 1, "scenes": [{"id": 1, "module": "Profile", "requirement": 1}]}"#,
            "The tree has a scene of the unknown module Profile. To fix this, pass the module's type to the decoder in "
                + "userInfo[.modules], and the root module to restore(_:roots:)."
        ),
        (
            #"{"version": 1, "scenes": [{"id": 1, "module": "Page"}]}"#,
            "The root, a Page, is stored with neither its state nor its requirement. To fix this, store one of them."
        ),
        (
            #"{"version": 1, "scenes": [{"id": 1, "module": "Page", "requirement": "a"}, {"id": 2, "module": "Page", "presenter": 3}]}"#,
            "A scene of Page has the presenter 3, but no scene before it has that id. To fix this, put the "
                + "presenter first."
        ),
        (
            #"{"version": 1, "scenes": [{"id": 1, "module": "Page", "requirement": "a"}, {"id": 1, "module": "Page", "presenter": 1, "transition": {"show": {"_0": "b"}}}]}"#,
            "Two scenes have the id 1. To fix this, give each scene its own id."
        ),
        (
            #"{"version": 1, "scenes": [{"id": 1, "module": "Page", "requirement": "a"}, {"id": 2, "module": "Page", "presenter": 1}]}"#,
            "The router of Page does not present Page for a missing transition; it returns nothing. To fix this, "
                + "make it present Page for that transition again, or leave out the scene."
        ),
        (
            #"{"version": 1, "scenes": [{"id": 1, "module": "Page", "requirement": "a"}, {"id": 2, "module": "Page", "presenter": 1, "transition": {"embed": {"_0": "x", "_1": "b", "stacked": false}}}, {"id": 3, "module": "Page", "presenter": 1, "transition": {"embed": {"_0": "x", "_1": "c", "stacked": false}}}, {"id": 4, "module": "Page", "presenter": 2, "transition": {"show": {"_0": "d"}}}]}"#,
            "Two scenes are embedded at the place \"x\" of scene 1. To fix this, leave out one of them."
        ),
        (
            #"{"version": 1, "scenes": [{"id": 1, "module": "Page", "requirement": "a"}, {"id": 2, "module": "Feed", "presenter": 1, "transition": {"show": {"_0": "b"}}}]}"#,
            "The router of Page does not present Feed for show(\"b\"); it returns [show Page(b), port: b]. To fix this, "
                + "make it present Feed for that transition again, or leave out the scene."
        ),
        (
            #"{"version": 1, "scenes": [{"id": 1, "module": "Page", "requirement": "a"}, {"id": 2, "module": "Page", "presenter": 1, "number": -1, "transition": {"show": {"_0": "b"}}}]}"#,
            "The router of Page does not present Page for show(\"b\"); it returns [show Page(b), port: b]. To fix this, "
                + "make it present Page for that transition again, or leave out the scene."
        ),
    ]

    @Test(
        "a tree that cannot be restored throws the reason, and the current tree does not change",
        arguments: StoredTreeTests.wrong.indices)
    func wrongTrees(number: Int) async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            window.go("root", .show("a"))
            let before = window.tree
            let failure = #expect(throws: StoredTree.Failure.self) {
                try window.restore(read(Self.wrong[number].json), roots: Page(), Feed())
            }
            #expect(failure.map { "\($0)" } == Self.wrong[number].text)
            #expect(window.tree == before)
        }
    }

    @Test(
        "an older shape of a state, a requirement or a transition is an error that names the module and the part",
        arguments: [
            (#"{"id": 1, "module": "Page", "state": {"title": "a"}}"#, "Page", "state"),
            (#"{"id": 1, "module": "Profile", "requirement": "seven"}"#, "Profile", "requirement"),
            (
                #"{"id": 1, "module": "Feed"}, {"id": 2, "module": "Profile", "presenter": 1, "transition": {"person": {}}}"#,
                "Feed", "transition"
            ),
        ])
    func olderShapes(scenes: String, module: String, part: String) throws {
        let failure = #expect(throws: StoredTree.Failure.self) { try read(#"{"version": 1, "scenes": [\#(scenes)]}"#) }
        guard case .shape(module, part, _)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        let text = failure.map { "\($0)" } ?? ""
        #expect(text.hasPrefix("The stored \(part) of a scene of \(module) cannot be decoded as its current type: "))
        let rest = part == "transition" ? "scene that the transition presented" : part
        #expect(text.hasSuffix("To fix this, make the type decode the old format too, or leave out the \(rest)."))
    }

    /// Has a module with the name of another module.
    enum Namesakes {
        struct Page: Module {
            func state(for requirement: Void) {}
            func reduce(_ state: inout Void, _ action: Never) -> Flow<Self> {}
        }
    }

    @Test("two modules with the same name are refused, even if the decoder has only one of them")
    func sameName() async throws {
        let tree = Data(#"{"version": 1, "scenes": []}"#.utf8)
        _ = try read(tree, [Page.self, Page.self])
        let failure = #expect(throws: StoredTree.Failure.self) { try read(tree, [Page.self, Namesakes.Page.self]) }
        #expect(
            failure.map { "\($0)" }
                == "Two module types have the name Page, so a stored tree cannot distinguish them. To fix this, give one of "
                + "them its own static moduleName.")
        try await withEngineFixture { fixture in
            let window = fixture.window()
            window.go("root", .present("m"))
            let data = try JSONEncoder().encode(window.stored())
            let before = window.tree
            let other = try read(
                Data(#"{"version": 1, "scenes": [{"id": 1, "module": "Page"}]}"#.utf8), [Namesakes.Page.self])
            #expect(throws: StoredTree.Failure.self) { try window.restore(other, roots: Page()) }
            #expect(throws: StoredTree.Failure.self) { try window.restore(read(data), roots: Namesakes.Page()) }
            #expect(window.tree == before)
        }
    }

    @Test("data without a stored tree throws the decoder's error")
    func noTree() {
        #expect(throws: DecodingError.self) { try read("[]") }
        #expect(throws: DecodingError.self) { try read(#"{"version": 1}"#) }
    }

    /// A module with a requirement and a transition that cannot be stored.
    struct Closed: Module {
        struct Transition { let name: String }
        enum Action { case go }
        struct Secret { let text: String }
        func state(for requirement: Secret) -> Secret { requirement }
        func reduce(_ state: inout Secret, _ action: Action) -> Flow<Self> { .transition(Transition(name: "a")) }
        func route(_ transition: Transition) -> Route<Self> { .show(Page(), with: transition.name) }
    }

    @Test("a tree that cannot be stored throws the reason")
    func notEncodable() async throws {
        try await withEngineFixture { fixture in
            _ = fixture.window()
            let window = Navigator(root: Closed(), with: .init(text: "x"), on: fixture.engine)
            let first = #expect(throws: StoredTree.Failure.self) { try window.stored() }
            #expect(
                first.map { "\($0)" }
                    == "A scene of Closed cannot be stored: its requirement, Secret, is not Encodable. To fix "
                    + "this, make its type Codable.")
            let drafts = fixture.window("a")
            drafts.replace(by: Opener())
            drafts.store(of: Opener.self)?.send(.go)
            let second = #expect(throws: StoredTree.Failure.self) { try drafts.stored() }
            #expect(
                second.map { "\($0)" }
                    == "A scene of Page cannot be stored: the transition Transition(name: \"a\") of Opener is "
                    + "not Encodable. To fix this, make its type Codable.")
        }
    }

    struct Opener: Module {
        struct Transition { let name: String }
        enum Action { case go }
        func state(for requirement: Void) -> Int { 0 }
        func reduce(_ state: inout Int, _ action: Action) -> Flow<Self> { .transition(Transition(name: "a")) }
        func route(_ transition: Transition) -> Route<Self> { .show(Page(), with: transition.name) }
    }

    @Test("a restoration that is requested within a turn is processed after it, and passes the middleware")
    func withinATurn() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            window.go("root", .show("a"))
            let tree = try window.stored()
            window.go("a", .pop)
            var during = ""
            window.page("root")?.subscribe(to: \.inputs) { inputs in
                if inputs.isEmpty { return }
                _ = try? window.restore(tree, roots: Page())
                during = window.outline
            }
            window.page("root")?.send(.received("now"))
            #expect(during == "root" && window.outline == "root\n› a")
            fixture.engine.middleware = [.abort(where: { $0.kind == .request })]
            window.go("a", .pop)
            let receipt = try window.restore(tree, roots: Page())
            await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
            #expect(window.outline == "root")
            fixture.engine.middleware = []
        }
    }
}
