#if Testing || App
    import MillraceExtras
    import Millrace
    import MillraceTesting
    import Testing

    @MainActor struct SendTests {
        @Test(
            "Send · a test passes if it describes each change, and has no closure where nothing changes"
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

        @Test("Send · an unused store reports nothing")
        func empty() {
            #expect(issues { _ = TestStore(Shelf.State(), Shelf()) } == [])
            #expect(issues { TestStore(Shelf.State(), Shelf()).finish() } == [])
        }

        @Test("Send · a wrong closure shows the difference, and the test continues with the actual state")
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
                            After send(.add(1)), the state differs from the state that the closure describes.

                                  Shelf.State(
                                    books: [],
                                -   count: 2,
                                +   count: 1,
                                    isLoading: false,
                                    error: nil,
                                    query: ""
                                  )

                                (- expected, + actual)

                            To fix this, change the closure so that it describes the new state, or fix the reducer.
                            """)
                ])
        }

        @Test("Send · an unasserted change fails")
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
                            send(1) changed the state, but has no closure that describes the change.

                                - 7
                                + 8

                                (- before, + after)

                            To fix this, add a closure that changes the old state into the new state, { $0.… = … }, or fix the reducer.
                            """)
                ])
        }

        @Test("Send · a closure that changes nothing fails if the action changed nothing either")
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
                            The closure of send(0) does not change the state, and the action did not change it either.

                            To fix this, remove the closure, or describe the expected change in it.
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

                            To fix this, throw from the closure only if it cannot describe the new state, for example because a value is missing.
                            """)
                ])
        }

        @Test("Send · an action that middleware drops fails")
        func notReduced() {
            let line: UInt = #line + 4
            let found = issues {
                let store = TestStore(7, Counter())
                store.engine.middleware.append(.drop { $0.payload as? Int == 1 })
                store.send(1)
            }
            let text = """
                send(1) failed: the store did not reduce the action.

                To fix this, do not make this call during a turn, and check that no middleware holds, changes or drops the action.
                """
            #expect(found == [Issue(line: line, text: text)])
        }

        @Test("Send · a call during another fails and does nothing")
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
                send(1) was called while the call at SendTests.swift:\(line + 2) was running. It did nothing.

                To fix this, make one call after the other. To send from an observer or a handler, use store.store, the store under test.
                """
            #expect(found == [Issue(line: line, text: text)])
        }

        @Test("Send · a call after the end fails and does nothing")
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
                \(call) was called after finish() at SendTests.swift:\(line). It did nothing.

                To fix this, call finish() at the end of the test, or create another test store.
                """
            }
            #expect(
                found == [
                    Issue(line: line + 1, text: text("send(1)")), Issue(line: line + 2, text: text("receive(1)")),
                ])
        }

        @Test("Send · a state that is not Equatable is compared part by part, and functions are never equal")
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
                    After send("b"), the state differs from the state that the closure describes.

                        SendTests.Box(
                          name: "b",
                          make: (Function)
                        )

                        (Both values have this description, but they are not equal: == returns false, or they contain a function; functions are never equal.)

                    To fix this, change the closure so that it describes the new state, or fix the reducer.
                    """)
        }

        @Test("Send · the receipt includes the action and all its effects")
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

    /// Appends each action to its state.
    struct Counter: Reducer {
        func reduce(_ count: inout Int, _ number: Int) -> Flow<Self> {
            count += number
            return .none
        }
    }
#endif
