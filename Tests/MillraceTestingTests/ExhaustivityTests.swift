#if Testing
    import Millrace
    import MillraceTesting
    import Testing

    @MainActor struct ExhaustivityTests {
        private func shelf(_ exhaustivity: Exhaustivity) -> TestStore<Shelf> {
            let store = TestStore(Shelf.State(), Shelf())
            store.exhaustivity = exhaustivity
            return store
        }

        @Test("Exhaustivity · where it is off, only what the test says is checked")
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

        @Test("Exhaustivity · where it is off, what the test says must still be true")
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
                            After complete(FetchBooks.self) the state is not what the closure makes of it.

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

                                (- expected, + there)

                            It came of:
                                action .refresh (ExhaustivityTests.swift:\(line + 3))
                                command FetchBooks()
                                event .data([Book(title: "Dune"), Book(title: "Emma")]) \
                            (ExhaustivityTests.swift:\(line + 4))

                            To fix this, say in the closure what the state is then, or mend the reducer.
                            """),
                    Issue(
                        line: line + 5,
                        text: """
                            receive(.add(1)) finds no action that is left. No command is pending.

                            To fix this, do what leads to it before, such as store.complete(…, with: …) or \
                            store.clock.advance(by: …), or leave the line out.
                            """),
                    Issue(
                        line: line + 6,
                        text: """
                            output(.done) finds no output that is left. No command is pending.

                            To fix this, do what leads to it before, such as store.complete(…, with: …) or \
                            store.clock.advance(by: …), or leave the line out.
                            """),
                ])
        }

        @Test(
            "Exhaustivity · where it is off, a wrong line is one failure and takes nothing from the lines that follow",
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
            #expect(found.allSatisfy { $0.text.contains(" finds another ") })
        }

        enum Mistake: CaseIterable { case receive, condition, output, fact }

        @Test("Exhaustivity · where it is off, a wrong transition or input takes nothing from the lines that follow")
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

        @Test("Exhaustivity · what is skipped is shown if asked for, as warnings that fail nothing")
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
                            Skipped, because the store is not exhaustive: send(.add(1)) changed more than the test \
                            says.

                                  Shelf.State(
                                    books: [],
                                -   count: 0,
                                +   count: 1,
                                    isLoading: false,
                                    error: nil,
                                    query: ""
                                  )

                                (- said, + there)
                            """, isWarning: true),
                    Issue(
                        line: line + 5,
                        text: """
                            Skipped, because the store is not exhaustive: receive(where: …) changed more than the \
                            test says.

                                  Shelf.State(
                                    books: [],
                                -   count: 1,
                                +   count: 3,
                                    isLoading: false,
                                    error: nil,
                                    query: ""
                                  )

                                (- said, + there)
                            """, isWarning: true),
                    Issue(
                        line: line + 4,
                        text: """
                            Skipped, because the store is not exhaustive: This led to an action, of which the test \
                            says nothing before send(.open(Book(title: "Dune"))) (ExhaustivityTests.swift:\(line + 6)).

                                .add(2)
                            """, isWarning: true),
                    Issue(
                        line: line + 6,
                        text: """
                            Skipped, because the store is not exhaustive: This led to a fact, of which the test says \
                            nothing before send(.refresh) (ExhaustivityTests.swift:\(line + 8)).

                                Opened(title: "Dune")
                            """, isWarning: true),
                    Issue(
                        line: line + 8,
                        text: """
                            Skipped, because the store is not exhaustive: A command that was asked for here is still \
                            pending when the test ends.

                                FetchBooks()
                            """, isWarning: true),
                ])
        }

        @Test("Exhaustivity · it is off for a closure, whose rest is skipped, and on again after it")
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

        @Test("Exhaustivity · commands that are pending after a closure must still end")
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
