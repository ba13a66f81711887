#if Testing || App
    import MillraceModules
    import Foundation
    import GuideBlocks
    import Millrace
    import MillraceTesting
    import Testing

    /// Compiles and runs the code of the guide about testing.
    @MainActor struct GuideTests {
        @Test("Guides · a test, its commands, their effects, and outputs")
        func features() {
            let found = issues {
                let store = TestStore(Finder.State(), Finder())
                store.send(.look) { $0.isLooking = true }

                store.expect(Find(text: ""))
                store.complete(Find.self, with: ["Dune"]) {
                    $0.books = ["Dune"]
                    $0.isLooking = false
                }

                store.send(.type("Em")) { $0.text = "Em" }
                store.send(.type("Emma")) { $0.text = "Emma" }
                store.clock.advance(by: .milliseconds(300))
                store.receive(.look) { $0.isLooking = true }
                store.fail(Find(text: "Emma"), with: Unreachable())
                store.clock.advance(by: .seconds(2))
                store.complete(Find(text: "Emma"), with: ["Emma"]) {
                    $0.books = ["Emma"]
                    $0.isLooking = false
                }

                store.send(.choose("Emma"))
                store.output(.chose("Emma"))
                store.fact(Read(book: "Emma"))

                store.send(.look) { $0.isLooking = true }
                store.send(.close)
                store.finish()
            }
            #expect(found == [])
        }

        @Test("Guides · modules")
        func modules() {
            let found = issues {
                let store = TestStore(Wishes(), with: "Emma")
                store.complete(Find(text: "Emma"), with: ["Dune"]) { $0.books = ["Dune"] }
                store.send(.choose("Dune"))
                store.transition(.book("Dune"))
                store.send(input: .clear) { $0.books = [] }
                store.input(.reset, to: Wishes.filter)
            }
            #expect(found == [])
            #expect(Wishes().operations(for: .book("Dune")) == [.show(Pages(), with: "Dune")])
        }

        @Test("Guides · exhaustivity")
        func lessSaid() {
            let found = issues {
                let store = TestStore(Finder.State(), Finder())
                store.exhaustivity = .off(showingSkipped: false)
                store.send(.type("Dune"))
                store.withExhaustivity(.on) { store.send(.type("Emma")) { $0.text = "Emma" } }
            }
            #expect(found == [])
        }

        @Test("Guides · time")
        func time() {
            let found = issues {
                let store = TestStore(Finder.State(), Finder())
                store.send(.type("Dune")) { $0.text = "Dune" }
                store.clock.advance(by: .milliseconds(299))
                #expect(store.pending.isEmpty)
                store.clock.advance(by: .milliseconds(1))
                store.receive(.look) { $0.isLooking = true }
                store.complete(Find(text: "Dune"), with: []) { $0.isLooking = false }
            }
            #expect(found == [])
        }

        @Test("Guides · handlers")
        func handlers() async {
            let found = await issues {
                let store = TestStore(Finder.State(), Finder())
                store.handle(Find.self) { command in
                    await Task.yield()
                    return [command.text]
                }
                store.send(.look) { $0.isLooking = true }
                await store.settle()
                store.receive(.found(.data([""]))) {
                    $0.books = [""]
                    $0.isLooking = false
                }
                await store.finish()
            }
            #expect(found == [])
        }

        @Test("Guides · every code block about testing is in the tests")
        func blocks() throws {
            let guide = try Guide(at: "Sources/MillraceTesting/MillraceTesting.docc/Testing.md")
            #expect(guide.blocks.count == 12)
            #expect(try guide.strays(in: "Tests/MillraceTestingTests/GuideTests.swift") == [])
        }
    }

    struct Find: Command, Equatable {
        typealias Output = [String]
        var text: String
    }

    struct Read: Fact, Equatable { var book: String }

    struct Finder: Reducer {
        struct State: Equatable { var text = ""; var books: [String] = []; var isLooking = false }
        enum Action { case type(String), look, found(Event<Find>), choose(String), close }
        enum Output { case chose(String) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .type(let text):
                state.text = text
                return .debounce(.milliseconds(300), id: "typing", .send(.look))
            case .look:
                state.isLooking = true
                let find = Find(text: state.text)
                return .execute(find, as: Action.found, policy: .latest, retry: .times(1, delay: .seconds(2)))
            case .found(.progress): break
            case .found(.data(let books)): (state.books, state.isLooking) = (books, false)
            case .found(.failure): (state.books, state.isLooking) = ([], false)
            case .choose(let book): return .output(.chose(book)).and(.post(Read(book: book)))
            case .close: return .cancel("typing").and(.cancel(Find.self))
            }
            return .none
        }
    }

    struct Wishes: Module {
        struct State: Equatable { let reader: String; var books: [String] = [] }
        enum Action { case found(Event<Find>), choose(String), clear }
        enum Input { case clear }
        enum Transition { case book(String) }

        static let filter = Navigator.Port<Filter>("filter")

        func state(for reader: String) -> State { State(reader: reader) }
        func start(_ state: State) -> Flow<Self> { .execute(Find(text: state.reader), as: Action.found) }
        func receive(_ input: Input) -> Action { .clear }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .found(.data(let books)): state.books = books
            case .found: break
            case .choose(let book): return .transition(.book(book))
            case .clear:
                state.books = []
                return .send(.reset, to: Self.filter)
            }
            return .none
        }

        func route(_ transition: Transition) -> Route<Self> {
            switch transition {
            case .book(let book): .show(Pages(), with: book)
            }
        }
    }

    struct Filter: Module {
        enum Action { case reset }
        typealias Input = Action
        func state(for requirement: Void) -> Bool { false }
        func receive(_ input: Action) -> Action { input }
        func reduce(_ state: inout Bool, _ action: Action) -> Flow<Self> { .none }
    }

    struct Pages: Module {
        func state(for title: String) -> String { title }
        func reduce(_ title: inout String, _ action: Never) -> Flow<Self> {}
    }
#endif
