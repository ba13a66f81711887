#if Testing || App
    import Foundation
    import GuideBlocks
    import Millrace
    import MillraceTesting
    import Testing

    /// Compiles and runs the code of the guide about exploring.
    @MainActor struct ExploringGuideTests {
        @Test("Guides · a search and its counterexample")
        func search() {
            let careless = issues { Draft.explorer(policy: .concurrent).check() }
            #expect(careless.count == 1)
            #expect(
                careless.first?.text.contains("“a pending save without isSaving” is violated after 3 steps.") == true)
            let found = issues {
                let exploration = Draft.explorer(policy: .first).check()
                print(exploration)
                #expect(exploration.isComplete)
            }
            #expect(found == [])
            let warned = issues {
                Draft.explorer(policy: .first).limit(depth: 2).incompleteSearch(.warning).check()
            }
            #expect(warned.map(\.isWarning) == [true])
        }

        @Test("Guides · a search that is cancelled")
        func cancelled() async {
            let searching = Task {
                Draft.explorer(policy: .first).progress { print($0) }.explore().description
            }
            searching.cancel()
            print(await searching.value)
            #expect(await searching.value.contains("The search is not complete: it was cancelled."))
        }

        @Test("Guides · the printed test fails for the same reason")
        func printed() {
            let found = issues {
                let store = Draft.explorer(policy: .concurrent).testStore()
                store.send(.save)
                store.send(.save)
                store.complete(SaveDraft.self, with: ())
                Draft.explorer(policy: .concurrent).check("a pending save without isSaving", in: store)
            }
            #expect(found.count == 1)
            #expect(found.first?.text.contains("“a pending save without isSaving” is violated.") == true)
        }

        @Test("Guides · coverage and graph")
        func drawings() {
            let explorer = Draft.explorer(policy: .first)
            let coverage = explorer.cases { $0.isSaving ? "saving" : "idle" }.explore().coverage
            #expect(coverage.description.contains("- idle: SaveDraft.complete"))

            let graph = explorer.graph { $0.state.isSaving ? "saving" : "idle" }
            #expect(graph.mermaid.contains("s0 --> s1: save"))
        }

        @Test("Guides · random runs, and a search with several tasks")
        func large() async {
            let runs = Draft.explorer(policy: .first).checkRandomRuns(seed: 1, count: 100, steps: 50)
            #expect(runs.violations.isEmpty)
            let exploration = await Draft.explorer(policy: .first).explore(workers: 2)
            #expect(exploration.isComplete)
        }

        @Test("Guides · a search without an end")
        func endless() {
            let counting = Explorer(Presses.State(), Presses()).actions { _ in [.press] }
            let exploration = counting.limit(states: 1_000).explore()
            #expect(exploration.growingMembers.map(\.path) == ["presses"])
            #expect(exploration.bound == "it reached its limit of system states")
        }

        @Test("Guides · every code block about exploring is in the tests")
        func guide() throws {
            let guide = try Guide(at: "Sources/MillraceTesting/MillraceTesting.docc/Exploring.md")
            #expect(guide.blocks.count >= 5)
            #expect(
                try guide.strays(
                    in: "Tests/MillraceTestingTests/Explorer/ExploringGuideTests.swift",
                    "Tests/MillraceTestingTests/Explorer/Planted/AddedAfterClosing.swift") == [])
        }
    }

    struct SaveDraft: Command, Equatable {
        typealias Output = Void
        typealias Failure = NotStored
        var text: String
    }

    struct NotStored: Error, Equatable {}

    struct Draft: Reducer {
        struct State: Hashable {
            var text = ""
            var saved = ""
            var isSaving = false
        }
        enum Action: Equatable { case type(String), save, stored(Event<SaveDraft>) }

        var policy = Policy.first

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .type(let text): state.text = text
            case .save:
                state.isSaving = true
                return .execute(SaveDraft(text: state.text), as: Action.stored, policy: policy)
            case .stored(.progress): break
            case .stored(.data): (state.saved, state.isSaving) = (state.text, false)
            case .stored(.failure): state.isSaving = false
            }
            return .none
        }
    }

    /// Counts without end.
    struct Presses: Reducer {
        struct State: Hashable { var presses = 0 }
        enum Action { case press }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            state.presses += 1
            return .none
        }
    }

    extension Draft {
        static func explorer(policy: Policy) -> Explorer<Draft> {
            Explorer(State(), Draft(policy: policy), called: "Draft.explorer(policy: .\(policy))")
                .actions { state in state.text == "a" ? [.type("b"), .save] : [.type("a"), .save] }
                .outcomes(of: SaveDraft.self) { _ in [.complete(()), .fail(NotStored())] }
                .restart { State(text: $0.saved, saved: $0.saved) }
                .never("a pending save without isSaving") { $0.isPending(SaveDraft.self) && !$0.state.isSaving }
                .eventually("an end of saving", from: { $0.state.isSaving }) { !$0.state.isSaving }
                .sometimes("a saved draft") { $0.state.saved == "b" }
        }
    }
#endif
