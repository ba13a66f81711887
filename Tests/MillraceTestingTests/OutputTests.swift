#if Testing || App
    import Millrace
    import MillraceTesting
    import Testing

    @MainActor struct OutputTests {
        private func shelf() -> TestStore<Shelf> { TestStore(Shelf.State(), Shelf()) }

        @Test("Outputs · outputs and facts are asserted, each kind in its order")
        func right() {
            let found = issues {
                let store = shelf()
                store.send(.open(.dune))
                store.output(.chosen("Dune"))
                store.fact(Opened(title: "Dune"))
                store.send(
                    .do(.post(Closed()).and(.output(.done)).and(.post(Opened(title: "Emma"))).and(.output(.done))))
                store.fact(Closed())
                store.fact(Opened(title: "Emma"))
                store.output(.done)
                store.output(.done)
            }
            #expect(found == [])
        }

        @Test("Outputs · the test's own facts and other stores' outputs need not be asserted")
        func others() {
            let found = issues {
                let store = shelf()
                store.engine.post(Closed())
                let other = Store(Shelf.State(), Shelf(), on: store.engine)
                other.perform(.output(.done))
            }
            #expect(found == [])
        }

        @Test("Outputs · unasserted outputs and facts fail the test at the line that caused them")
        func left() {
            let line: UInt = #line
            let found = issues {
                let store = shelf()
                store.send(.open(.dune))
                store.send(.ignored)
            }
            #expect(
                found == [
                    Issue(
                        line: line + 3,
                        text: """
                            This caused an output that the test did not assert before send(.ignored) \
                            (OutputTests.swift:\(line + 4)).

                                .chosen("Dune")

                            Caused by:
                                action .open(Book(title: "Dune")) (OutputTests.swift:\(line + 3))
                                output .chosen("Dune")

                            To fix this, add store.output(…) for each, in this order, or fix the reducer.
                            """),
                    Issue(
                        line: line + 3,
                        text: """
                            This caused a fact that the test did not assert before send(.ignored) \
                            (OutputTests.swift:\(line + 4)).

                                Opened(title: "Dune")

                            Caused by:
                                action .open(Book(title: "Dune")) (OutputTests.swift:\(line + 3))
                                fact Opened(title: "Dune")

                            To fix this, add store.fact(…) for each, in this order, or fix the reducer.
                            """),
                ])
        }

        @Test("Outputs · a different output or fact fails with the difference")
        func wrong() {
            let line: UInt = #line
            let found = issues {
                let store = shelf()
                store.send(.open(.dune))
                store.output(.done)
                store.fact(Closed())
            }
            #expect(
                found == [
                    Issue(
                        line: line + 4,
                        text: """
                            output(.done) failed: the next output is a different one.

                                - Shelf.Output.done
                                + Shelf.Output.chosen("Dune")

                                (- expected, + actual)

                            Caused by:
                                action .open(Book(title: "Dune")) (OutputTests.swift:\(line + 3))
                                output .chosen("Dune")

                            To fix this, assert the outputs in the order in which they occurred, or fix the reducer.
                            """),
                    Issue(
                        line: line + 5,
                        text: """
                            fact(Closed()) failed: the next fact is a different one.

                                - Closed()
                                + Opened(title: "Dune")

                                (- expected, + actual)

                            Caused by:
                                action .open(Book(title: "Dune")) (OutputTests.swift:\(line + 3))
                                fact Opened(title: "Dune")

                            To fix this, assert the facts in the order in which they occurred, or fix the reducer.
                            """),
                ])
        }

        @Test("Outputs · asserting a missing output, fact or fault fails")
        func nothing() {
            let line: UInt = #line
            let found = issues {
                let store = shelf()
                store.output(.done)
                store.fact(Closed())
                store.fault(.noHandler)
            }
            #expect(
                found == [
                    Issue(
                        line: line + 3,
                        text: """
                            output(.done) failed: there is no output left to assert. No command is pending.

                            To fix this, first make the call that causes the output, such as store.complete(…, with: …) or store.clock.advance(by: …), or remove this line.
                            """),
                    Issue(
                        line: line + 4,
                        text: """
                            fact(Closed()) failed: there is no fact left to assert. No command is pending.

                            To fix this, first make the call that causes the fact, such as store.complete(…, with: …) or store.clock.advance(by: …), or remove this line.
                            """),
                    Issue(
                        line: line + 5,
                        text: """
                            fault(.noHandler) failed: there is no fault left to assert. No command is pending.

                            To fix this, first make the call that causes the fault, such as store.complete(…, with: …) or store.clock.advance(by: …), or remove this line.
                            """),
                ])
        }

        @Test("Outputs · an unasserted fault fails the test, exhaustive or not")
        func faults() {
            let line: UInt = #line
            let found = issues {
                let store = TestStore(0, Careless())
                store.send(1)
                store.fault(.custom)
                store.exhaustivity = .off
                store.send(2)
                store.send(3)
                store.fault(.noHandler)
            }
            #expect(
                found == [
                    Issue(
                        line: line + 6,
                        text: """
                            This caused a fault that the test did not assert before send(3) \
                            (OutputTests.swift:\(line + 7)).

                                There were 2. A child was added. Count again.

                            To fix this, do what the fault says, or add store.fault(.custom) if the test expects the fault.
                            """),
                    Issue(
                        line: line + 8,
                        text: """
                            fault(.noHandler) failed: the next fault is a different one.

                                Fault(
                                  kind: Fault.Kind(name: "custom"),
                                  problem: "There were 3.",
                                  cause: "A child was added.",
                                  fix: "Count again."
                                )

                            To fix this, assert the faults in the order in which they occurred, or fix the reducer.
                            """),
                ])
        }

        @Test("Outputs · an endless loop is a fault, with its chain of causes")
        func runaway() {
            struct Endless: Reducer {
                func reduce(_ turns: inout Int, _ action: Bool) -> Flow<Self> {
                    turns += 1
                    return .send(action)
                }
            }
            let found = issues {
                let store = TestStore(0, Endless())
                store.exhaustivity = .off
                store.engine.turnsPerSlice = 1000
                store.send(true)
                store.fault(.runaway)
            }
            #expect(found == [])
        }

        @Test("Outputs · a reducer without outputs passes")
        func never() {
            let found = issues {
                let store = TestStore(0, Counter())
                store.send(1) { $0 = 1 }
            }
            #expect(found == [])
        }
    }

    /// Reports a fault for each number.
    struct Careless: Reducer {
        func reduce(_ count: inout Int, _ number: Int) -> Flow<Self> {
            .fault(.custom("There were \(number).", cause: "A child was added.", fix: "Count again."))
        }
    }
#endif
