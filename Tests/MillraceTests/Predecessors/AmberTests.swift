import MillraceHistory
import MillraceExtras
import MillraceModules
import Millrace
import Testing

@MainActor struct AmberTests {
    static let items = [FeedItem(id: 1, title: "Paris"), FeedItem(id: 2, title: "Flying man")]

    /// Opens a window with a feed, and returns both.
    private func feed(on fixture: EngineFixture) -> (Navigator, Store<Feed>) {
        fixture.engine.handle(LoadItems.self, reportsStart: true) { _ in Self.items }
        let window = openFeed(isSignedIn: true, on: fixture.engine)
        return (window, window.store(of: Feed.self).unsafelyUnwrapped)
    }

    @Test("M1 · a module's state is made from its requirement")
    func requirement() async throws {
        try await withEngineFixture { fixture in
            let (window, feed) = feed(on: fixture)
            feed.send(.tappedUser(7, isCurrent: false))
            #expect(window.store(of: Profile.self)?.state == Profile.State(id: 7))
            #expect(Feed().operations(for: .information(7)) == [.present(Profile(), with: 7)])
            #expect(Feed().operations(for: .information(7)) != [.present(Profile(), with: 8)])
        }
    }

    @Test("M2 · actions, transitions and outputs of a flow come after the new state, in order")
    func order() async throws {
        try await withEngineFixture { fixture in
            var log: [String] = []
            fixture.engine.middleware = [
                .intercept { message in
                    log.append("\(message.kind) with \(message.state(of: Sequencer.self)?.count ?? -1)")
                    return .pass
                }
            ]
            let window = Navigator(root: Sequencer(), on: fixture.engine)
            window.onOutput(of: Sequencer.self) { log.append("received \($0)") }
            window.store(of: Sequencer.self)?.send(.begin)
            #expect(
                log == [
                    "action with 0", "output with 1", "received 1", "transition with 1", "action with 1",
                    "output with 2", "received 2",
                ])
            #expect(window.tree.description == "Sequencer\n= Cart")
        }
    }

    struct Sequencer: Module {
        enum Action { case begin, next }
        enum Transition { case cart }
        typealias Output = Int

        func state(for requirement: Void) -> [Action] { [] }

        func reduce(_ past: inout [Action], _ action: Action) -> Flow<Self> {
            past.append(action)
            switch action {
            case .begin: return .merge([.output(past.count), .transition(.cart), .send(.next)])
            case .next: return .output(past.count)
            }
        }

        func route(_ transition: Transition) -> Route<Self> { .present(Cart(), with: ()) }
    }

    @Test("M3 · a module starts when its scene is added, once")
    func start() async throws {
        try await withEngineFixture { fixture in
            var asked = 0
            fixture.engine.handle(LoadItems.self, reportsStart: true) { _ in
                asked += 1
                return Self.items
            }
            let window = Navigator(root: Feed(), on: fixture.engine)
            #expect(asked == 1 && window.store(of: Feed.self)?.state == Feed.State(isLoading: false, items: Self.items))
            window.store(of: Feed.self)?.send(.like(0))
            #expect(asked == 1)
        }
    }

    @Test("M4 · a transition is data, which the module's router turns into route operations")
    func transitions() async throws {
        try await withEngineFixture { fixture in
            var state = Feed.State(isLoading: false, items: Self.items)
            #expect(Feed().reduce(&state, .tappedItem(1)) == .transition(.item(Self.items[1])))
            #expect(Feed().reduce(&state, .tappedItem(1)) != .transition(.item(Self.items[0])))
            #expect(Feed().operations(for: .item(Self.items[1])) == [.show(ItemScreen(), with: Self.items[1])])
            let (window, feed) = feed(on: fixture)
            feed.send(.tappedItem(1))
            #expect(window.store(of: ItemScreen.self)?.state.item == Self.items[1])
        }
    }

    @Test("M5 · replace and present; show pushes on a stack, and presents without one")
    func presentations() async throws {
        try await withEngineFixture { fixture in
            let (window, feed) = feed(on: fixture)
            feed.send(.tappedUser(0, isCurrent: true))
            #expect(window.tree.description == "Feed\n› Profile")
            feed.send(.tappedUser(7, isCurrent: false))
            #expect(window.tree.description == "Feed\n› Profile\n= Profile")
            let alone = Navigator(root: Feed(), on: fixture.engine)
            alone.store(of: Feed.self)?.send(.tappedUser(0, isCurrent: true))
            #expect(alone.tree.description == "Feed\n= Profile")
            alone.store(of: Profile.self)?.send(.tappedLogOut)
            #expect(alone.tree.description == "SignIn")
        }
    }

    @Test("M6 · dismiss, pop and popToRoot; close unembeds, pops or dismisses")
    func removals() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window(stacked: true)
            window.go("root", .present("m", stacked: true))
            window.go("m", .show("n"))
            window.go("n", .dismiss)
            #expect(window.outline == "root")
            window.go("root", .show("a"), .show("b"), .show("c"))
            window.go("c", .pop)
            #expect(window.outline == "root\n› a\n› b")
            window.go("b", .popToRoot)
            #expect(window.outline == "root")
            window.go("root", .embed("panel", "p"), .show("a"), .present("m"))
            window.go("m", .close())
            #expect(window.outline == "root\n  panel: p\n› a")
            window.go("a", .close())
            #expect(window.outline == "root\n  panel: p")
            window.go("p", .close())
            #expect(window.outline == "root")
        }
    }

    @Test("M7 · a module is embedded at a named place of another, and unembedded")
    func embedding() async throws {
        try await withEngineFixture { fixture in
            let (window, feed) = feed(on: fixture)
            feed.send(.tappedItem(0))
            let item = window.store(of: ItemScreen.self)
            item?.send(.tappedFilters)
            #expect(window.tree.description == "Feed\n› ItemScreen\n  panel: Filter")
            window.store(of: Filter.self)?.send(.slid(0.5))
            #expect(item?.state.look == Look(brightness: 0.5))
            window.store(of: Filter.self)?.send(.done)
            #expect(window.tree.description == "Feed\n› ItemScreen" && item?.state.look == Look())
        }
    }

    @Test("M8 · a parent sends typed input to a module that it presented or embedded")
    func input() async throws {
        try await withEngineFixture { fixture in
            let (window, feed) = feed(on: fixture)
            feed.send(.tappedItem(0))
            window.store(of: ItemScreen.self)?.send(.tappedFilters)
            let filter = window.store(of: Filter.self)
            filter?.send(.slid(0.5))
            window.store(of: ItemScreen.self)?.send(.tappedReset)
            #expect(filter?.state == Look() && window.store(of: ItemScreen.self)?.state.look == Look())
        }
    }

    @Test("M8 · a parent may send an input in the flow that presents the module")
    func inputAtOnce() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window()
            window.page("root")?.perform(
                .transition(.present("m")).and(.send("welcome", to: Navigator.Port<Page>("m"))))
            #expect(window.page("m")?.state.inputs == ["welcome"])
        }
    }

    @Test("M8 · an input to a removed module is recorded as discarded, and is a fault")
    func lateInput() async throws {
        try await withEngineFixture(faults: [.portNotConnected]) { fixture in
            let history = fixture.record()
            let window = fixture.window()
            window.go("root", .present("m"))
            window.go("m", .dismiss)
            window.page("root")?.send(.input("m", "too late"))
            let last = history.records.last
            #expect(
                last?.kind == .input && last?.payload as? String == "too late" && last?.store == window.page("root")?.id
            )
            if case .discarded? = last?.outcome {} else { Issue.record("\(String(describing: last))") }
            #expect(fixture.engine.discardedResultCount == 1)
        }
    }

    @Test("M9 · a module's outputs reach its presenter as actions, in the order in which they were sent")
    func outputs() async throws {
        try await withEngineFixture { fixture in
            let (window, feed) = feed(on: fixture)
            feed.send(.tappedItem(1))
            window.store(of: ItemScreen.self)?.send(.rename("Falling man"))
            #expect(feed.state.items.map(\.title) == ["Paris", "Falling man"])
            let pages = fixture.window()
            pages.go("root", .present("m"))
            pages.page("m")?.perform(.merge((0..<1_000).map { .output("\($0)") }))
            #expect(pages.page("root")?.state.childEvents == (0..<1_000).map { "\($0)" })
        }
    }

    @Test("M9 · an output that was sent before the removal of its scene is received")
    func lastOutputs() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window()
            window.go("root", .present("m"))
            window.page("m")?.perform(.merge([.output("first"), .transition(.dismiss), .output("last")]))
            #expect(window.outline == "root")
            #expect(window.page("root")?.state.childEvents == ["first", "last", "m ended"])
        }
    }

    @Test("M10 · a view reads the state, binds properties of it, and sends actions, transitions and outputs")
    func view() async throws {
        try await withEngineFixture { fixture in
            let fake = FakeHandler<LoadItems>(fixture.engine)
            let window = openFeed(isSignedIn: true, on: fixture.engine)
            let feed = try #require(window.store(of: Feed.self))
            let screen = FeedScreen(feed)
            await nextJob()
            #expect(screen.spinner.isAnimating && screen.titles == [])
            await fake.succeed(0, with: Self.items)
            #expect(!screen.spinner.isAnimating && screen.titles == ["Paris", "Flying man"])
            screen.tapHeart(of: 1)
            #expect(feed.state.items[1].isLiked)
            screen.onTapProfile()
            screen.tapItem(at: 0)
            #expect(window.tree.description == "Feed\n› Profile\n› ItemScreen")
            window.store(of: ItemScreen.self)?.perform(.output(.renamed(1, "Rome")))
            #expect(screen.titles == ["Rome", "Flying man"])
        }
    }

    @Test(
        "M11 · middleware receives the actions, inputs, outputs and transitions of every module, with the current state"
    )
    func middlewareSees() async throws {
        try await withEngineFixture { fixture in
            var seen: [String] = []
            fixture.engine.middleware = [.log({ seen.append($0) }, where: { $0.kind != .action })]
            let window = fixture.window()
            window.go("root", .present("m"))
            window.page("m")?.send(.say("hello"))
            window.page("root")?.send(.input("m", "hi"))
            window.request(.dismiss(window.tree.scenes[1].id))
            let kinds = seen.map { $0.split(separator: ": ")[1].prefix { $0 != " " } }
            #expect(kinds == ["command", "transition", "command", "output", "input", "request"])
        }
    }

    @Test("M11 · middleware delays, cancels and changes a transition, and presents a module itself")
    func middlewareRoutes() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window()
            fixture.engine.middleware = [
                .intercept { message in
                    switch message.payload as? Way {
                    case .present("slow", _): return .hold(for: .seconds(1))
                    case .present("never", _): return .cancel()
                    case .present("other", _):
                        message.navigator?.present(Page(), with: "of the middleware")
                        return .change(to: Way.present("another"))
                    default: return .pass
                    }
                }
            ]
            window.go("root", .present("slow"), .present("never"), .present("other"))
            #expect(window.outline == "root\n= another\n= of the middleware")
            fixture.time.advance(by: .seconds(1))
            #expect(window.outline == "root\n= another\n= of the middleware\n= slow")
        }
    }

    @Test("M12 · an action that needs confirmation presents a module, and continues only when it is confirmed")
    func confirmed() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.middleware = [.confirming()]
            let window = Navigator(root: Cart(), on: fixture.engine)
            let cart = try #require(window.store(of: Cart.self))
            let receipt = cart.send(.clear)
            cart.send(.add("plum"))
            await nextJob()
            #expect(window.tree.description == "Cart\n= Confirmation")
            #expect(window.store(of: Confirmation.self)?.state.question == "Empty the cart?")
            #expect(cart.state.goods == ["apple", "pear", "plum"])
            window.store(of: Confirmation.self)?.send(.tappedYes)
            try await receipt.finishedInTime()
            #expect(cart.state.goods == [] && window.tree.description == "Cart")
        }
    }

    @Test(
        "M12 · the action is dropped when it is refused, or when the person dismisses the question",
        arguments: [true, false])
    func refused(byButton: Bool) async throws {
        try await withEngineFixture { fixture in
            fixture.engine.middleware = [.confirming()]
            let window = Navigator(root: Cart(), on: fixture.engine)
            let receipt = window.store(of: Cart.self)?.send(.clear)
            await nextJob()
            let question = try #require(window.tree.top)
            if byButton {
                window.store(of: question.id, as: Confirmation.self)?.send(.tappedNo)
            } else {
                window.request(.dismiss(question.id))
            }
            try await receipt?.finishedInTime()
            #expect(window.store(of: Cart.self)?.state.goods == ["apple", "pear"])
            #expect(window.tree.description == "Cart")
        }
    }

    @Test("M12 · a transition can need confirmation too, and its scene may be removed meanwhile")
    func transitionConfirmed() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.middleware = [.confirming()]
            let window = Navigator(root: Profile(), with: 1, on: fixture.engine)
            var receipt = window.store(of: Profile.self)?.send(.tappedLogOut)
            await nextJob()
            window.store(of: Confirmation.self)?.send(.tappedYes)
            try await receipt?.finishedInTime()
            #expect(window.tree.description == "SignIn")
            window.replace(by: Profile(), with: 2)
            receipt = window.store(of: Profile.self)?.send(.tappedLogOut)
            await nextJob()
            window.replace(by: Cart())
            #expect(window.tree.description == "Cart")
            await #expect(throws: CancellationError.self) { try await receipt?.finishedInTime() }
        }
    }

    @Test("M13 · the first module is chosen at start, by any condition", arguments: [true, false])
    func firstModule(isSignedIn: Bool) async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(LoadItems.self, reportsStart: true) { _ in [] }
            let window = openFeed(isSignedIn: isSignedIn, on: fixture.engine)
            #expect(window.tree.description == (isSignedIn ? "Feed" : "SignIn"))
            window.store(of: SignIn.self)?.send(.signedIn)
            #expect(window.tree.description == "Feed")
        }
    }

    @Test("M16 · a route is only a value, and a test needs only a navigator without a host")
    func recording() async throws {
        try await withEngineFixture { fixture in
            let route = ItemScreen().route(.filters)
            #expect(route.operations == [.embed(Filter(), at: "panel", with: (), port: ItemScreen.filter)])
            #expect(SignIn().operations(for: .feed) == [.replace(Feed(), with: (), stacked: true)])
            #expect(SignIn().operations(for: .feed) != [.replace(Feed(), with: ())])
            #expect("\(route.operations)" == "[embed at \"panel\" Filter(), port: filter]")
            let (window, feed) = feed(on: fixture)
            feed.send(.tappedItem(0))
            #expect(window.tree.top?.module == "ItemScreen")
        }
    }
}
