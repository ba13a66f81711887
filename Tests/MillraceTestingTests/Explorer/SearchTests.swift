#if Testing || App
    import Millrace
    import MillraceTesting
    import Testing

    @Suite("Completeness of a search")
    struct SearchTests {
        @Test("two-phase commit has the system states that Stateright publishes", arguments: [(3, 288), (5, 8832)])
        func counts(_ resources: Int, _ states: Int) {
            let exploration = TwoPhaseCommit.explorer(resources: resources).explore()
            #expect(exploration.states == states)
            #expect(exploration.isComplete)
            #expect(exploration.violations.isEmpty)
        }

        // The canonical form in Stateright's example does not merge all symmetric states, so the number of states
        // depends on the order of the search. Stateright takes the last action first. With a complete canonical form,
        // the number does not depend on the order.
        @Test("five resources have 665 states with the example's symmetry, and 314 with a complete one")
        func symmetry() {
            let explorer = TwoPhaseCommit.explorer(resources: 5)
            let backward = explorer.actions { TwoPhaseCommit.actions($0).reversed() }
            #expect(backward.symmetry(TwoPhaseCommit.sorted).explore().states == 665)
            #expect(explorer.symmetry(TwoPhaseCommit.canonical).explore().states == 314)
            #expect(backward.symmetry(TwoPhaseCommit.canonical).explore().states == 314)
        }

        @Test("several tasks reach the same system states", arguments: [2, 3, 8])
        func workers(_ workers: Int) async {
            let explorer = TwoPhaseCommit.explorer(resources: 5)
            let (alone, together) = (explorer.explore(), await explorer.explore(workers: workers))
            #expect(together.states == alone.states)
            #expect(together.transitions == alone.transitions)
            #expect(together.depth == alone.depth)
            #expect(together.coverage == alone.coverage)
            #expect(together.verdicts.map(\.verdict.description) == alone.verdicts.map(\.verdict.description))
        }

        @Test("the extent says what was searched")
        func words() {
            let explorer = TwoPhaseCommit.explorer(resources: 3)
            #expect(explorer.explore().extent == "all 288 system states")
            let few = explorer.limit(states: 100).explore()
            #expect(few.extent == "the first \(few.states) system states")
            #expect(few.states >= 100)
            #expect(!few.isComplete)
            #expect(explorer.limit(depth: 2).explore().depth == 2)
            #expect(explorer.limit(depth: 0).explore().states == 1)
        }
    }
#endif
