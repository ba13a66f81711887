#if Testing || App
    import Millrace
    import MillraceExtras
    import MillraceTesting
    import TestSupport
    import Testing

    @MainActor struct ReceiveTests {
        private func shelf() -> TestStore<Shelf> { TestStore(Shelf.State(), Shelf()) }

        @Test("Receive · following actions are received one by one, each with its change of the state")
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

        @Test("Receive · actions from the inbox, or sent to the store itself, are received too")
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

        struct Counter: Reducer {
            func reduce(_ count: inout Int, _ number: Int) -> Flow<Self> {
                count += number
                return .none
            }
        }

        @Test("Receive · what other threads offer to the inbox is received, and settle() includes it")
        func fromInbox() async {
            let found = await issues {
                let store = TestStore(0, Counter())
                let inbox = store.store.inbox
                onAnotherThread { for number in 1...2 { inbox.offer(number) } }
                store.receive(1) { $0 = 1 }
                store.receive(2) { $0 = 3 }
                onAnotherThread { inbox.offer(3) }
                await store.settleInTime()
                #expect(store.store.state == 6)
                store.receive(3) { $0 = 6 }
            }
            #expect(found == [])
        }

        @Test("Receive · an unread action of an inbox fails an exhaustive test")
        func leftInInbox() {
            let found = issues {
                let store = TestStore(0, Counter())
                store.send(1) { $0 = 1 }
                let inbox = store.store.inbox
                onAnotherThread { inbox.offer(2) }
            }
            #expect(found.count == 1 && found[0].text.contains("did not assert before the end of the test"))
            #expect(found.first?.text.contains("    2\n") == true)
        }

        @Test(
            "Receive · unasserted actions fail the test at the line that caused them")
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
                            This caused 2 actions that the test did not assert before send(.twice(2)) \
                            (ReceiveTests.swift:\(line + 4)).

                                .add(1)
                                .add(1)

                            Caused by:
                                action .twice(1) (ReceiveTests.swift:\(line + 3))
                                action .add(1)

                            To fix this, add store.receive(…) { … } for each, in this order, or fix the reducer.
                            """),
                    Issue(
                        line: line + 4,
                        text: """
                            This caused 2 actions that the test did not assert before the end of the test.

                                .add(2)
                                .add(2)

                            Caused by:
                                action .twice(2) (ReceiveTests.swift:\(line + 4))
                                action .add(2)

                            To fix this, add store.receive(…) { … } for each, in this order, or fix the reducer.
                            """),
                ])
        }

        @Test("Receive · unasserted actions after an answer fail at its line, with the chain of causes")
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
                            This caused an action that the test did not assert before the end of the test.

                                .add(1)

                            Caused by:
                                action .ask (ReceiveTests.swift:\(line + 3))
                                command FetchBooks()
                                event .data([Book(title: "Dune")]) (ReceiveTests.swift:\(line + 4))
                                action .add(1)

                            To fix this, add store.receive(…) { … } for each, in this order, or fix the reducer.
                            """)
                ])
        }

        @Test("Receive · receiving a missing action fails, and shows the pending commands")
        func nothing() {
            let line: UInt = #line
            let found = issues {
                let store = shelf()
                store.receive(.add(1))
                store.send(.refresh)
                store.receive(where: { _ in true })
                store.answer(FetchBooks.self, with: .cancel)
            }
            #expect(
                found == [
                    Issue(
                        line: line + 3,
                        text: """
                            receive(.add(1)) failed: there is no action left to assert. No command is pending.

                            To fix this, first make the call that causes the action, such as store.complete(…, with: …) or store.clock.advance(by: …), or remove this line.
                            """),
                    Issue(
                        line: line + 5,
                        text: """
                            receive(where: …) failed: there is no action left to assert. These commands are pending:

                                FetchBooks()

                            To fix this, first make the call that causes the action, such as store.complete(…, with: …) or store.clock.advance(by: …), or remove this line.
                            """),
                ])
        }

        @Test("Receive · a different action fails with the difference, and counts as received")
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
                            receive(.add(2)) failed: the next action is a different one.

                                - Shelf.Action.add(2)
                                + Shelf.Action.add(1)

                                (- expected, + actual)

                            Caused by:
                                action .twice(1) (ReceiveTests.swift:\(line + 3))
                                action .add(1)

                            To fix this, assert the actions in the order in which they occurred, or fix the reducer.
                            """),
                    Issue(
                        line: line + 5,
                        text: """
                            receive(where: …) failed: the next action is a different one.

                                Shelf.Action.add(1)

                            Caused by:
                                action .twice(1) (ReceiveTests.swift:\(line + 3))
                                action .add(1)

                            To fix this, assert the actions in the order in which they occurred, or fix the reducer.
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
                            receive(.add(1)) changed the state, but has no closure that describes the change.

                                - 0
                                + 1

                                (- before, + after)

                            Caused by:
                                action .ask (ReceiveTests.swift:\(line + 3))
                                command FetchBooks()
                                event .data([Book(title: "Dune")]) (ReceiveTests.swift:\(line + 4))
                                action .add(1)

                            To fix this, add a closure that changes the old state into the new state, { $0.… = … }, or fix the reducer.
                            """)
                ])
        }
    }

    /// Requests books and counts them in a following action.
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
