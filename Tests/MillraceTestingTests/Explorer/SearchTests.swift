#if Testing
    import Millrace
    import MillraceTesting
    import Testing

    @Suite("The explorer meets every system state")
    struct SearchTests {
        @Test("two-phase commit has the system states that Stateright publishes", arguments: [(3, 288), (5, 8832)])
        func counts(_ resources: Int, _ states: Int) {
            let exploration = TwoPhaseCommit.explorer(resources: resources).explore()
            #expect(exploration.states == states)
            #expect(exploration.isComplete)
            #expect(exploration.violations.isEmpty)
        }

        // The canonical form of that example leaves some states apart that are alike, so what it comes to depends on the
        // order of the search: Stateright's takes the last action first. With a form that is complete it does not.
        @Test("with the symmetry of that example five resources have 665, and with a complete one 314")
        func symmetry() {
            let explorer = TwoPhaseCommit.explorer(resources: 5)
            let backward = explorer.actions { TwoPhaseCommit.actions($0).reversed() }
            #expect(backward.symmetry(TwoPhaseCommit.sorted).explore().states == 665)
            #expect(explorer.symmetry(TwoPhaseCommit.canonical).explore().states == 314)
            #expect(backward.symmetry(TwoPhaseCommit.canonical).explore().states == 314)
        }

        @Test("several tasks meet the same system states", arguments: [2, 3, 8])
        func workers(_ workers: Int) async {
            let explorer = TwoPhaseCommit.explorer(resources: 5)
            let (alone, together) = (explorer.explore(), await explorer.explore(workers: workers))
            #expect(together.states == alone.states)
            #expect(together.transitions == alone.transitions)
            #expect(together.depth == alone.depth)
            #expect(together.coverage == alone.coverage)
            #expect(together.verdicts.map(\.verdict.description) == alone.verdicts.map(\.verdict.description))
        }

        @Test("what it has searched is said in honest words")
        func words() {
            let explorer = TwoPhaseCommit.explorer(resources: 3)
            #expect(explorer.explore().extent == "every one of 288 system states")
            let few = explorer.limit(states: 100).explore()
            #expect(few.extent == "the first \(few.states) system states")
            #expect(few.states >= 100)
            #expect(!few.isComplete)
            #expect(explorer.limit(depth: 2).explore().depth == 2)
            #expect(explorer.limit(depth: 0).explore().states == 1)
        }
    }
#endif
