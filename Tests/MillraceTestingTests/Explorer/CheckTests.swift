#if Testing
    import Millrace
    import MillraceTesting
    import Testing

    @Suite("What a check says") @MainActor
    struct CheckTests {
        @Test("that a property does not hold, with the way and a test")
        func violated() {
            let line: UInt = #line + 1
            let found = issues { Gallery.explorer(careless: true).check() }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            “pictures are in order” does not hold: 3 steps show it. No way is shorter; the search has met the first 7 \
                            system states.

                                store.send(.scroll)
                                store.send(.scroll)
                                store.complete(Gallery.FetchPage.self, at: 1, with: ["cat", "dog"])

                                The state is then:
                                Gallery.State(
                                  pages: 2,
                                  pictures: [
                                    [0]: "cat",
                                    [1]: "dog"
                                  ]
                                )

                                These commands are pending:
                                FetchPage(number: 1)

                                As a test, which fails for the same reason:
                                @Test @MainActor func picturesAreInOrder() {
                                    let store = Gallery.explorer(careless: true).testStore()
                                    store.send(.scroll)
                                    store.send(.scroll)
                                    store.complete(Gallery.FetchPage.self, at: 1, with: ["cat", "dog"])
                                    Gallery.explorer(careless: true).check("pictures are in order", in: store)
                                }

                            To fix this, mend the feature, or say more exactly what can happen and what must hold.
                            """)
                ])
        }

        @Test("that it goes round and round")
        func round() {
            let line: UInt = #line + 1
            let found = issues { Insisting.explorer.check() }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            “in the house” does not hold: 2 steps show it, and the last can follow again and again. The search has \
                            met every one of 3 system states.

                                store.send(.knock)
                                store.fail(Insisting.Knock.self, with: Insisting.Away())

                                The state is then:
                                Insisting.State.knocking

                                These commands are pending:
                                Knock()

                                As a test, which fails for the same reason:
                                @Test @MainActor func inTheHouse() {
                                    let store = Insisting.explorer.testStore()
                                    store.send(.knock)
                                    let round = Insisting.explorer.systemState(of: store)
                                    store.fail(Insisting.Knock.self, with: Insisting.Away())
                                    Insisting.explorer.check("in the house", in: store, since: round)
                                }

                            To fix this, mend the feature, or say more exactly what can happen and what must hold.
                            """)
                ])
            #expect(Insisting.explorer.explore().violations.map(\.cycle) == [1])
        }

        @Test("that nothing comes of it, where the way ends")
        func ends() {
            let explorer = Insisting.explorer.outcomes(of: Insisting.Knock.self) { _ in [.end] }
            let line: UInt = #line + 1
            let found = issues { explorer.check() }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            “in the house” does not hold: 2 steps show it. The search has met every one of 3 system states.

                                store.send(.knock)
                                store.end(Insisting.Knock.self)

                                The state is then:
                                Insisting.State.knocking

                                As a test, which fails for the same reason:
                                @Test @MainActor func inTheHouse() {
                                    let store = Insisting.explorer.testStore()
                                    store.send(.knock)
                                    store.end(Insisting.Knock.self)
                                    Insisting.explorer.check("in the house", in: store)
                                }

                            To fix this, mend the feature, or say more exactly what can happen and what must hold.
                            """)
                ])
        }

        @Test("that there was a fault")
        func fault() {
            let line: UInt = #line + 1
            let found = issues { Shelves.explorer.check() }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            “no fault” does not hold: 2 steps show it. No way is shorter; the search has met the first 4 system states.

                                store.send(.close)
                                store.send(.item(.tick))

                                The state is then:
                                Shelves.State(item: nil)

                                The action tick was sent to the child Item at Shelves:7, which does not exist. The child was removed, \
                            so the action was not reduced. Map the child's flow with its key path, .map(…, at: \\.child), so that its \
                            effects end with it.

                                As a test, which fails for the same reason:
                                @Test @MainActor func noFault() {
                                    let store = Shelves.explorer.testStore()
                                    store.send(.close)
                                    store.send(.item(.tick))
                                }

                            To fix this, mend the feature, or say more exactly what can happen and what must hold.
                            """)
                ])
        }

        @Test("that a step has no end")
        func endless() {
            let line: UInt = #line + 1
            let found = issues { Circle.explorer.check() }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            “no fault” does not hold: one step shows it. No way is shorter; the search has met the first 2 system states.

                                store.send(.start)

                                The state is then:
                                true

                                The step goes on without end: 10000 turns were not enough.

                                As a test, which fails for the same reason:
                                @Test @MainActor func noFault() {
                                    let store = Circle.explorer.testStore()
                                    store.send(.start)
                                }

                            To fix this, mend the feature, or say more exactly what can happen and what must hold.
                            """)
                ])
        }

        @Test("that it was not told what becomes of a command")
        func undeclared() {
            let explorer = Explorer(State.outside, Insisting()).actions { $0 == .outside ? [.knock] : [] }
            let line: UInt = #line + 1
            let found = issues { explorer.check() }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            Insisting.Knock was asked for, and the explorer was not told what may become of it; it stays pending for \
                            ever.

                            To fix this, add .outcomes(of: Insisting.Knock.self) { _ in … }, with an empty list if it need never end.
                            """)
                ])
            #expect(explorer.explore().undeclared == ["Insisting.Knock"])
            #expect(explorer.explore().description.hasSuffix("\nNever answered: Insisting.Knock"))
            #expect(issues { explorer.outcomes(of: Insisting.Knock.self) { _ in [] }.check() } == [])
        }

        @Test("that something happens nowhere")
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
                            “three ticks” happens nowhere: the search has met every one of 4 system states.

                            To fix this, offer the actions and outcomes that lead there, or mend the feature.
                            """))
            #expect(
                explorer.limit(depth: 1).explore().verdicts.map(\.verdict.description) == [
                    "holds so far", "holds so far", "not seen so far",
                ])
        }

        @Test("that there is no property of a name")
        func unknown() {
            let store = Insisting.explorer.testStore()
            let line: UInt = #line + 1
            let found = issues { Insisting.explorer.check("in the garden", in: store) }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            The explorer has no property “in the garden”.

                                no fault
                                deterministic
                                in the house

                            To fix this, use one of these names, which are those that it has.
                            """)
                ])
        }

        @Test("that there can be no restart")
        func noRestart() {
            let store = Insisting.explorer.testStore()
            let line: UInt = #line + 1
            let found = issues { _ = Insisting.explorer.restarted(store) }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            There can be no restart here: the explorer was not told what the state is then, or said nil.

                            To fix this, add .restart { … } to the explorer.
                            """)
                ])
        }

        @Test("of a system state: that something is not there, and that it does not come")
        func systemStates() {
            let explorer = Insisting.explorer.sometimes("at home") { $0.state == .inside }
            let store = explorer.testStore()
            #expect(
                issues { explorer.check("in the house", in: store) }.map(\.text) == [
                    """
                    “in the house” does not hold. Nothing is under way of which it could still come.

                        The state is:
                        Insisting.State.outside

                    To fix this, mend the feature.
                    """
                ])
            #expect(
                issues { explorer.check("at home", in: store) }.map(\.text) == [
                    """
                    “at home” does not hold. It does not happen here.

                        The state is:
                        Insisting.State.outside

                    To fix this, mend the feature.
                    """
                ])
            store.send(.knock)
            #expect(issues { explorer.check("in the house", in: store) } == [])
            #expect(issues { explorer.check("no fault", in: store) } == [])
            #expect(issues { explorer.check("deterministic", in: store) } == [])
            store.complete(Insisting.Knock.self)
            #expect(issues { explorer.check("in the house", in: store) } == [])
            #expect(issues { explorer.check("at home", in: store) } == [])
        }

        @Test(
            "of a system state, as a search does: it is no dead end where there can be a restart, or something can come"
        )
        func noDeadEnd() {
            for explorer in [
                Insisting.unheard.restart { _ in .outside },
                Insisting.unheard.outcomes(of: Insisting.Knock.self) { _ in [.complete(())] },
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
