#if Testing
    import Millrace
    import MillraceTesting
    import Testing

    @MainActor struct OutputTests {
        private func shelf() -> TestStore<Shelf> { TestStore(Shelf.State(), Shelf()) }

        @Test("Outputs · outputs and facts are asserted in the order of their kind")
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

        @Test("Outputs · what the test itself posts, and what another store tells, is not the store's to assert")
        func others() {
            let found = issues {
                let store = shelf()
                store.engine.post(Closed())
                let other = Store(Shelf.State(), Shelf(), on: store.engine)
                other.perform(.output(.done))
            }
            #expect(found == [])
        }

        @Test("Outputs · outputs and facts that are left fail at the line that caused them")
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
                            This led to an output, of which the test says nothing before send(.ignored) \
                            (OutputTests.swift:\(line + 4)).

                                .chosen("Dune")

                            It came of:
                                action .open(Book(title: "Dune")) (OutputTests.swift:\(line + 3))
                                output .chosen("Dune")

                            To fix this, write store.output(…) for each, in this order, or mend the reducer.
                            """),
                    Issue(
                        line: line + 3,
                        text: """
                            This led to a fact, of which the test says nothing before send(.ignored) \
                            (OutputTests.swift:\(line + 4)).

                                Opened(title: "Dune")

                            It came of:
                                action .open(Book(title: "Dune")) (OutputTests.swift:\(line + 3))
                                fact Opened(title: "Dune")

                            To fix this, write store.fact(…) for each, in this order, or mend the reducer.
                            """),
                ])
        }

        @Test("Outputs · another output or fact fails with the difference")
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
                            output(.done) finds another output.

                                - Shelf.Output.done
                                + Shelf.Output.chosen("Dune")

                                (- expected, + there)

                            It came of:
                                action .open(Book(title: "Dune")) (OutputTests.swift:\(line + 3))
                                output .chosen("Dune")

                            To fix this, speak of what happened, in the order in which it happened, or mend the \
                            reducer.
                            """),
                    Issue(
                        line: line + 5,
                        text: """
                            fact(Closed()) finds another fact.

                                - Closed()
                                + Opened(title: "Dune")

                                (- expected, + there)

                            It came of:
                                action .open(Book(title: "Dune")) (OutputTests.swift:\(line + 3))
                                fact Opened(title: "Dune")

                            To fix this, speak of what happened, in the order in which it happened, or mend the \
                            reducer.
                            """),
                ])
        }

        @Test("Outputs · an output, a fact or a fault that is not there fails")
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
                            output(.done) finds no output that is left. No command is pending.

                            To fix this, do what leads to it before, such as store.complete(…, with: …) or \
                            store.clock.advance(by: …), or leave the line out.
                            """),
                    Issue(
                        line: line + 4,
                        text: """
                            fact(Closed()) finds no fact that is left. No command is pending.

                            To fix this, do what leads to it before, such as store.complete(…, with: …) or \
                            store.clock.advance(by: …), or leave the line out.
                            """),
                    Issue(
                        line: line + 5,
                        text: """
                            fault(.noHandler) finds no fault that is left. No command is pending.

                            To fix this, do what leads to it before, such as store.complete(…, with: …) or \
                            store.clock.advance(by: …), or leave the line out.
                            """),
                ])
        }

        @Test("Outputs · a fault fails the test, exhaustive or not, unless the test asserts it")
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
                            This led to a fault, of which the test says nothing before send(3) \
                            (OutputTests.swift:\(line + 7)).

                                There were 2. A child was added. Count again.

                            To fix this, mend the wiring as it says, or write store.fault(.custom) where the fault \
                            is what you test.
                            """),
                    Issue(
                        line: line + 8,
                        text: """
                            fault(.noHandler) finds another fault.

                                Fault(
                                  kind: Fault.Kind(name: "custom"),
                                  problem: "There were 3.",
                                  cause: "A child was added.",
                                  fix: "Count again."
                                )

                            To fix this, speak of what happened, in the order in which it happened, or mend the \
                            reducer.
                            """),
                ])
        }

        @Test("Outputs · a loop without end is a fault, with its chain")
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

        @Test("Outputs · a reducer without outputs has none to assert")
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
