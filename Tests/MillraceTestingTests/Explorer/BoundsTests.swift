#if Testing
    import Millrace
    import MillraceTesting
    import Testing

    @Suite("A search that was ended says so")
    struct BoundsTests {
        private let explorer = UndoCounter.explorer(careless: false).sometimes("eleven") { $0.state.number == 11 }

        @Test("by its depth")
        func depth() {
            let found = explorer.limit(depth: 1).explore()
            #expect(found.bound == "the bound on depth ended it")
            #expect(found.extent == "the first 3 system states")
            #expect(found.depth == 1)
            #expect(found.verdicts.map(\.name) == ["no fault", "deterministic", found.verdicts[2].name, "eleven"])
            #expect(
                found.verdicts.map(\.verdict.description) == [
                    "holds so far", "holds so far", "holds so far", "not seen so far",
                ])
            #expect(
                found.description.hasPrefix(
                    """
                    Searched the first 3 system states, by 5 steps, up to 1 from the start, where the bound on depth ended it.

                    """))
        }

        @Test("by the number of system states")
        func states() {
            let found = explorer.limit(states: 50).explore()
            #expect(found.bound == "the bound on system states ended it")
            #expect(found.extent == "the first \(found.states) system states")
            #expect(found.states >= 50 && found.states < 60)
            #expect(explorer.limit(states: 0).explore().states == 1)
        }

        @Test("by time")
        func time() {
            let found = explorer.limit(time: .zero).explore()
            #expect(found.bound == "the bound on time ended it")
            #expect(found.states == 1 && !found.isComplete)
        }

        @Test("by a violation, at the end of its level; or goes on, if that is asked for")
        func violation() {
            let explorer = explorer.never("one") { $0.state.number == 1 }.never("two") { $0.state.number == 2 }
            let first = explorer.explore()
            #expect(first.bound == "a violation ended it")
            #expect(first.depth == 1)
            #expect(first.violations.map(\.property) == ["one"])
            let all = explorer.limit(stopsAtViolation: false).explore()
            #expect(all.isComplete)
            #expect(all.violations.map(\.property) == ["one", "two"])
            #expect(all.violations.map(\.steps.count) == [1, 2])
        }

        @Test("and one that has met everything says that, with what happens")
        func complete() {
            let found = explorer.explore()
            #expect(found.isComplete && found.bound == nil)
            #expect(found.extent == "every one of \(found.states) system states")
            #expect(found.verdicts.map(\.verdict.description) == ["holds", "holds", "holds", "happens, after 2 steps"])
            guard case .happens(let example) = found.verdicts[3].verdict else {
                Testing.Issue.record("It does not happen.")
                return
            }
            #expect(example.steps == ["store.send(.add(1))", "store.send(.add(10))"])
            #expect(example.description == "eleven:\n    store.send(.add(1))\n    store.send(.add(10))")
            #expect(Explorer(Wizard.Page.booked, Wizard()).explore().extent == "the only system state")
        }
    }
#endif
