#if (Testing && Web) || App
    import GuideBlocks
    import MillraceKit
    import MillraceTesting
    import MillraceWeb
    import TestSupport
    import Testing

    // The code of the guides for readers who know another architecture.

    @MainActor @Suite("Guides · Coming from the Composable Architecture") struct FromTCA {
        struct NumberFact: Command, Hashable {
            typealias Output = String
            typealias Progress = Never
            let number: Int
        }

        struct Facts: Reducer {
            struct State: Hashable {
                var count = 0
                var fact: String?
            }
            enum Action { case increment, askForFact, fact(Event<NumberFact>) }

            func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                switch action {
                case .increment: state.count += 1
                case .askForFact: return .execute(NumberFact(number: state.count), as: Action.fact, policy: .latest)
                case .fact(.data(let text)): state.fact = text
                case .fact(.failure): state.fact = nil
                }
                return .none
            }
        }

        struct Page: ComposedReducer {
            struct State: Hashable { var facts: Facts.State? }
            enum Action {
                case open, close, facts(Facts.Action)
                var facts: Facts.Action? { if case .facts(let it) = self { it } else { nil } }
            }

            var body: some ReducerBody<Self> {
                Reduce { state, action in
                    switch action {
                    case .open: state.facts = Facts.State()
                    case .close: state.facts = nil
                    case .facts: break
                    }
                    return .none
                }
                .ifLet(\.facts, action: .case(Action.facts, \.facts)) { Facts() }
            }
        }

        func registerHandlers(_ engine: Engine) {
            engine.handle(NumberFact.self) { command in
                await Task.yield()
                return "\(command.number) is a number."
            }
        }

        @MainActor @Test func asksForAFact() {
            let store = TestStore(Facts.State(), Facts())
            store.send(.increment) { $0.count = 1 }
            store.send(.askForFact)
            store.complete(NumberFact(number: 1), with: "1 is odd.") { $0.fact = "1 is odd." }
        }

        @MainActor @Test func cancelsWhenClosed() {
            let store = TestStore(Page.State(), Page())
            store.send(.open) { $0.facts = Facts.State() }
            store.send(.facts(.askForFact))
            store.send(.close) { $0.facts = nil }
            #expect(store.pending.isEmpty)
        }

        @Test func live() async throws {
            try await withDeadlineForTest(sourceLocation: #_sourceLocation) {
                let engine = Engine()
                registerHandlers(engine)
                let store = Store(Facts.State(count: 7), Facts(), on: engine)
                try await store.send(.askForFact).finished()
                #expect(store.state.fact == "7 is a number.")
            }
        }
    }

    @MainActor @Suite("Guides · Coming from Redux") struct FromRedux {
        struct FetchTodos: Command, Hashable {
            typealias Output = [String]
            typealias Failure = Offline
        }

        struct Offline: Error, Hashable {}

        struct Todos: Reducer {
            enum Status: Hashable { case idle, pending, failed }
            struct State: Hashable {
                var items: [String] = []
                var status = Status.idle
            }
            enum Action: Equatable { case added(String), opened, fetched(Event<FetchTodos>) }

            func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                switch action {
                case .added(let text): state.items.append(text)
                case .opened: return .execute(FetchTodos(), as: Action.fetched, policy: .first)
                case .fetched(.progress): state.status = .pending
                case .fetched(.data(let items)): (state.items, state.status) = (items, .idle)
                case .fetched(.failure): state.status = .failed
                }
                return .none
            }
        }

        @Test func todos() async throws {
            var (counts, log): ([Int], [String]) = ([], [])

            let engine = Engine()
            engine.handle(FetchTodos.self, reportsStart: true) { _ throws(Offline) in ["Buy milk"] }
            engine.middleware = [.log { line in log.append(line) }]

            let todos = Store(Todos.State(), Todos(), on: engine)
            todos.subscribe(to: \.items.count) { count in counts.append(count) }
            todos.send(.opened)

            #expect(counts == [0, 1])
            #expect(log.count == 4 && log[2].contains("progress") && todos.state.status == .idle)
        }
    }

    @MainActor @Suite("Guides · Coming from Elm") struct FromElm {
        struct Dice: WebModule {
            enum Action: Equatable { case roll, rolled(Event<RandomNumber>) }

            func state(for _: Void) -> Int { 1 }

            func reduce(_ eyes: inout Int, _ action: Action) -> Flow<Self> {
                switch action {
                case .roll: return .execute(RandomNumber(in: 1...6), as: Action.rolled)
                case .rolled(.data(let number)): eyes = number
                }
                return .none
            }

            func view(_ eyes: Int) -> HTML<Action> {
                h1 { eyes }
                button("Roll", send: .roll)
            }
        }

        struct Clock: Reducer {
            struct State: Hashable {
                var isShown = true
                var seconds = 0
            }
            enum Action: Equatable { case toggled, tick(Interval.Tick) }

            func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                switch action {
                case .toggled: state.isShown.toggle()
                case .tick(let tick): state.seconds += tick.periods
                }
                return .none
            }

            func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
                if state.isShown { commands.every(.seconds(1), as: Action.tick, id: "clock") }
            }
        }

        @MainActor @Test func rollsTheDice() throws {
            let store = TestStore(Dice())
            store.send(.roll)
            store.complete(RandomNumber(in: 1...6), with: 4) { $0 = 4 }

            let page = Dice().render(4)
            #expect(try page.button("Roll").press() == .roll)
        }

        @Test func clock() {
            let store = TestStore(Clock.State(), Clock())
            store.clock.advance(by: .seconds(1))
            store.receive(.tick(.init())) { $0.seconds = 1 }
            store.send(.toggled) { $0.isShown = false }
            store.clock.advance(by: .seconds(10))
        }
    }

    @MainActor @Suite("Guides · Style guide") struct StyleGuide {
        struct FetchNews: Command, Hashable {
            typealias Output = [String]
            typealias Progress = Never
            typealias Failure = Offline
        }

        struct Offline: Error, Hashable {}

        struct News: Reducer {
            enum Content: Hashable { case loading, loaded([String]), failed }
            struct State: Hashable {
                var content = Content.loading
                var filter = ""

                var shown: [String] {
                    guard case .loaded(let titles) = content else { return [] }
                    return filter.isEmpty ? titles : titles.filter { $0.contains(filter) }
                }
            }
            enum Action: Equatable { case opened, typedFilter(String), fetched(Event<FetchNews>) }

            func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                switch action {
                case .opened:
                    state.content = .loading
                    return .execute(FetchNews(), as: Action.fetched, policy: .latest)
                case .typedFilter(let text): state.filter = text
                case .fetched(.data(let titles)): state.content = .loaded(titles)
                case .fetched(.failure): state.content = .failed
                }
                return .none
            }
        }

        @Test func news() {
            let store = TestStore(News.State(), News())
            store.send(.opened)
            store.complete(FetchNews.self, with: ["Rain", "Sun"]) { $0.content = .loaded(["Rain", "Sun"]) }
            store.send(.typedFilter("S")) { $0.filter = "S" }
            #expect(store.state.shown == ["Sun"])
        }
    }

    @Suite("Guides · Coming from elsewhere") struct ComingFromTests {
        @Test("Every code block of these guides is in the tests", arguments: ["TCA", "Redux", "Elm"])
        func blocks(name: String) throws {
            let guide = try Guide(at: "Sources/Millrace/Millrace.docc/ComingFrom\(name).md")
            #expect(guide.blocks.count >= 2)
            #expect(try guide.strays(in: "Tests/Guides") == [])
        }

        @Test("Every code block of the style guide is in the tests") func style() throws {
            let guide = try Guide(at: "Sources/Millrace/Millrace.docc/StyleGuide.md")
            #expect(!guide.blocks.isEmpty)
            #expect(try guide.strays(in: "Tests/Guides") == [])
        }
    }
#endif
