#if Testing
    import MillraceExtras
    import Millrace
    import MillraceTesting
    import Testing

    @MainActor struct SendTests {
        @Test(
            "Send · a test passes that says the state after each action, and nothing where nothing changes"
        )
        func right() {
            let found = issues {
                let store = TestStore(Shelf.State(), Shelf())
                store.send(.add(1)) { $0.count = 1 }
                store.send(.add(2)) { $0.count = 3 }
                store.send(.ignored)
                #expect(store.state.count == 3 && store.store.count == 3)
                store.finish()
                #expect(store.state.count == 3)
            }
            #expect(found == [])
        }

        @Test("Send · a store of which nothing is asked has nothing to say")
        func empty() {
            #expect(issues { _ = TestStore(Shelf.State(), Shelf()) } == [])
            #expect(issues { TestStore(Shelf.State(), Shelf()).finish() } == [])
        }

        @Test("Send · a wrong claim shows the difference, and the test goes on with what there is")
        func wrongState() {
            let line: UInt = #line + 3
            let found = issues {
                let store = TestStore(Shelf.State(), Shelf())
                store.send(.add(1)) { $0.count = 2 }
                store.send(.add(1)) { $0.count = 2 }
            }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            After send(.add(1)) the state is not what the closure makes of it.

                                  Shelf.State(
                                    books: [],
                                -   count: 2,
                                +   count: 1,
                                    isLoading: false,
                                    error: nil,
                                    query: ""
                                  )

                                (- expected, + there)

                            To fix this, say in the closure what the state is then, or mend the reducer.
                            """)
                ])
        }

        @Test("Send · a change of which the test says nothing fails")
        func unsaidChange() {
            let line: UInt = #line + 3
            let found = issues {
                let store = TestStore(7, Counter())
                store.send(1)
            }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            send(1) changed the state, and the test does not say how.

                                - 7
                                + 8

                                (- before, + after)

                            To fix this, add a closure that makes the state before into the state after, { $0.… = … \
                            }, or mend the reducer.
                            """)
                ])
        }

        @Test("Send · a closure that changes nothing, where nothing has changed, fails")
        func nothingChanged() {
            let line: UInt = #line + 3
            let found = issues {
                let store = TestStore(7, Counter())
                store.send(0) { $0 = 7 }
            }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            The closure of send(0) changes nothing, and nothing has changed.

                            To fix this, leave the closure out, or say in it what should have changed.
                            """)
                ])
        }

        @Test("Send · a closure that throws fails")
        func closureThrows() {
            let line: UInt = #line + 3
            let found = issues {
                let store = TestStore(7, Counter())
                store.send(1) { _ in throw Unreachable() }
            }
            #expect(
                found == [
                    Issue(
                        line: line,
                        text: """
                            The closure of send(1) threw: Unreachable(host: "books")

                            To fix this, let the closure change the state that it is given, and throw only where \
                            that cannot be done.
                            """)
                ])
        }

        @Test("Send · an action that a middleware drops fails")
        func notReduced() {
            let line: UInt = #line + 4
            let found = issues {
                let store = TestStore(7, Counter())
                store.engine.middleware.append(.drop { $0.payload as? Int == 1 })
                store.send(1)
            }
            let text = """
                send(1) was not reduced.

                To fix this, send outside of a turn, and have no middleware hold, change or drop the action.
                """
            #expect(found == [Issue(line: line, text: text)])
        }

        @Test("Send · a line in the middle of another fails and does nothing")
        func nested() {
            let line: UInt = #line + 5
            let found = issues {
                let store = TestStore(7, Counter())
                store.store.subscribe(to: \.self) { [unowned store] count in
                    guard count == 8 else { return }
                    store.send(1)
                }
                store.send(1) { $0 = 8 }
            }
            let text = """
                send(1) came in the middle of the line at SendTests.swift:\(line + 2), and did nothing.

                To fix this, have the test say one line after the other; what an observer or a handler wants to \
                send goes to store.store.
                """
            #expect(found == [Issue(line: line, text: text)])
        }

        @Test("Send · a line after the end fails and does nothing")
        func finished() {
            let line: UInt = #line + 3
            let found = issues {
                let store = TestStore(7, Counter())
                store.finish()
                store.send(1)
                store.receive(1)
                store.finish()
                #expect(store.state == 7)
            }
            func text(_ call: String) -> String {
                """
                \(call) came after the test store was finished at SendTests.swift:\(line), and did nothing.

                To fix this, finish at the end of the test, or make another test store.
                """
            }
            #expect(
                found == [
                    Issue(line: line + 1, text: text("send(1)")), Issue(line: line + 2, text: text("receive(1)")),
                ])
        }

        @Test("Send · a state that is not Equatable is compared part by part, and a function is never the same")
        func notEquatable() {
            struct Box { var name: String; var make: (() -> Int)? }
            struct Naming: Reducer {
                func reduce(_ box: inout Box, _ name: String) -> Flow<Self> {
                    box.name = name
                    return .none
                }
            }
            let line: UInt = #line + 6
            let found = issues {
                let store = TestStore(Box(name: "a"), Naming())
                store.send("b") { $0.name = "b" }
                store.send("b")
                let other = TestStore(Box(name: "a", make: { 1 }), Naming())
                other.send("b") { $0.name = "b" }
            }
            #expect(found.count == 1 && found.first?.line == line)
            #expect(
                found.first?.text == """
                    After send("b") the state is not what the closure makes of it.

                        SendTests.Box(
                          name: "b",
                          make: (Function)
                        )

                        (Both look like this, and are not the same: == says so, or a part is a function, which is \
                    never the same.)

                    To fix this, say in the closure what the state is then, or mend the reducer.
                    """)
        }

        @Test("Send · the receipt is that of the action and all that it caused")
        func receipt() async throws {
            let found = try await issues {
                let store = TestStore(Shelf.State(), Shelf())
                let receipt = store.send(.refresh)
                receipt.cancel()
                await #expect(throws: CancellationError.self) { try await receipt.finishedInTime() }
                try await store.send(.ignored).finishedInTime()
                await store.finish()
            }
            #expect(found == [])
        }
    }

    /// Adds what it is sent.
    struct Counter: Reducer {
        func reduce(_ count: inout Int, _ number: Int) -> Flow<Self> {
            count += number
            return .none
        }
    }
#endif
