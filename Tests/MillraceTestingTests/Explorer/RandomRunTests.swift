#if Testing || App
    import Millrace
    import MillraceTesting
    import TestSupport
    import Testing

    @Suite("Random runs")
    struct RandomRunTests {
        @Test("a run finds a planted bug, and shortens the counterexample as much as a search")
        func finds() {
            let found = SearchField.explorer(careless: true).randomRuns(seed: 1, count: repetitions(200), steps: 50)
                .violations
            #expect(found.map(\.example.property) == ["in the end the results are those of the text"])
            let searched = SearchField.explorer(careless: true).explore().violations
            #expect(found.first?.example.length == searched.first?.length)
            let correct = SearchField.explorer(careless: false).randomRuns(seed: 1, count: repetitions(200), steps: 50)
            #expect(correct.violations.isEmpty)
        }

        @Test("the same seed gives the same runs", arguments: [0, 1, UInt64.max])
        func same(_ seed: UInt64) {
            let explorer = Payment.explorer(careless: true)
            let (one, other) = (explorer.randomRuns(seed: seed, count: 20), explorer.randomRuns(seed: seed, count: 20))
            #expect(one.seed == seed && other.seed == seed)
            #expect(one.count == 20 && other.count == 20)
            #expect(one.steps == other.steps)
            #expect(one.violations.map(\.seed) == other.violations.map(\.seed))
            #expect(one.violations.map(\.example.steps) == other.violations.map(\.example.steps))
        }

        // Effects in flight are sorted by their first request in this run, not in earlier runs.
        @Test("the seed in the result finds the violation again in one run")
        func again() {
            let explorer = SearchField.explorer(careless: true)
            for seed in UInt64(0)..<(isSanitized ? 3 : 15) {
                for (seed, example) in explorer.randomRuns(seed: seed, count: 30, steps: 20).violations {
                    let again = explorer.randomRuns(seed: seed, count: 1, steps: 20).violations
                    #expect(again.map(\.seed) == [seed])
                    #expect(again.map(\.example.steps) == [example.steps])
                }
            }
        }

        @Test("without a seed, the result contains a random one")
        func anySeed() {
            let explorer = Cart.explorer(careless: true)
            let found = explorer.randomRuns(count: 50)
            let again = explorer.randomRuns(seed: found.seed, count: 50)
            #expect(again.steps == found.steps)
            #expect(again.violations.map(\.seed) == found.violations.map(\.seed))
        }

        @Test("zero runs and zero steps are possible")
        func none() {
            let explorer = Cart.explorer(careless: true)
            #expect(explorer.randomRuns(count: 0).count == 0)
            #expect(explorer.randomRuns(count: -1).steps == 0)
            #expect(explorer.randomRuns(count: 3, steps: -1).steps == 0)
        }

        @Test("the result contains properties that never happened")
        func unseen() {
            let explorer = Cart.explorer(careless: false)
                .sometimes("an order") { $0.state.orders > 0 }
                .sometimes("a thousand orders") { $0.state.orders == 1_000 }
            #expect(explorer.randomRuns(seed: 1, count: 100, steps: 30).unseen == ["a thousand orders"])
        }

        @Test("a run finds a dead end")
        func deadEnd() {
            let found = Wizard.explorer(careless: true).randomRuns(seed: 1, count: 100).violations
            #expect(found.map(\.example.property) == ["no dead end"])
            #expect(found.map(\.example.steps) == [["store.send(.next)", "store.clock.advanceToNext()"]])
        }

        @Test("a run finds a fault, and reports it")
        func fault() {
            let found = Shelves.explorer.randomRuns(seed: 1, count: 100).violations
            #expect(found.map(\.example.steps) == [["store.send(.close)", "store.send(.item(.tick))"]])
            #expect(found.first?.example.report?.contains("The child Item does not exist") == true)
        }

        @Test("a run finds a nondeterministic reducer")
        func another() {
            let found = Drawing.explorer.randomRuns(seed: 1, count: 100).violations
            #expect(found.map(\.example.property) == ["deterministic"])
            #expect(found.map(\.example.steps) == [["store.send(.draw)"]])
        }

        @Test("a failure contains the seed that reproduces it") @MainActor
        func text() {
            let line: UInt = #line + 1
            let found = issues { Cart.explorer(careless: true).checkRandomRuns(seed: 1, count: 100, steps: 20) }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            “two orders at once” is violated after 2 steps. To reproduce it, run Cart.explorer(careless: true).checkRandomRuns(seed: 2, count: 1, steps: 20).

                                store.send(.submit)
                                store.send(.submit)

                                The state after these steps:
                                Cart.State(
                                  items: 0,
                                  orders: 0,
                                  isSubmitting: true,
                                  hasFailed: false
                                )

                                These commands are pending:
                                PlaceOrder(items: 0)
                                PlaceOrder(items: 0)

                                This test fails for the same reason:
                                @Test @MainActor func twoOrdersAtOnce() {
                                    let store = Cart.explorer(careless: true).testStore()
                                    store.send(.submit)
                                    store.send(.submit)
                                    Cart.explorer(careless: true).check("two orders at once", in: store)
                                }

                            To fix this, fix the feature, or make the explorer's inputs and properties more precise.
                            """)
                ])
        }
    }
#endif
