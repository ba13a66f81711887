#if Testing || App
    import Millrace
    import MillraceTesting
    import Testing

    @Suite("Failures of a check") @MainActor
    struct CheckTests {
        @Test("a violated property is reported with the steps and a test")
        func violated() {
            let line: UInt = #line + 1
            let found = issues { Gallery.explorer(careless: true).check() }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            “pictures are in order” is violated after 3 steps. No shorter path exists. The search reached the first 7 \
                            system states.

                                store.send(.scroll)
                                store.send(.scroll)
                                store.complete(Gallery.FetchPage(number: 2), with: ["cat", "dog"])

                                The state after these steps:
                                Gallery.State(
                                  pages: 2,
                                  pictures: [
                                    [0]: "cat",
                                    [1]: "dog"
                                  ]
                                )

                                These commands are pending:
                                FetchPage(number: 1)

                                This test fails for the same reason:
                                @Test @MainActor func picturesAreInOrder() {
                                    let store = Gallery.explorer(careless: true).testStore()
                                    store.send(.scroll)
                                    store.send(.scroll)
                                    store.complete(Gallery.FetchPage(number: 2), with: ["cat", "dog"])
                                    Gallery.explorer(careless: true).check("pictures are in order", in: store)
                                }

                            To fix this, fix the feature, or make the explorer's inputs and properties more precise.
                            """)
                ])
        }

        @Test("a cycle without the goal is reported")
        func round() {
            let line: UInt = #line + 1
            let found = issues { Insisting.explorer.check() }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            “in the house” is violated after 2 steps, and the last one can repeat forever. The search reached all 3 system states.

                                store.send(.knock)
                                store.fail(Insisting.Knock.self, with: Insisting.Away())

                                The state after these steps:
                                Insisting.State.knocking

                                These commands are pending:
                                Knock()

                                This test fails for the same reason:
                                @Test @MainActor func inTheHouse() {
                                    let store = Insisting.explorer.testStore()
                                    store.send(.knock)
                                    let round = Insisting.explorer.systemState(of: store)
                                    store.fail(Insisting.Knock.self, with: Insisting.Away())
                                    Insisting.explorer.check("in the house", in: store, since: round)
                                }

                            To fix this, fix the feature, or make the explorer's inputs and properties more precise.
                            """)
                ])
            #expect(Insisting.explorer.explore().violations.map(\.cycle) == [1])
        }

        @Test("a path that ends without the goal is reported")
        func ends() {
            let explorer = Insisting.explorer.outcomes(of: Insisting.Knock.self) { _ in [.end] }
            let line: UInt = #line + 1
            let found = issues { explorer.check() }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            “in the house” is violated after 2 steps. The search reached all 3 system states.

                                store.send(.knock)
                                store.answer(Insisting.Knock.self, with: .end)

                                The state after these steps:
                                Insisting.State.knocking

                                This test fails for the same reason:
                                @Test @MainActor func inTheHouse() {
                                    let store = Insisting.explorer.testStore()
                                    store.send(.knock)
                                    store.answer(Insisting.Knock.self, with: .end)
                                    Insisting.explorer.check("in the house", in: store)
                                }

                            To fix this, fix the feature, or make the explorer's inputs and properties more precise.
                            """)
                ])
        }

        @Test("a fault is reported")
        func fault() {
            let line: UInt = #line + 1
            let found = issues { Shelves.explorer.check() }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            “no fault” is violated after 2 steps. No shorter path exists. The search reached the first 4 system states.

                                store.send(.close)
                                store.send(.item(.tick))

                                The state after these steps:
                                Shelves.State(item: nil)

                                The child Item does not exist, so it did not reduce Item.Action.tick (at Shelves:7). It was removed before the \
                            action arrived, or was never created. If an effect of the removed child sent the action, map the flow with \
                            .map(…, at: \\.child). Otherwise do not send the action.

                                This test fails for the same reason:
                                @Test @MainActor func noFault() {
                                    let store = Shelves.explorer.testStore()
                                    store.send(.close)
                                    store.send(.item(.tick))
                                }

                            To fix this, fix the feature, or make the explorer's inputs and properties more precise.
                            """)
                ])
        }

        @Test("a step that does not end is reported")
        func endless() {
            let line: UInt = #line + 1
            let found = issues { Circle.explorer.check() }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            “no fault” is violated after 1 step. No shorter path exists. The search reached the first 2 system states.

                                store.send(.start)

                                The state after these steps:
                                true

                                The step does not end: it has more than 10000 turns.

                                This test fails for the same reason:
                                @Test @MainActor func noFault() {
                                    let store = Circle.explorer.testStore()
                                    store.send(.start)
                                }

                            To fix this, fix the feature, or make the explorer's inputs and properties more precise.
                            """)
                ])
        }

        @Test("a command without declared outcomes is reported")
        func undeclared() {
            let explorer = Explorer(State.outside, Insisting()).actions { $0 == .outside ? [.knock] : [] }
            let line: UInt = #line + 1
            let found = issues { explorer.check() }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            Insisting.Knock was requested, but the explorer has no outcomes for it. It stays pending forever.

                            To fix this, add .outcomes(of: Insisting.Knock.self) { _ in … }. Return an empty array if the command may stay pending forever.
                            """)
                ])
            #expect(explorer.explore().undeclared == ["Insisting.Knock"])
            #expect(explorer.explore().description.hasSuffix("\nWithout outcomes: Insisting.Knock"))
            #expect(issues { explorer.outcomes(of: Insisting.Knock.self) { _ in [] }.check() } == [])
        }

        @Test("a property that never happens is reported")
        func nowhere() {
            let explorer = Shelves.explorer.sometimes("three ticks") { $0.state.item == 3 }.limit(
                stopsAtViolation: false)
            let line: UInt = #line + 1
            let found = issues { explorer.check() }
            #expect(
                found.last
                    == Issue(
                        line: line,
                        text: """
                            “three ticks” never happens. The search reached all 4 system states.

                            To fix this, declare the actions and outcomes that lead to it, or fix the feature.
                            """))
            #expect(
                explorer.limit(depth: 1).explore().verdicts.map(\.verdict.description) == [
                    "holds so far", "holds so far", "not found so far",
                ])
        }

        @Test("an unknown property name is reported")
        func unknown() {
            let store = Insisting.explorer.testStore()
            let line: UInt = #line + 1
            let found = issues { Insisting.explorer.check("in the garden", in: store) }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            The explorer has no property “in the garden”. It has these:

                                no fault
                                deterministic
                                in the house

                            To fix this, use one of these names.
                            """)
                ])
        }

        @Test("an impossible restart is reported")
        func noRestart() {
            let store = Insisting.explorer.testStore()
            let line: UInt = #line + 1
            let found = issues { _ = Insisting.explorer.restarted(store) }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            A restart is not possible here: the explorer has no restart closure, or it returned nil.

                            To fix this, add .restart { … } to the explorer, or return a state for this case.
                            """)
                ])
        }

        @Test("in a test store, a false condition and an unreachable goal are reported")
        func systemStates() {
            let explorer = Insisting.explorer.sometimes("at home") { $0.state == .inside }
            let store = explorer.testStore()
            #expect(
                issues { explorer.check("in the house", in: store) }.map(\.text) == [
                    """
                    “in the house” is violated. No effect is in flight that could still lead to it.

                        The state is:
                        Insisting.State.outside

                    To fix this, fix the feature.
                    """
                ])
            #expect(
                issues { explorer.check("at home", in: store) }.map(\.text) == [
                    """
                    “at home” is violated. Its condition is false in this state.

                        The state is:
                        Insisting.State.outside

                    To fix this, fix the feature.
                    """
                ])
            store.send(.knock)
            #expect(issues { explorer.check("in the house", in: store) } == [])
            #expect(issues { explorer.check("no fault", in: store) } == [])
            #expect(issues { explorer.check("deterministic", in: store) } == [])
            store.complete(Insisting.Knock.self, with: ())
            #expect(issues { explorer.check("in the house", in: store) } == [])
            #expect(issues { explorer.check("at home", in: store) } == [])
        }

        @Test(
            "in a test store, a possible restart or outcome means that there is no dead end"
        )
        func noDeadEnd() {
            for explorer in [
                Insisting.withoutOutcomes.restart { _ in .outside },
                Insisting.withoutOutcomes.outcomes(of: Insisting.Knock.self) { _ in [.complete(())] },
            ] {
                #expect(!explorer.explore().violations.map(\.property).contains("no dead end"))
                let store = explorer.testStore()
                store.send(.knock)
                #expect(issues { explorer.check("no dead end", in: store) } == [])
            }
        }

        typealias State = Insisting.State
    }
#endif
