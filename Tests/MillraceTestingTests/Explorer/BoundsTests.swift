#if Testing || App
    import Millrace
    import MillraceTesting
    import Testing

    @Suite("Limits of a search")
    struct BoundsTests {
        private let explorer = UndoCounter.explorer(careless: false).sometimes("eleven") { $0.state.number == 11 }

        @Test("a search reports its limit of depth")
        func depth() {
            let found = explorer.limit(depth: 1).explore()
            #expect(found.bound == "it reached its limit of steps from the start")
            #expect(found.extent == "the first 3 system states")
            #expect(found.depth == 1)
            #expect(found.verdicts.map(\.name) == ["no fault", "deterministic", found.verdicts[2].name, "eleven"])
            #expect(
                found.verdicts.map(\.verdict.description) == [
                    "holds so far", "holds so far", "holds so far", "not found so far",
                ])
            #expect(
                found.description.contains(
                    "\nThe search is not complete: it reached its limit of steps from the start.\n"))
            #expect(
                found.description.hasPrefix(
                    """
                    Searched the first 3 system states with 5 steps, at most 1 step from the start.

                    """))
        }

        @Test("a search reports its limit of system states")
        func states() {
            let found = explorer.limit(states: 50).explore()
            #expect(found.bound == "it reached its limit of system states")
            #expect(found.extent == "the first \(found.states) system states")
            #expect(found.states >= 50 && found.states < 60)
            #expect(explorer.limit(states: 0).explore().states == 1)
        }

        @Test("a search reports its time limit")
        func time() {
            let found = explorer.limit(time: .zero).explore()
            #expect(found.bound == "it reached its time limit")
            #expect(found.states == 1 && !found.isComplete)
        }

        @Test("a search ends after the level of a violation, or continues if requested")
        func violation() {
            let explorer = explorer.never("one") { $0.state.number == 1 }.never("two") { $0.state.number == 2 }
            let first = explorer.explore()
            #expect(first.bound == "it ended at a violation")
            #expect(first.depth == 1)
            #expect(first.violations.map(\.property) == ["one"])
            let all = explorer.limit(stopsAtViolation: false).explore()
            #expect(all.isComplete)
            #expect(all.violations.map(\.property) == ["one", "two"])
            #expect(all.violations.map(\.steps.count) == [1, 2])
        }

        @Test("a complete search reports that it is complete, with all examples")
        func complete() {
            let found = explorer.explore()
            #expect(found.isComplete && found.bound == nil)
            #expect(found.extent == "all \(found.states) system states")
            #expect(found.verdicts.map(\.verdict.description) == ["holds", "holds", "holds", "happens after 2 steps"])
            guard case .happens(let example) = found.verdicts[3].verdict else {
                Testing.Issue.record("The property must happen.")
                return
            }
            #expect(example.steps == ["store.send(.add(1))", "store.send(.add(10))"])
            #expect(example.description == "eleven:\n    store.send(.add(1))\n    store.send(.add(10))")
            #expect(Explorer(Wizard.Page.booked, Wizard()).explore().extent == "the only system state")
        }
    }
#endif
