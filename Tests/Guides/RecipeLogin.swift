#if (Testing && Web) || App
    import GuideBlocks
    import MillraceKit
    import MillraceWeb
    import TestSupport
    import Testing

    // The recipe of a login in the guide Recipes.

    enum Page { case orders }

    struct Home: Module {
        struct State: Hashable { var account: String? }
        enum Action { case open(Page), signedIn(String), signOut }
        typealias Transition = Page

        func state(for _: Void) -> State { State() }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .open(let page): return .transition(page)
            case .signedIn(let name): state.account = name
            case .signOut: state.account = nil
            }
            return .none
        }

        func route(_ page: Page) -> Route<Self> {
            switch page {
            case .orders: .show(Orders(), with: ())
            }
        }
    }

    struct SignIn: Module {
        struct State: Hashable {}
        enum Action: Equatable { case enter(String) }
        typealias Output = String

        func state(for _: Void) -> State { State() }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .enter(let name): name.isEmpty ? .none : .output(name)
            }
        }
    }

    struct Orders: Module {
        func state(for _: Void) -> Int { 0 }
        func reduce(_ state: inout Int, _ action: Never) -> Flow<Self> {}
    }

    func requiringSignIn(for isGuarded: @escaping (Page) -> Bool) -> [any Middleware] {
        let isSignedIn = { (message: Message) in message.navigator?.store(of: Home.self)?.state.account != nil }
        return [
            .async(where: { message in
                message.payload(as: Page.self).map(isGuarded) == true && !isSignedIn(message)
            }) { message in
                guard let window = message.navigator, let name = await window.ask(SignIn()) else { return nil }
                window.store(of: Home.self)?.send(.signedIn(name))
                return message
            },
            // The Forward button restores what Back has closed. If that is refused, it opens the URL.
            .intercept { message in
                guard case .restore(let tree) = message.payload(as: Navigator.Request.self), !isSignedIn(message)
                else { return .pass }
                return tree.transitions.contains { ($0 as? Page).map(isGuarded) == true } ? .drop : .pass
            },
        ]
    }

    extension SignIn: WebModule {
        struct Entry: Decodable { let name: String }

        func view(_ state: State) -> HTML<Action> {
            h1 { "Sign in" }
            form(decode: Entry.self) {
                .enter($0.name)
            } _: {
                label {
                    "Name"; input("name").autocomplete("username").autofocus()
                }
                submitButton("Sign in")
            }
            dismissButton("Cancel").shortcut("Escape")
        }

        func title(_ state: State) -> String { "Sign in" }
    }

    @MainActor @Suite("Guides · Recipes, a login that guards a screen") struct LoginRecipe {
        private let engine: Engine

        init() {
            engine = Engine()
            engine.middleware = requiringSignIn { $0 == .orders }
        }

        /// Opens a window, as a server does for each tab.
        private func openWindow() -> Navigator { Navigator(root: Home(), stacked: true, on: engine) }

        /// Opens the guarded screen, and waits for the login.
        private func requestOrders(in window: Navigator) async throws -> (Receipt, Store<SignIn>) {
            let receipt = try #require(window.store(of: Home.self)).send(.open(.orders))
            await engine.waitUntilIdle { window.store(of: SignIn.self) != nil }
            return (receipt, try #require(window.store(of: SignIn.self)))
        }

        @Test(arguments: [true, false]) func guarded(isSignedIn: Bool) async throws {
            try await withDeadlineForTest(sourceLocation: #_sourceLocation) {
                let window = openWindow()
                let (receipt, signIn) = try await requestOrders(in: window)
                if isSignedIn {
                    signIn.send(.enter("Ada"))
                } else {
                    window.request(.dismiss(try #require(window.tree.top).id))
                }
                try await receipt.finished()
                #expect(window.store(of: Home.self)?.state.account == (isSignedIn ? "Ada" : nil))
                #expect((window.store(of: Orders.self) != nil) == isSignedIn)
            }
        }

        @Test("A login in one window does not sign in another window of the engine") func twoWindows() async throws {
            try await withDeadlineForTest(sourceLocation: #_sourceLocation) {
                let (first, second) = (openWindow(), openWindow())
                let (receipt, signIn) = try await requestOrders(in: first)
                signIn.send(.enter("Ada"))
                try await receipt.finished()
                let (other, _) = try await requestOrders(in: second)
                #expect(second.store(of: Orders.self) == nil && first.store(of: SignIn.self) == nil)
                other.cancel()
                #expect(first.store(of: Home.self)?.state.account == "Ada")
                #expect(second.store(of: Home.self)?.state.account == nil)
            }
        }

        @Test("After a sign-out, what Back has closed is not opened again") func signedOut() async throws {
            try await withDeadlineForTest(sourceLocation: #_sourceLocation) {
                let window = openWindow()
                let (receipt, signIn) = try await requestOrders(in: window)
                signIn.send(.enter("Ada"))
                try await receipt.finished()
                let orders = try #require(window.tree.top).id
                let closed = window.branch([orders])
                window.request(.back(from: orders))
                window.request(.restore(closed))
                #expect(window.store(of: Orders.self) != nil)
                window.request(.back(from: try #require(window.tree.top).id))
                window.store(of: Home.self)?.send(.signOut)
                window.request(.restore(closed))
                #expect(window.store(of: Orders.self) == nil && window.store(of: SignIn.self) == nil)
            }
        }

        @Test func view() throws {
            let page = SignIn().render(SignIn.State())
            #expect(page.html.contains("Sign in"))
        }
    }
#endif
