#if (Testing && Web) || App
    import GuideBlocks
    import MillraceKit
    import MillraceTesting
    import TestSupport
    import Testing

    // The recipes of the guide Recipes that are about forms, screens and shared state.

    @MainActor @Suite("Guides · Recipes, a validated form") struct FormRecipe {
        struct CreateAccount: Command, Hashable {
            typealias Output = Void
            typealias Progress = Never
            let email: String
            let password: String
        }

        struct SignUp: ComposedReducer {
            struct State: Hashable {
                var email = ""
                var password = ""
                var isSending = false
                var problem: String?

                var isValid: Bool { email.contains("@") && password.count >= 8 }
            }
            enum Action {
                case field(FieldChange<State>), submit, created(Event<CreateAccount>)
                var field: FieldChange<State>? { if case .field(let it) = self { it } else { nil } }
            }

            var body: some ReducerBody<Self> {
                FieldReducer(\.field)
                Reduce { state, action in
                    switch action {
                    case .field:
                        state.problem = nil
                    case .submit where state.isValid && !state.isSending:
                        state.isSending = true
                        let create = CreateAccount(email: state.email, password: state.password)
                        return .execute(create, as: Action.created)
                    case .submit:
                        state.problem = state.isValid ? nil : "Enter an e-mail address and at least 8 characters."
                    case .created(.data):
                        state = State()
                    case .created(.failure):
                        state.isSending = false
                        state.problem = "The account was not created. Try again."
                    }
                    return .none
                }
            }
        }

        @Test func form() {
            let store = TestStore(SignUp.State(), SignUp())
            store.send(.submit) { $0.problem = "Enter an e-mail address and at least 8 characters." }
            store.send(.field(.set(\.email, "ada@example.com"))) {
                ($0.email, $0.problem) = ("ada@example.com", nil)
            }
            store.send(.field(.set(\.password, "difference"))) { $0.password = "difference" }
            store.send(.submit) { $0.isSending = true }
            store.send(.submit)
            store.complete(CreateAccount.self, with: ()) { $0 = SignUp.State() }
        }
    }

    @MainActor @Suite("Guides · Recipes, undo and redo") struct UndoRecipe {
        struct Editor: ComposedReducer {
            struct State: Hashable {
                var text = ""
                var undo = UndoStack<String>()
            }
            enum Action {
                case typed(String), undo(UndoAction)
                var undo: UndoAction? { if case .undo(let it) = self { it } else { nil } }
            }

            var body: some ReducerBody<Self> {
                Reduce { state, action in
                    if case .typed(let text) = action { state.text = text }
                    return .none
                }
                .undoable(\.text, in: \.undo, action: .case(Action.undo, \.undo), limit: 100, pause: .seconds(1))
            }
        }

        @MainActor @Test func undoStack() {
            let store = TestStore(Editor.State(), Editor())
            store.send(.typed("Emma")) {
                $0.text = "Emma"
                $0.undo.record("", as: .untilPause)
            }
            store.send(.undo(.undo)) { $0.text = $0.undo.undo(from: "Emma") ?? "" }
        }

        @MainActor @Test func undo() {
            let store = TestStore(Editor.State(), Editor())
            store.exhaustivity = .off
            store.send(.typed("E"))
            store.send(.typed("Emma"))
            store.clock.advance(by: .seconds(1))
            store.send(.typed("Emma by Jane Austen"))
            store.send(.undo(.undo)) { $0.text = "Emma" }
            store.send(.undo(.undo)) { $0.text = "" }
            store.send(.undo(.redo)) { $0.text = "Emma" }
        }
    }

    @MainActor @Suite("Guides · Recipes, a child in an enum case") struct EnumRecipe {
        struct Intro: Reducer {
            struct State: Hashable { var page = 1 }
            enum Action { case next }
            enum Output { case finished }

            func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                guard state.page < 3 else { return .output(.finished) }
                state.page += 1
                return .none
            }
        }

        struct Game: Reducer {
            struct State: Hashable { var points = 0 }
            enum Action { case scored }

            func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                state.points += 1
                return .none
            }
        }

        struct Root: ComposedReducer {
            enum State: Hashable {
                case intro(Intro.State), game(Game.State)
                var intro: Intro.State? { if case .intro(let it) = self { it } else { nil } }
                var game: Game.State? { if case .game(let it) = self { it } else { nil } }
            }
            enum Action {
                case intro(Intro.Action), game(Game.Action), introFinished
                var intro: Intro.Action? { if case .intro(let it) = self { it } else { nil } }
                var game: Game.Action? { if case .game(let it) = self { it } else { nil } }
            }

            var body: some ReducerBody<Self> {
                Reduce { state, action in
                    if case .introFinished = action { state = .game(Game.State()) }
                    return .none
                }
                .ifCase(
                    \.self, State.intro, \.intro,
                    action: .case(Action.intro, \.intro, output: { _ in .introFinished })
                ) { Intro() }
                .ifCase(\.self, State.game, \.game, action: .case(Action.game, \.game)) { Game() }
            }
        }

        @Test func game() {
            let store = TestStore(Root.State.intro(Intro.State(page: 3)), Root())
            store.send(.intro(.next))
            store.receive(where: { if case .introFinished = $0 { true } else { false } }) { $0 = .game(Game.State()) }
            store.send(.game(.scored)) { $0 = .game(Game.State(points: 1)) }
        }
    }

    @MainActor @Suite("Guides · Recipes, state that screens share") struct SharedRecipe {
        struct Cart: Reducer {
            struct State: Hashable { var items: [String] = [] }
            enum Action { case change(CartChange) }

            func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                switch action {
                case .change(.add(let item)): state.items.append(item)
                case .change(.empty): state.items = []
                }
                return .none
            }
        }

        enum CartChange: Fact, Hashable { case add(String), empty }

        struct ObserveCart: Command, Hashable {
            typealias Output = Cart.State
            typealias Progress = Never
            typealias Failure = Never
        }

        struct Checkout: Module {
            struct State: Hashable { var cart = Cart.State() }
            enum Action { case cart(Event<ObserveCart>), tappedEmpty }

            func state(for _: Void) -> State { State() }

            func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                switch action {
                case .cart(.data(let cart)): state.cart = cart
                case .tappedEmpty: return .post(CartChange.empty)
                }
                return .none
            }

            func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
                commands.execute(ObserveCart(), as: Action.cart, id: "cart")
            }
        }

        func share(_ cart: Store<Cart>) {
            cart.listen(to: CartChange.self, as: Cart.Action.change)
            cart.engine.handle(ObserveCart.self) { [weak cart] (_: ObserveCart, reply: Reply<ObserveCart>) in
                // The subscription ends with its owner. The reply retains the owner until the command is cancelled.
                let owner = Owner()
                cart?.subscribe(to: \.self, owner: owner) { reply.data($0) }
                reply.onCancel { withExtendedLifetime(owner) {} }
            }
        }

        final class Owner: Sendable {}

        @Test func shared() throws {
            let engine = Engine()
            let cart = Store(Cart.State(), Cart(), on: engine)
            share(cart)
            let window = Navigator(root: Checkout(), on: engine)
            let other = Navigator(root: Checkout(), on: engine)
            engine.post(CartChange.add("Tea"))
            let checkout = try #require(window.store(of: Checkout.self))
            #expect(checkout.state.cart.items == ["Tea"])
            other.close()
            checkout.send(.tappedEmpty)
            #expect(checkout.state.cart.items == [] && cart.state.items == [])
        }
    }

    @MainActor @Suite("Guides · Recipes, an engine that a class stores") struct StoredEngineRecipe {
        struct Counter: Reducer {
            func reduce(_ count: inout Int, _ number: Int) -> Flow<Self> {
                count += number
                return .none
            }
        }

        @MainActor final class AppModel {
            let engine: Engine
            let counter: Store<Counter>

            init() {
                engine = Engine()
                counter = Store(0, Counter(), on: engine)
            }
        }

        actor Worker {
            private var counter: Store<Counter>?

            func start() {
                counter = Store(0, Counter(), on: Engine())
            }

            func add(_ number: Int) -> Int {
                counter?.send(number)
                return counter?.state ?? 0
            }
        }

        @Test func stored() async {
            let model = AppModel()
            model.counter.send(2)
            #expect(model.counter.state == 2)
            let worker = Worker()
            await worker.start()
            #expect(await worker.add(3) == 3)
        }
    }

    @Suite("Guides · Recipes") struct RecipeTests {
        @Test("Every code block of the guide is in these files") func blocks() throws {
            let guide = try Guide(at: "Sources/Millrace/Millrace.docc/Recipes.md")
            #expect(guide.blocks.count >= 13)
            #expect(try guide.strays(in: "Tests/Guides") == [])
        }
    }
#endif
