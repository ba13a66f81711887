#if Testing
    import MillraceExtras
    import Millrace
    import MillraceTesting
    import Testing

    @MainActor struct CommandTests {
        private func shelf() -> TestStore<Shelf> { TestStore(Shelf.State(), Shelf()) }

        @Test("Commands · one that is asked for is pending, until the test completes it")
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

        @Test("Commands · progress, several answers and an end without one are each an event, or none")
        func manyAnswers() {
            let found = issues {
                let store = shelf()
                store.send(.refresh)
                store.progress(FetchBooks.self) { $0.isLoading = true }
                store.data(FetchBooks.self, [.dune]) {
                    $0.books = [.dune]
                    $0.isLoading = false
                }
                store.data(FetchBooks(), [.emma]) { $0.books = [.emma] }
                store.progress(FetchBooks()) { $0.isLoading = true }
                store.end(FetchBooks.self)
                #expect(store.pending.isEmpty)
                store.send(.search("a")) {
                    $0.query = "a"
                }
                store.progress(Search.self, 0.5)
                store.progress(Search(text: "a"), 1) { $0.isLoading = false }
                store.end(Search(text: "a"))
                store.send(.save)
                store.complete(Save.self)
                store.send(.save)
                store.complete(Save(count: 0))
            }
            #expect(found == [])
        }

        @Test("Commands · several of one type are told apart by order or by value")
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
                store.cancel(Search(text: "c"))
                #expect(store.pending.isEmpty)
            }
            #expect(found == [])
        }

        @Test("Commands · a failure is tried again when its pause has passed, and is an event after the last try")
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

        @Test("Commands · one that is cancelled has no event, and what waits for its end is not done")
        func cancels() {
            let found = issues {
                let store = shelf()
                store.send(.do(.execute(FetchBooks(), as: Shelf.Action.fetched).then(.send(.add(1)))))
                store.cancel(FetchBooks.self)
                store.send(.do(.execute(FetchBooks()).then(.send(.add(1)), evenAfterFailure: true)))
                store.cancel(FetchBooks())
                store.receive(.add(1)) { $0.count = 1 }
            }
            #expect(found == [])
        }

        @Test("Commands · one that the reducer replaces is no longer pending, but was asked for")
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

        @Test("Commands · one that does its own work waits for the test too, and so does one that nobody hears")
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

        @Test("Commands · an active command is pending while its state lasts")
        func activeCommands() {
            struct Room: Reducer {
                struct Listen: Command, Equatable { typealias Output = String; var room: String }
                struct State: Equatable { var room: String? = "a"; var heard: [String] = [] }
                enum Action { case enter(String?), heard(Event<Listen>) }

                func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                    switch action {
                    case .enter(let room): state.room = room
                    case .heard(let event): state.heard += event.output.map { [$0] } ?? []
                    }
                    return .none
                }

                func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
                    if let room = state.room { commands.execute(Listen(room: room), as: Action.heard, id: "room") }
                }
            }
            let found = issues {
                let store = TestStore(Room.State(), Room())
                store.data(Room.Listen(room: "a"), "hello") { $0.heard = ["hello"] }
                store.send(.enter("b")) { $0.room = "b" }
                #expect(store.pending as? [Room.Listen] == [Room.Listen(room: "b")])
                store.send(.enter(nil)) { $0.room = nil }
            }
            #expect(found == [])
        }

        @Test("Commands · to expect what was not asked for fails, and shows what was")
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
                store.cancel(Search.self)
                store.cancel(Search.self)
                store.expect(Search(text: "a"))
            }
            #expect(
                found == [
                    Issue(
                        line: line + 3,
                        text: """
                            expect(FetchBooks()) finds no command of its type that is left. No command is pending.

                            To fix this, do what asks for it before, have the reducer return .execute(FetchBooks(), \
                            …), or leave the line out.
                            """),
                    Issue(
                        line: line + 5,
                        text: """
                            expect(FetchBooks()) finds no command of its type that is left. These commands are \
                            pending:

                                Search(text: "a")

                            To fix this, do what asks for it before, have the reducer return .execute(FetchBooks(), \
                            …), or leave the line out.
                            """),
                    Issue(
                        line: line + 6,
                        text: """
                            expect(Search(text: "b")) finds no such command; one of its type was asked for otherwise.

                                - Search(text: "b")
                                + Search(text: "a")

                                (- expected, + there)

                            To fix this, expect what was asked for, or mend the reducer.
                            """),
                    Issue(
                        line: line + 8,
                        text: """
                            expect(Search(text: "b")) finds no such command; 2 of its type were asked for otherwise.

                                - Search(text: "b")
                                + Search(text: "a")

                                (- expected, + there)

                            To fix this, expect what was asked for, or mend the reducer.
                            """),
                    Issue(
                        line: line + 11,
                        text: """
                            expect(Search(text: "a")) finds no command of its type that is left. No command is \
                            pending.

                            To fix this, do what asks for it before, have the reducer return .execute(Search(text: \
                            "a"), …), or leave the line out.
                            """),
                ])
        }

        @Test("Commands · to answer what is not pending fails, and shows what is")
        func notPending() {
            let line: UInt = #line
            let found = issues {
                let store = shelf()
                store.complete(FetchBooks.self, with: [])
                store.send(.search("a")) { $0.query = "a" }
                store.data(Search(text: "b"), [])
                store.fail(Search.self, at: 1, with: Unreachable())
                store.cancel(Search.self, at: -1)
                store.cancel(Search.self)
                store.cancel(Search.self)
            }
            #expect(
                found == [
                    Issue(
                        line: line + 3,
                        text: """
                            complete(FetchBooks.self) finds no such command that is pending. No command is pending.

                            To fix this, do what asks for it before, once for each answer; a command that has ended, \
                            was cancelled, has a handler or still waits behind another (policy: .queue) cannot be \
                            answered.
                            """),
                    Issue(
                        line: line + 5,
                        text: """
                            data(Search(text: "b")) finds no such command that is pending. These commands are pending:

                                Search(text: "a")

                            To fix this, do what asks for it before, once for each answer; a command that has ended, \
                            was cancelled, has a handler or still waits behind another (policy: .queue) cannot be \
                            answered.
                            """),
                    Issue(
                        line: line + 6,
                        text: """
                            fail(Search.self, at: 1) finds no such command that is pending. These commands are \
                            pending:

                                Search(text: "a")

                            To fix this, do what asks for it before, once for each answer; a command that has ended, \
                            was cancelled, has a handler or still waits behind another (policy: .queue) cannot be \
                            answered.
                            """),
                    Issue(
                        line: line + 7,
                        text: """
                            cancel(Search.self, at: -1) finds no such command that is pending. These commands are \
                            pending:

                                Search(text: "a")

                            To fix this, do what asks for it before, once for each answer; a command that has ended, \
                            was cancelled, has a handler or still waits behind another (policy: .queue) cannot be \
                            answered.
                            """),
                    Issue(
                        line: line + 9,
                        text: """
                            cancel(Search.self) finds no such command that is pending. No command is pending.

                            To fix this, do what asks for it before, once for each answer; a command that has ended, \
                            was cancelled, has a handler or still waits behind another (policy: .queue) cannot be \
                            answered.
                            """),
                ])
        }

        @Test("Commands · to answer what a handler answers fails, and says so")
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
                            complete(FetchBooks.self) finds no such command that is pending. A handler answers \
                            commands of its type. No command is pending.

                            To fix this, do what asks for it before, once for each answer; a command that has ended, \
                            was cancelled, has a handler or still waits behind another (policy: .queue) cannot be \
                            answered.
                            """)
                ])
        }

        @Test("Commands · a wrong claim about what an answer does fails with the chain of causes; so does none")
        func wrongAnswer() {
            let line: UInt = #line
            let found = issues {
                let store = shelf()
                store.send(.refresh)
                store.data(FetchBooks.self, [.dune]) { $0.books = [.emma] }
                store.complete(FetchBooks.self, with: [])
            }
            #expect(
                found == [
                    Issue(
                        line: line + 4,
                        text: """
                            After data(FetchBooks.self) the state is not what the closure makes of it.

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

                                (- expected, + there)

                            It came of:
                                action .refresh (CommandTests.swift:\(line + 3))
                                command FetchBooks()
                                event .data([Book(title: "Dune")]) (CommandTests.swift:\(line + 4))

                            To fix this, say in the closure what the state is then, or mend the reducer.
                            """),
                    Issue(
                        line: line + 5,
                        text: """
                            complete(FetchBooks.self) changed the state, and the test does not say how.

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

                            It came of:
                                action .refresh (CommandTests.swift:\(line + 3))
                                command FetchBooks()
                                event .data([]) (CommandTests.swift:\(line + 5))

                            To fix this, add a closure that makes the state before into the state after, { $0.… = … \
                            }, or mend the reducer.
                            """),
                ])
        }

        @Test("Commands · a claim about an event that the store does not reduce fails")
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
                            After complete(FetchBooks.self) the state is not what the closure makes of it.

                                - 1
                                + 0

                                (- expected, + there)

                            To fix this, say in the closure what the state is then, or mend the reducer.
                            """)
                ])
        }

        @Test("Commands · those that are pending at the end fail at the line that caused them")
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
                            A command that was asked for here is still pending when the test ends.

                                Search(text: "a")

                            It came of:
                                action .search("a") (CommandTests.swift:\(line + 3))
                                command Search(text: "a")

                            To fix this, answer it, store.complete(Search.self, with: …), fail or cancel it, or have \
                            the reducer cancel it before.
                            """),
                    Issue(
                        line: line + 4,
                        text: """
                            A command that was asked for here is still pending, in attempt 2, when the test ends.

                                Save(count: 0)

                            It came of:
                                action .save (CommandTests.swift:\(line + 4))
                                command Save(count: 0)

                            To fix this, answer it, store.complete(Save.self, with: …), fail or cancel it, or have \
                            the reducer cancel it before.
                            """),
                ])
        }

        @Test("Commands · one that waits to be tried again at the end fails")
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
                            A command that was asked for here has not ended when the test ends: its handler is at \
                            work, it waits to be tried again, or a middleware holds it.

                                Save(count: 0)

                            It came of:
                                action .save (CommandTests.swift:\(line + 3))
                                command Save(count: 0)

                            To fix this, end the test with await store.finish(), which waits for handlers; let the \
                            time of a pause pass with store.clock.advance(by: …); or have the reducer cancel it \
                            before.
                            """)
                ])
        }
    }
#endif
