#if Testing || App
    import Millrace
    import MillraceTesting
    import Testing

    @MainActor struct ExhaustivityTests {
        private func shelf(_ exhaustivity: Exhaustivity) -> TestStore<Shelf> {
            let store = TestStore(Shelf.State(), Shelf())
            store.exhaustivity = exhaustivity
            return store
        }

        @Test("Exhaustivity · .off checks only the test's assertions")
        func off() {
            let found = issues {
                let store = shelf(.off)
                store.send(.add(1))
                store.send(.twice(2))
                store.receive(.add(2)) { $0.count = 3 }
                store.send(.search("a")) { $0.isLoading = false }
                store.send(.open(.dune))
                store.send(.open(.emma))
                store.send(.do(.output(.chosen("x")).and(.output(.done))))
                store.output(.done)
                store.send(.do(.after(.seconds(1), .send(.add(1)))))
                #expect(store.state.count == 5 && store.state.query == "a")
            }
            #expect(found == [])
        }

        @Test("Exhaustivity · with .off, the test's assertions must still be true")
        func offAndWrong() {
            let line: UInt = #line
            let found = issues {
                let store = shelf(.off)
                store.send(.refresh)
                store.complete(FetchBooks.self, with: [.dune, .emma]) { $0.books = [.emma] }
                store.receive(.add(1))
                store.output(.done)
            }
            #expect(
                found == [
                    Issue(
                        line: line + 4,
                        text: """
                            After complete(FetchBooks.self), the state differs from the state that the closure describes.

                                  Shelf.State(
                                    books: [
                                +     [0]: Book(title: "Dune"),
                                      [1]: Book(title: "Emma")
                                    ],
                                    count: 0,
                                    isLoading: false,
                                    error: nil,
                                    query: ""
                                  )

                                (- expected, + actual)

                            Caused by:
                                action .refresh (ExhaustivityTests.swift:\(line + 3))
                                command FetchBooks()
                                event .data([Book(title: "Dune"), Book(title: "Emma")]) \
                            (ExhaustivityTests.swift:\(line + 4))

                            To fix this, change the closure so that it describes the new state, or fix the reducer.
                            """),
                    Issue(
                        line: line + 5,
                        text: """
                            receive(.add(1)) failed: there is no action left to assert. No command is pending.

                            To fix this, first make the call that causes the action, such as store.complete(…, with: …) or store.clock.advance(by: …), or remove this line.
                            """),
                    Issue(
                        line: line + 6,
                        text: """
                            output(.done) failed: there is no output left to assert. No command is pending.

                            To fix this, first make the call that causes the output, such as store.complete(…, with: …) or store.clock.advance(by: …), or remove this line.
                            """),
                ])
        }

        @Test(
            "Exhaustivity · with .off, a wrong assertion is one failure and consumes no value of later ones",
            arguments: Mistake.allCases)
        func offAndOneMistake(mistake: Mistake) {
            var line: UInt = 0
            let found = issues {
                let store = shelf(.off)
                store.send(.do(.merge([.send(.add(1)), .send(.add(2)), .send(.add(3))])))
                store.store.perform(.output(.chosen("a")).and(.output(.done)))
                store.store.perform(.send(.open(.dune)).and(.send(.open(.emma))))
                switch mistake {
                case .receive:
                    line = #line + 1
                    store.receive(.add(9)) { $0.count = 9 }
                case .condition:
                    line = #line + 1
                    store.receive(where: { if case .add(9) = $0 { true } else { false } })
                case .output:
                    line = #line + 1
                    store.output(.chosen("b"))
                case .fact:
                    line = #line + 1
                    store.fact(Opened(title: "Persuasion"))
                }
                store.receive(.add(1)) { $0.count = 1 }
                store.receive(.add(2)) { $0.count = 3 }
                store.receive(.add(3)) { $0.count = 6 }
                store.output(.chosen("a"))
                store.output(.done)
                store.fact(Opened(title: "Dune"))
                store.fact(Opened(title: "Emma"))
            }
            #expect(found.map(\.line) == [line])
            #expect(found.allSatisfy { $0.text.contains(" is a different one.") })
        }

        enum Mistake: CaseIterable { case receive, condition, output, fact }

        @Test("Exhaustivity · with .off, a wrong transition or input consumes no value of later assertions")
        func offAndOneMistakeOfAModule() {
            let line: UInt = #line
            let found = issues {
                let store = TestStore(Aisle(), with: 1)
                store.exhaustivity = .off
                store.send(.choose("Dune"))
                store.transition(.title("Emma"))
                store.transition(.title("Dune"))
                store.send(.clear)
                store.input(.narrow("a"), to: Aisle.first)
                store.input(.reset, to: Aisle.first)
                store.input(.reset, to: Aisle.second)
            }
            #expect(found.map(\.line) == [line + 5, line + 8])
        }

        @Test("Exhaustivity · .off(showingSkipped: true) shows what was skipped as warnings")
        func showing() {
            let line: UInt = #line
            let found = issues {
                let store = shelf(.off(showingSkipped: true))
                store.send(.add(1))
                store.send(.twice(2))
                store.receive(where: { _ in true }) { $0.isLoading = false }
                store.send(.open(.dune))
                store.output(.chosen("Dune"))
                store.send(.refresh)
            }
            #expect(
                found == [
                    Issue(
                        line: line + 3,
                        text: """
                            Skipped, because the test store is not exhaustive: send(.add(1)) changed more than its closure describes.

                                  Shelf.State(
                                    books: [],
                                -   count: 0,
                                +   count: 1,
                                    isLoading: false,
                                    error: nil,
                                    query: ""
                                  )

                                (- expected, + actual)
                            """, isWarning: true),
                    Issue(
                        line: line + 5,
                        text: """
                            Skipped, because the test store is not exhaustive: receive(where: …) changed more than its closure describes.

                                  Shelf.State(
                                    books: [],
                                -   count: 1,
                                +   count: 3,
                                    isLoading: false,
                                    error: nil,
                                    query: ""
                                  )

                                (- expected, + actual)
                            """, isWarning: true),
                    Issue(
                        line: line + 4,
                        text: """
                            Skipped, because the test store is not exhaustive: This caused an action that the test did not assert before send(.open(Book(title: "Dune"))) (ExhaustivityTests.swift:\(line + 6)).

                                .add(2)
                            """, isWarning: true),
                    Issue(
                        line: line + 6,
                        text: """
                            Skipped, because the test store is not exhaustive: This caused a fact that the test did not assert before send(.refresh) (ExhaustivityTests.swift:\(line + 8)).

                                Opened(title: "Dune")
                            """, isWarning: true),
                    Issue(
                        line: line + 8,
                        text: """
                            Skipped, because the test store is not exhaustive: A command that this line requested is still pending at the end of the test.

                                FetchBooks()
                            """, isWarning: true),
                ])
        }

        @Test("Exhaustivity · withExhaustivity(.off) skips the rest of its closure, and is on again after it")
        func closure() async {
            let line: UInt = #line
            let found = await issues {
                let store = shelf(.on)
                let count = store.withExhaustivity(.off) {
                    store.send(.twice(2))
                    store.send(.open(.dune))
                    return store.state.count
                }
                #expect(count == 4)
                await store.withExhaustivity(.off) { await store.settleInTime() }
                store.send(.add(1)) { $0.count = 5 }
                store.send(.add(1))
            }
            #expect(found.map(\.line) == [line + 11])
        }

        @Test("Exhaustivity · commands that are pending after withExhaustivity(.off) must still end")
        func pendingAfterClosure() {
            let line: UInt = #line
            let found = issues {
                let store = shelf(.on)
                store.withExhaustivity(.off) { _ = store.send(.refresh) }
            }
            #expect(found.map(\.line) == [line + 3])
        }
    }
#endif
