#if Testing
    import Millrace
    import MillraceTesting
    import Testing

    @Suite("Random runs find what a search finds")
    struct RandomRunTests {
        @Test("a run finds what is planted, and makes the way as short as a search does")
        func finds() {
            let found = SearchField.explorer(careless: true).randomRuns(seed: 1, count: 200, steps: 50).violations
            #expect(found.map(\.example.property) == ["in the end the results are those of the text"])
            let searched = SearchField.explorer(careless: true).explore().violations
            #expect(found.first?.example.length == searched.first?.length)
            #expect(SearchField.explorer(careless: false).randomRuns(seed: 1, count: 200, steps: 50).violations.isEmpty)
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

        // What is under way is put in the order in which it was first asked for. That must be the order of this run, and
        // not that of those before it.
        @Test("the seed that is told finds it again, alone")
        func again() {
            let explorer = SearchField.explorer(careless: true)
            for seed in UInt64(0)..<15 {
                for (seed, example) in explorer.randomRuns(seed: seed, count: 30, steps: 20).violations {
                    let again = explorer.randomRuns(seed: seed, count: 1, steps: 20).violations
                    #expect(again.map(\.seed) == [seed])
                    #expect(again.map(\.example.steps) == [example.steps])
                }
            }
        }

        @Test("without a seed it takes one, and says which")
        func anySeed() {
            let explorer = Cart.explorer(careless: true)
            let found = explorer.randomRuns(count: 50)
            let again = explorer.randomRuns(seed: found.seed, count: 50)
            #expect(again.steps == found.steps)
            #expect(again.violations.map(\.seed) == found.violations.map(\.seed))
        }

        @Test("no run, and no step")
        func none() {
            let explorer = Cart.explorer(careless: true)
            #expect(explorer.randomRuns(count: 0).count == 0)
            #expect(explorer.randomRuns(count: -1).steps == 0)
            #expect(explorer.randomRuns(count: 3, steps: -1).steps == 0)
        }

        @Test("it says what it did not see")
        func unseen() {
            let explorer = Cart.explorer(careless: false)
                .sometimes("an order") { $0.state.orders > 0 }
                .sometimes("a thousand orders") { $0.state.orders == 1_000 }
            #expect(explorer.randomRuns(seed: 1, count: 100, steps: 30).unseen == ["a thousand orders"])
        }

        @Test("it finds a dead end")
        func deadEnd() {
            let found = Wizard.explorer(careless: true).randomRuns(seed: 1, count: 100).violations
            #expect(found.map(\.example.property) == ["no dead end"])
            #expect(found.map(\.example.steps) == [["store.send(.next)", "store.clock.advanceToNext()"]])
        }

        @Test("it finds a fault, with what was reported")
        func fault() {
            let found = Shelves.explorer.randomRuns(seed: 1, count: 100).violations
            #expect(found.map(\.example.steps) == [["store.send(.close)", "store.send(.item(.tick))"]])
            #expect(found.first?.example.report?.contains("was sent to the child Item") == true)
        }

        @Test("it finds a reducer that depends on more than what it is given")
        func another() {
            let found = Drawing.explorer.randomRuns(seed: 1, count: 100).violations
            #expect(found.map(\.example.property) == ["deterministic"])
            #expect(found.map(\.example.steps) == [["store.send(.draw)"]])
        }

        @Test("a failure says the seed that finds it again") @MainActor
        func text() {
            let line: UInt = #line + 1
            let found = issues { Cart.explorer(careless: true).checkRandomRuns(seed: 1, count: 100, steps: 20) }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            “two orders at once” does not hold: 2 steps show it. Cart.explorer(careless: true).checkRandomRuns(seed: 2, \
                            count: 1, steps: 20) finds it again.

                                store.send(.submit)
                                store.send(.submit)

                                The state is then:
                                Cart.State(
                                  items: 0,
                                  orders: 0,
                                  isSubmitting: true,
                                  hasFailed: false
                                )

                                These commands are pending:
                                PlaceOrder(items: 0)
                                PlaceOrder(items: 0)

                                As a test, which fails for the same reason:
                                @Test @MainActor func twoOrdersAtOnce() {
                                    let store = Cart.explorer(careless: true).testStore()
                                    store.send(.submit)
                                    store.send(.submit)
                                    Cart.explorer(careless: true).check("two orders at once", in: store)
                                }

                            To fix this, mend the feature, or say more exactly what can happen and what must hold.
                            """)
                ])
        }
    }
#endif
