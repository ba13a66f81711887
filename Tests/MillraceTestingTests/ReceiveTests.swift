#if Testing
    import Millrace
    import MillraceTesting
    import Testing

    @MainActor struct ReceiveTests {
        private func shelf() -> TestStore<Shelf> { TestStore(Shelf.State(), Shelf()) }

        @Test("Receive · the actions that follow are received one by one, each with the state after it")
        func right() {
            let found = issues {
                let store = shelf()
                store.send(.twice(2))
                #expect(store.state.count == 0 && store.store.count == 4)
                store.receive(.add(2)) { $0.count = 2 }
                #expect(store.state.count == 2)
                store.receive(where: { if case .add = $0 { true } else { false } }) { $0.count = 4 }
                store.send(.twice(0))
                store.receive(.add(0))
                store.receive(.add(0))
            }
            #expect(found == [])
        }

        @Test("Receive · what comes through the inbox, or past the test store, is received too")
        func fromOutside() async throws {
            try await confirmation { confirm in
                let found = try await issues {
                    let store = shelf()
                    store.store.send(.add(1))
                    store.receive(.add(1)) { $0.count = 1 }
                    store.store.listen(to: Opened.self) { _ in .add(2) }
                    store.engine.post(Opened(title: "Dune"))
                    store.receive(.add(2)) { $0.count = 3 }
                    try await store.store.perform(.send(.add(3))).finishedInTime()
                    store.receive(.add(3)) { $0.count = 6 }
                    confirm()
                }
                #expect(found == [])
            }
        }

        @Test(
            "Receive · actions that are left fail at the line that caused them, before the next line and at the end")
        func left() {
            let line: UInt = #line
            let found = issues {
                let store = shelf()
                store.send(.twice(1))
                store.send(.twice(2))
                #expect(store.state.count == 2)
            }
            #expect(
                found == [
                    Issue(
                        line: line + 3,
                        text: """
                            This led to 2 actions, of which the test says nothing before send(.twice(2)) \
                            (ReceiveTests.swift:\(line + 4)).

                                .add(1)
                                .add(1)

                            It came of:
                                action .twice(1) (ReceiveTests.swift:\(line + 3))
                                action .add(1)

                            To fix this, write store.receive(…) { … } for each, in this order, or mend the reducer.
                            """),
                    Issue(
                        line: line + 4,
                        text: """
                            This led to 2 actions, of which the test says nothing before the test ends.

                                .add(2)
                                .add(2)

                            It came of:
                                action .twice(2) (ReceiveTests.swift:\(line + 4))
                                action .add(2)

                            To fix this, write store.receive(…) { … } for each, in this order, or mend the reducer.
                            """),
                ])
        }

        @Test("Receive · what follows from an answer fails at the line of the answer, with the chain of causes")
        func leftOfAnswer() {
            let line: UInt = #line
            let found = issues {
                let store = TestStore(0, Asking())
                store.send(.ask)
                store.complete(FetchBooks.self, with: [.dune])
                store.finish()
            }
            #expect(
                found == [
                    Issue(
                        line: line + 4,
                        text: """
                            This led to an action, of which the test says nothing before the test ends.

                                .add(1)

                            It came of:
                                action .ask (ReceiveTests.swift:\(line + 3))
                                command FetchBooks()
                                event .data([Book(title: "Dune")]) (ReceiveTests.swift:\(line + 4))
                                action .add(1)

                            To fix this, write store.receive(…) { … } for each, in this order, or mend the reducer.
                            """)
                ])
        }

        @Test("Receive · nothing to receive fails, and says what is pending")
        func nothing() {
            let line: UInt = #line
            let found = issues {
                let store = shelf()
                store.receive(.add(1))
                store.send(.refresh)
                store.receive(where: { _ in true })
                store.cancel(FetchBooks.self)
            }
            #expect(
                found == [
                    Issue(
                        line: line + 3,
                        text: """
                            receive(.add(1)) finds no action that is left. No command is pending.

                            To fix this, do what leads to it before, such as store.complete(…, with: …) or \
                            store.clock.advance(by: …), or leave the line out.
                            """),
                    Issue(
                        line: line + 5,
                        text: """
                            receive(where: …) finds no action that is left. These commands are pending:

                                FetchBooks()

                            To fix this, do what leads to it before, such as store.complete(…, with: …) or \
                            store.clock.advance(by: …), or leave the line out.
                            """),
                ])
        }

        @Test("Receive · another action fails with the difference, and counts as received")
        func wrong() {
            let line: UInt = #line
            let found = issues {
                let store = shelf()
                store.send(.twice(1))
                store.receive(.add(2)) { $0.count = 2 }
                store.receive(where: { _ in false }) { $0.count = 2 }
                store.send(.add(1)) { $0.count = 3 }
            }
            #expect(
                found == [
                    Issue(
                        line: line + 4,
                        text: """
                            receive(.add(2)) finds another action.

                                - Shelf.Action.add(2)
                                + Shelf.Action.add(1)

                                (- expected, + there)

                            It came of:
                                action .twice(1) (ReceiveTests.swift:\(line + 3))
                                action .add(1)

                            To fix this, speak of what happened, in the order in which it happened, or mend the \
                            reducer.
                            """),
                    Issue(
                        line: line + 5,
                        text: """
                            receive(where: …) finds another action.

                                Shelf.Action.add(1)

                            It came of:
                                action .twice(1) (ReceiveTests.swift:\(line + 3))
                                action .add(1)

                            To fix this, speak of what happened, in the order in which it happened, or mend the \
                            reducer.
                            """),
                ])
        }

        @Test("Receive · a wrong state fails with the difference and the chain of causes")
        func wrongState() {
            let line: UInt = #line
            let found = issues {
                let store = TestStore(0, Asking())
                store.send(.ask)
                store.complete(FetchBooks.self, with: [.dune])
                store.receive(.add(1))
            }
            #expect(
                found == [
                    Issue(
                        line: line + 5,
                        text: """
                            receive(.add(1)) changed the state, and the test does not say how.

                                - 0
                                + 1

                                (- before, + after)

                            It came of:
                                action .ask (ReceiveTests.swift:\(line + 3))
                                command FetchBooks()
                                event .data([Book(title: "Dune")]) (ReceiveTests.swift:\(line + 4))
                                action .add(1)

                            To fix this, add a closure that makes the state before into the state after, { $0.… = … \
                            }, or mend the reducer.
                            """)
                ])
        }
    }

    /// Asks for books and counts them, in an action that follows.
    struct Asking: Reducer {
        enum Action { case ask, fetched(Event<FetchBooks>), add(Int) }

        func reduce(_ count: inout Int, _ action: Action) -> Flow<Self> {
            switch action {
            case .ask: return .execute(FetchBooks(), as: Action.fetched)
            case .fetched(.data(let books)): return .send(.add(books.count))
            case .fetched: return .none
            case .add(let number):
                count += number
                return .none
            }
        }
    }
#endif
