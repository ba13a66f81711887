#if Testing || App
    import MillraceExtras
    import Millrace
    import MillraceTesting
    import Testing

    @MainActor struct CommandTests {
        private func shelf() -> TestStore<Shelf> { TestStore(Shelf.State(), Shelf()) }

        @Test("Commands · a requested command is pending until the test completes it")
        func complete() {
            let found = issues {
                let store = shelf()
                store.send(.refresh)
                store.expect(FetchBooks())
                #expect(store.pending.count == 1 && store.pending.first is FetchBooks)
                store.complete(FetchBooks.self, with: [.dune]) { $0.books = [.dune] }
                #expect(store.pending.isEmpty)
                store.send(.refresh)
                store.complete(FetchBooks(), with: [.dune])
            }
            #expect(found == [])
        }

        @Test("Commands · progress and each output are events; an end without an output is none")
        func manyAnswers() {
            let found = issues {
                let store = shelf()
                store.send(.refresh)
                store.answer(FetchBooks.self, with: .progress(())) { $0.isLoading = true }
                store.answer(FetchBooks.self, with: .data([.dune])) {
                    $0.books = [.dune]
                    $0.isLoading = false
                }
                store.answer(FetchBooks(), with: .data([.emma])) { $0.books = [.emma] }
                store.answer(FetchBooks(), with: .progress(())) { $0.isLoading = true }
                store.answer(FetchBooks.self, with: .end)
                #expect(store.pending.isEmpty)
                store.send(.search("a")) {
                    $0.query = "a"
                }
                store.answer(Search.self, with: .progress(0.5))
                store.answer(Search(text: "a"), with: .progress(1)) { $0.isLoading = false }
                store.answer(Search(text: "a"), with: .end)
                store.send(.save)
                store.complete(Save.self, with: ())
                store.send(.save)
                store.complete(Save(count: 0), with: ())
            }
            #expect(found == [])
        }

        @Test("Commands · several commands of one type are selected by index or by value")
        func several() {
            let found = issues {
                let store = shelf()
                for text in ["a", "b", "c", "d", "c"] { store.send(.search(text)) { $0.query = text } }
                store.expect(Search(text: "c"))
                store.expect(Search(text: "c"))
                store.complete(Search.self, at: 1, with: [.emma]) { $0.books = [.emma] }
                store.complete(Search(text: "d"), with: [])
                store.complete(Search.self, with: [.dune]) { $0.books = [.emma, .dune] }
                store.fail(Search(text: "c"), with: Unreachable(host: "shop")) { $0.error = "shop" }
                store.answer(Search(text: "c"), with: .cancel)
                #expect(store.pending.isEmpty)
            }
            #expect(found == [])
        }

        @Test("Commands · a failed command is retried after its delay; the failure of the last attempt is an event")
        func retries() {
            let found = issues {
                let store = shelf()
                store.send(.save)
                store.fail(Save.self, with: Unreachable())
                #expect(store.pending.isEmpty)
                store.clock.advance(by: .seconds(1))
                store.fail(Save(count: 0), with: Unreachable()) { $0.error = "not saved" }
            }
            #expect(found == [])
        }

        @Test("Commands · a cancelled command has no event, and flows that follow it do not start")
        func cancels() {
            let found = issues {
                let store = shelf()
                store.send(.do(.execute(FetchBooks(), as: Shelf.Action.fetched).then(.send(.add(1)))))
                store.answer(FetchBooks.self, with: .cancel)
                store.send(.do(.execute(FetchBooks()).then(.send(.add(1)), evenAfterFailure: true)))
                store.answer(FetchBooks(), with: .cancel)
                store.receive(.add(1)) { $0.count = 1 }
            }
            #expect(found == [])
        }

        @Test("Commands · a replaced command is no longer pending, but can still be expected")
        func latest() {
            let found = issues {
                let store = shelf()
                store.send(.refresh)
                store.send(.refresh)
                #expect(store.pending.count == 1)
                store.expect(FetchBooks())
                store.expect(FetchBooks())
                store.complete(FetchBooks.self, with: [])
            }
            #expect(found == [])
        }

        @Test("Commands · executable commands and commands without a response are pending too")
        func selfHandling() {
            struct Roll: ExecutableCommand {
                typealias Output = Int
                func handle() async throws -> Int { 6 }
            }
            let found = issues {
                let store = shelf()
                store.send(.do(.execute(Roll(), as: { .add($0.output ?? 0) })))
                store.complete(Roll.self, with: 2) { $0.count = 2 }
                store.send(.do(.execute(Roll())))
                store.complete(Roll.self, with: 2)
                store.engine.execute(Roll())
                store.complete(Roll.self, with: 2)
            }
            #expect(found == [])
        }

        @Test("Commands · an active command is pending while the state requests it")
        func activeCommands() {
            struct Room: Reducer {
                struct Listen: Command, Equatable { typealias Output = String; var room: String }
                struct State: Equatable { var room: String? = "a"; var received: [String] = [] }
                enum Action { case enter(String?), received(Event<Listen>) }

                func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                    switch action {
                    case .enter(let room): state.room = room
                    case .received(let event): state.received += event.output.map { [$0] } ?? []
                    }
                    return .none
                }

                func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
                    if let room = state.room { commands.execute(Listen(room: room), as: Action.received, id: "room") }
                }
            }
            let found = issues {
                let store = TestStore(Room.State(), Room())
                store.answer(Room.Listen(room: "a"), with: .data("hello")) { $0.received = ["hello"] }
                store.send(.enter("b")) { $0.room = "b" }
                #expect(store.pending as? [Room.Listen] == [Room.Listen(room: "b")])
                store.send(.enter(nil)) { $0.room = nil }
            }
            #expect(found == [])
        }

        @Test("Commands · expecting a command that was not requested fails, and shows the requested ones")
        func notAsked() {
            let line: UInt = #line
            let found = issues {
                let store = shelf()
                store.expect(FetchBooks())
                store.send(.search("a")) { $0.query = "a" }
                store.expect(FetchBooks())
                store.expect(Search(text: "b"))
                store.send(.search("c")) { $0.query = "c" }
                store.expect(Search(text: "b"))
                store.answer(Search.self, with: .cancel)
                store.answer(Search.self, with: .cancel)
                store.expect(Search(text: "a"))
            }
            #expect(
                found == [
                    Issue(
                        line: line + 3,
                        text: """
                            expect(FetchBooks()) failed: there is no command of its type left to assert. No command is pending.

                            To fix this, first make the call that requests it, return .execute(FetchBooks(), \
                            …) from the reducer, or remove this line.
                            """),
                    Issue(
                        line: line + 5,
                        text: """
                            expect(FetchBooks()) failed: there is no command of its type left to assert. These commands are \
                            pending:

                                Search(text: "a")

                            To fix this, first make the call that requests it, return .execute(FetchBooks(), \
                            …) from the reducer, or remove this line.
                            """),
                    Issue(
                        line: line + 6,
                        text: """
                            expect(Search(text: "b")) failed: no such command was requested. A different command of its type was requested.

                                - Search(text: "b")
                                + Search(text: "a")

                                (- expected, + actual)

                            To fix this, expect the command that was requested, or fix the reducer.
                            """),
                    Issue(
                        line: line + 8,
                        text: """
                            expect(Search(text: "b")) failed: no such command was requested. 2 different commands of its type were requested.

                                - Search(text: "b")
                                + Search(text: "a")

                                (- expected, + actual)

                            To fix this, expect the command that was requested, or fix the reducer.
                            """),
                    Issue(
                        line: line + 11,
                        text: """
                            expect(Search(text: "a")) failed: there is no command of its type left to assert. No command is \
                            pending.

                            To fix this, first make the call that requests it, return .execute(Search(text: \
                            "a"), …) from the reducer, or remove this line.
                            """),
                ])
        }

        @Test("Commands · answering a command that is not pending fails, and shows the pending ones")
        func notPending() {
            let line: UInt = #line
            let found = issues {
                let store = shelf()
                store.complete(FetchBooks.self, with: [])
                store.send(.search("a")) { $0.query = "a" }
                store.answer(Search(text: "b"), with: .data([]))
                store.fail(Search.self, at: 1, with: Unreachable())
                store.answer(Search.self, at: -1, with: .cancel)
                store.answer(Search.self, with: .cancel)
                store.answer(Search.self, with: .cancel)
            }
            #expect(
                found == [
                    Issue(
                        line: line + 3,
                        text: """
                            complete(FetchBooks.self) failed: no such command is pending. No command is pending.

                            To fix this, first make the call that requests it, once for each answer. A command is not pending if it has ended, was cancelled, has a handler, or is queued behind another command (policy: .queue).
                            """),
                    Issue(
                        line: line + 5,
                        text: """
                            answer(Search(text: "b"), with: .data) failed: no such command is pending. These commands are pending:

                                Search(text: "a")

                            To fix this, first make the call that requests it, once for each answer. A command is not pending if it has ended, was cancelled, has a handler, or is queued behind another command (policy: .queue).
                            """),
                    Issue(
                        line: line + 6,
                        text: """
                            fail(Search.self, at: 1) failed: no such command is pending. These commands are \
                            pending:

                                Search(text: "a")

                            To fix this, first make the call that requests it, once for each answer. A command is not pending if it has ended, was cancelled, has a handler, or is queued behind another command (policy: .queue).
                            """),
                    Issue(
                        line: line + 7,
                        text: """
                            answer(Search.self, at: -1, with: .cancel) failed: no such command is pending. These commands are \
                            pending:

                                Search(text: "a")

                            To fix this, first make the call that requests it, once for each answer. A command is not pending if it has ended, was cancelled, has a handler, or is queued behind another command (policy: .queue).
                            """),
                    Issue(
                        line: line + 9,
                        text: """
                            answer(Search.self, with: .cancel) failed: no such command is pending. No command is pending.

                            To fix this, first make the call that requests it, once for each answer. A command is not pending if it has ended, was cancelled, has a handler, or is queued behind another command (policy: .queue).
                            """),
                ])
        }

        @Test("Commands · answering a command with a handler fails with that reason")
        func handled() {
            let line: UInt = #line
            let found = issues {
                let store = shelf()
                store.handle(FetchBooks.self) { _ in [] }
                store.send(.refresh)
                store.receive(.fetched(.data([])))
                store.complete(FetchBooks.self, with: [])
            }
            #expect(
                found == [
                    Issue(
                        line: line + 6,
                        text: """
                            complete(FetchBooks.self) failed: no such command is pending. A handler is registered for its type. No command is pending.

                            To fix this, first make the call that requests it, once for each answer. A command is not pending if it has ended, was cancelled, has a handler, or is queued behind another command (policy: .queue).
                            """)
                ])
        }

        @Test("Commands · a wrong or missing closure of an answer fails with the chain of causes")
        func wrongAnswer() {
            let line: UInt = #line
            let found = issues {
                let store = shelf()
                store.send(.refresh)
                store.answer(FetchBooks.self, with: .data([.dune])) { $0.books = [.emma] }
                store.complete(FetchBooks.self, with: [])
            }
            #expect(
                found == [
                    Issue(
                        line: line + 4,
                        text: """
                            After answer(FetchBooks.self, with: .data), the state differs from the state that the closure describes.

                                  Shelf.State(
                                    books: [
                                -     [0]: Book(title: "Emma")
                                +     [0]: Book(title: "Dune")
                                    ],
                                    count: 0,
                                    isLoading: false,
                                    error: nil,
                                    query: ""
                                  )

                                (- expected, + actual)

                            Caused by:
                                action .refresh (CommandTests.swift:\(line + 3))
                                command FetchBooks()
                                event .data([Book(title: "Dune")]) (CommandTests.swift:\(line + 4))

                            To fix this, change the closure so that it describes the new state, or fix the reducer.
                            """),
                    Issue(
                        line: line + 5,
                        text: """
                            complete(FetchBooks.self) changed the state, but has no closure that describes the change.

                                  Shelf.State(
                                    books: [
                                -     [0]: Book(title: "Dune")
                                    ],
                                    count: 0,
                                    isLoading: false,
                                    error: nil,
                                    query: ""
                                  )

                                (- before, + after)

                            Caused by:
                                action .refresh (CommandTests.swift:\(line + 3))
                                command FetchBooks()
                                event .data([]) (CommandTests.swift:\(line + 5))

                            To fix this, add a closure that changes the old state into the new state, { $0.… = … }, or fix the reducer.
                            """),
                ])
        }

        @Test("Commands · a closure for an event that the store does not reduce fails")
        func notReduced() {
            let line: UInt = #line
            let found = issues {
                let store = TestStore(0, Counter())
                store.engine.execute(FetchBooks())
                store.complete(FetchBooks.self, with: []) { $0 = 1 }
            }
            #expect(
                found == [
                    Issue(
                        line: line + 4,
                        text: """
                            After complete(FetchBooks.self), the state differs from the state that the closure describes.

                                - 1
                                + 0

                                (- expected, + actual)

                            To fix this, change the closure so that it describes the new state, or fix the reducer.
                            """)
                ])
        }

        @Test("Commands · commands that are pending at the end fail the test at the line that caused them")
        func pending() {
            let line: UInt = #line
            let found = issues {
                let store = shelf()
                store.send(.search("a")) { $0.query = "a" }
                store.send(.save)
                store.fail(Save.self, with: Unreachable())
                store.clock.advance(by: .seconds(1))
            }
            #expect(
                found == [
                    Issue(
                        line: line + 3,
                        text: """
                            A command that this line requested is still pending at the end of the test.

                                Search(text: "a")

                            Caused by:
                                action .search("a") (CommandTests.swift:\(line + 3))
                                command Search(text: "a")

                            To fix this, answer the command with store.complete(Search.self, with: …), store.fail(…) or store.answer(…, with: .cancel), or cancel it in the reducer.
                            """),
                    Issue(
                        line: line + 4,
                        text: """
                            A command that this line requested is still pending in attempt 2 at the end of the test.

                                Save(count: 0)

                            Caused by:
                                action .save (CommandTests.swift:\(line + 4))
                                command Save(count: 0)

                            To fix this, answer the command with store.complete(Save.self, with: …), store.fail(…) or store.answer(…, with: .cancel), or cancel it in the reducer.
                            """),
                ])
        }

        @Test("Commands · a command that waits for its retry at the end fails the test")
        func pausing() {
            let line: UInt = #line
            let found = issues {
                let store = shelf()
                store.send(.save)
                store.fail(Save.self, with: Unreachable())
            }
            #expect(
                found == [
                    Issue(
                        line: line + 3,
                        text: """
                            A command that this line requested has not ended at the end of the test. Its handler is running, its retry is scheduled, it is queued behind another command, or middleware holds it.

                                Save(count: 0)

                            Caused by:
                                action .save (CommandTests.swift:\(line + 3))
                                command Save(count: 0)

                            To fix this, wait for the handler with await store.finish(), advance the clock to the retry with store.clock.advance(by: …), or cancel the command in the reducer.
                            """)
                ])
        }
    }
#endif
