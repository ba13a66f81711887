#if Testing || App
    import MillraceModules
    import Millrace
    import MillraceTesting
    import Testing

    /// A module that advances after a transition, after an input for another module, and after an input that it
    /// receives.
    struct Departing: Module {
        enum Action: Equatable { case navigate, navigated, sendInput, sendOutput, received }
        typealias Input = Int
        typealias Output = String
        typealias Transition = String

        func state(for count: Int) -> Int { count }
        func receive(_ input: Int) -> Action { .received }

        func reduce(_ count: inout Int, _ action: Action) -> Flow<Self> {
            count += 1
            switch action {
            case .navigate: return .transition("away").then(.send(.navigated))
            case .sendInput: return .send(.reset, to: Navigator.Port<Sieve>("sieve"))
            case .sendOutput: return .output("bye").and(.post(Closed()))
            case .navigated, .received: return .none
            }
        }

        func route(_ transition: String) -> Route<Self> { .none }

        static var explorer: Explorer<Departing> {
            Explorer(0, Departing(), called: "Departing.explorer")
                .inputs { $0 == 4 ? [1] : [] }
                .actions { count in [0: [.navigate], 2: [.sendInput], 3: [.sendOutput]][count] ?? [] }
                .never("the end") { $0.state == 5 }
        }
    }

    @Suite(
        .failing(
            """
            “the end” is violated. Its condition is false in this state.

                The state is:
                5

            To fix this, fix the feature.
            """))
    struct PrintedModule {
        @Test @MainActor func theEnd() {
            let store = Departing.explorer.testStore()
            store.send(.navigate)
            store.send(.sendInput)
            store.send(.sendOutput)
            store.send(.received)
            Departing.explorer.check("the end", in: store)
        }
    }

    @Suite("Exploration of modules")
    struct ModuleExplorerTests {
        @Test("inputs from other modules are searched, and the printed test fails for the same reason")
        @MainActor func printed() throws {
            let exploration = Departing.explorer.explore()
            #expect(exploration.violations.count == 1)
            let example = try #require(exploration.violations.first)
            #expect(example.state == 5 && example.report == nil)
            #expect(
                try isWritten(example.source, in: #filePath), "The file does not contain this test:\n\(example.source)")
            let store = Departing.explorer.play(example)
            #expect(store.store.state == 5)
            store.finish()
        }

        @Test("the start flow is performed, again after a restart, as in a test store")
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

        @Test("the steps through transitions, outputs and inputs can be written as an exhaustive test")
        @MainActor func exhaustive() {
            let found = issues {
                let store = TestStore(Departing(), with: 0)
                store.send(.navigate) { $0 = 1 }
                store.transition("away")
                store.receive(.navigated) { $0 = 2 }
                store.send(.sendInput) { $0 = 3 }
                store.input(.reset, to: Navigator.Port<Sieve>("sieve"))
                store.send(.sendOutput) { $0 = 4 }
                store.output("bye")
                store.fact(Closed())
                store.send(input: 1) { $0 = 5 }
            }
            #expect(found == [])
        }
    }
#endif
