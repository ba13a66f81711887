#if Testing
    import MillraceModules
    import Millrace
    import MillraceTesting
    import Testing

    /// A module that goes on when it has gone somewhere, told others something, and was told something.
    struct Departing: Module {
        enum Action: Equatable { case go, gone, tell, say, heard }
        typealias Input = Int
        typealias Output = String
        typealias Transition = String

        func state(for count: Int) -> Int { count }
        func receive(_ input: Int) -> Action { .heard }

        func reduce(_ count: inout Int, _ action: Action) -> Flow<Self> {
            count += 1
            switch action {
            case .go: return .transition("away").then(.send(.gone))
            case .tell: return .send(.reset, to: Navigator.Port<Sieve>("sieve"))
            case .say: return .output("bye").and(.post(Closed()))
            case .gone, .heard: return .none
            }
        }

        func route(_ transition: String) -> Route<Self> { .none }

        static var explorer: Explorer<Departing> {
            Explorer(0, Departing(), called: "Departing.explorer")
                .inputs { $0 == 4 ? [1] : [] }
                .actions { count in [0: [.go], 2: [.tell], 3: [.say]][count] ?? [] }
                .never("the end") { $0.state == 5 }
        }
    }

    @Suite(
        .failing(
            """
            “the end” does not hold. It is not true here.

                The state is:
                5

            To fix this, mend the feature.
            """))
    struct PrintedModule {
        @Test @MainActor func theEnd() {
            let store = Departing.explorer.testStore()
            store.send(.go)
            store.send(.tell)
            store.send(.say)
            store.send(.heard)
            Departing.explorer.check("the end", in: store)
        }
    }

    @Suite("Modules are explored")
    struct ModuleExplorerTests {
        @Test("with what others may tell them, and the test that is printed fails for the same reason alone")
        @MainActor func printed() throws {
            let exploration = Departing.explorer.explore()
            #expect(exploration.violations.count == 1)
            let example = try #require(exploration.violations.first)
            #expect(example.state == 5 && example.report == nil)
            #expect(try stands(example.source, in: #filePath), "This stands nowhere:\n\(example.source)")
            let store = Departing.explorer.play(example)
            #expect(store.store.state == 5)
            store.finish()
        }

        @Test("with what they start, again after a restart, as a test store does")
        @MainActor func starting() throws {
            let explorer = Explorer(Aisle().state(for: 3), Aisle())
                .outcomes(of: FetchTitles.self) { [.complete([$0.shelf])] }
                .never("titles") { !$0.state.titles.isEmpty }
            #expect(explorer.explore().violations.isEmpty)
            let example = try #require(explorer.starting().explore().violations.first)
            #expect(example.steps == ["store.complete(FetchTitles.self, with: [\"3\"])"])
            let store = explorer.starting().play(example)
            #expect(store.store.state == example.state)
            let restarting = explorer.starting().restart { _ in Aisle.State(number: 4) }
            #expect(restarting.testStore().pending as? [FetchTitles] == [FetchTitles(shelf: "3")])
            #expect(restarting.restarted(restarting.testStore()).pending as? [FetchTitles] == [FetchTitles(shelf: "4")])
            let second = restarting.never("the second") { $0.state.titles == ["4"] }.limit(stopsAtViolation: false)
            #expect(second.explore().violations.contains { $0.property == "the second" && $0.length == 2 })
        }

        @Test("and a way that leads through transitions, outputs and inputs can be said in an exhaustive test")
        @MainActor func exhaustive() {
            let found = issues {
                let store = TestStore(Departing(), with: 0)
                store.send(.go) { $0 = 1 }
                store.transition("away")
                store.receive(.gone) { $0 = 2 }
                store.send(.tell) { $0 = 3 }
                store.input(.reset, to: Navigator.Port<Sieve>("sieve"))
                store.send(.say) { $0 = 4 }
                store.output("bye")
                store.fact(Closed())
                store.send(input: 1) { $0 = 5 }
            }
            #expect(found == [])
        }
    }
#endif
