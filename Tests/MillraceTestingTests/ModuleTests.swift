#if Testing || App
    import MillraceModules
    import Millrace
    import MillraceTesting
    import Testing

    @MainActor struct ModuleTests {
        /// A store after its start.
        private func aisle() -> TestStore<Aisle> {
            let store = TestStore(Aisle(), with: 3)
            store.complete(FetchTitles(shelf: "3"), with: ["Dune"]) { $0.titles = ["Dune"] }
            return store
        }

        @Test("Modules · transitions and inputs are asserted, each kind in its order, and are no fault")
        func right() {
            let found = issues {
                let store = aisle()
                store.send(.choose("Dune"))
                store.transition(.title("Dune"))
                store.send(.leave)
                store.fact(Closed())
                store.transition(.title("none"))
                store.output(.left(3))
                store.send(.narrow("a", isSecond: true))
                store.input(.narrow("a"), to: Aisle.second)
                store.send(.clear) { $0.titles = [] }
                store.input(.reset, to: Aisle.first)
                store.input(.reset, to: Aisle.second)
            }
            #expect(found == [])
        }

        @Test("Modules · unasserted transitions and inputs fail the test at the line that caused them")
        func left() {
            let line: UInt = #line
            let found = issues {
                let store = aisle()
                store.send(.openFilter)
                store.send(.clear) { $0.titles = [] }
            }
            #expect(
                found == [
                    Issue(
                        line: line + 3,
                        text: """
                            This caused a transition that the test did not assert before send(.clear) \
                            (ModuleTests.swift:\(line + 4)).

                                .filter

                            Caused by:
                                action .openFilter (ModuleTests.swift:\(line + 3))
                                transition .filter

                            To fix this, add store.transition(…) for each, in this order, or fix the reducer.
                            """),
                    Issue(
                        line: line + 4,
                        text: """
                            This caused 2 inputs that the test did not assert before the end of the test.

                                .reset, to: "first"
                                .reset, to: "second"

                            Caused by:
                                action .clear (ModuleTests.swift:\(line + 4))
                                input .reset

                            To fix this, add store.input(…, to: …) for each, in this order, or fix the reducer.
                            """),
                ])
        }

        @Test("Modules · a different transition, input or port fails with the difference")
        func wrong() {
            let line: UInt = #line
            let found = issues {
                let store = aisle()
                store.send(.choose("Dune"))
                store.transition(.filter)
                store.send(.narrow("a"))
                store.input(.reset, to: Aisle.first)
                store.send(.narrow("a"))
                store.input(.narrow("a"), to: Aisle.second)
            }
            #expect(
                found == [
                    Issue(
                        line: line + 4,
                        text: """
                            transition(.filter) failed: the next transition is a different one.

                                - Aisle.Transition.filter
                                + Aisle.Transition.title("Dune")

                                (- expected, + actual)

                            Caused by:
                                action .choose("Dune") (ModuleTests.swift:\(line + 3))
                                transition .title("Dune")

                            To fix this, assert the transitions in the order in which they occurred, or fix the reducer.
                            """),
                    Issue(
                        line: line + 6,
                        text: """
                            input(.reset, to: "first") failed: the next input is a different one.

                                  PortInput(
                                -   input: .reset,
                                +   input: .narrow("a"),
                                    port: "first",
                                    module: Sieve.self
                                  )

                                (- expected, + actual)

                            Caused by:
                                action .narrow("a", isSecond: false) (ModuleTests.swift:\(line + 5))
                                input .narrow("a")

                            To fix this, assert the inputs in the order in which they occurred, or fix the reducer.
                            """),
                    Issue(
                        line: line + 8,
                        text: """
                            input(.narrow("a"), to: "second") failed: the next input is a different one.

                                  PortInput(
                                    input: .narrow("a"),
                                -   port: "second",
                                +   port: "first",
                                    module: Sieve.self
                                  )

                                (- expected, + actual)

                            Caused by:
                                action .narrow("a", isSecond: false) (ModuleTests.swift:\(line + 7))
                                input .narrow("a")

                            To fix this, assert the inputs in the order in which they occurred, or fix the reducer.
                            """),
                ])
        }

        @Test("Modules · asserting a missing transition or input fails")
        func nothing() {
            let line: UInt = #line
            let found = issues {
                let store = aisle()
                store.transition(.filter)
                store.input(.reset, to: Aisle.first)
            }
            func fix(_ kind: String) -> String {
                """
                To fix this, first make the call that causes the \(kind), such as store.complete(…, with: …) or \
                store.clock.advance(by: …), or remove this line.
                """
            }
            #expect(
                found == [
                    Issue(
                        line: line + 3,
                        text:
                            "transition(.filter) failed: there is no transition left to assert. No command is pending.\n\n"
                            + fix("transition")),
                    Issue(
                        line: line + 4,
                        text:
                            "input(.reset, to: \"first\") failed: there is no input left to assert. No command is pending.\n\n"
                            + fix("input")),
                ])
        }

        @Test("Modules · with .off, transitions and inputs are skipped")
        func off() {
            let line: UInt = #line
            let found = issues {
                let store = aisle()
                store.exhaustivity = .off
                store.send(.choose("Dune"))
                store.send(.choose("Emma"))
                store.send(.leave)
                store.transition(.title("none"))
                store.send(.narrow("a"))
                store.send(.openFilter)
                store.exhaustivity = .off(showingSkipped: true)
                store.send(.clear) { $0.titles = [] }
                store.input(.reset, to: Aisle.second)
                store.send(.openFilter)
            }
            #expect(
                found == [
                    Issue(
                        line: line + 9,
                        text: """
                            Skipped, because the test store is not exhaustive: This caused a transition that the test did not assert before send(.clear) (ModuleTests.swift:\(line + 11)).

                                .filter
                            """,
                        isWarning: true),
                    Issue(
                        line: line + 11,
                        text: """
                            Skipped, because the test store is not exhaustive: This caused an input that the test did not assert before input(.reset, to: "second") (ModuleTests.swift:\(line + 12)).

                                .reset, to: "first"
                            """,
                        isWarning: true),
                    Issue(
                        line: line + 13,
                        text: """
                            Skipped, because the test store is not exhaustive: This caused a transition that the test did not assert before the end of the test.

                                .filter
                            """,
                        isWarning: true),
                ])
        }

        @Test("Modules · messages of other stores and scenes on the engine need not be asserted")
        func others() {
            let found = issues {
                let store = TestStore(Aisle(), with: 3) { $0.handle(FetchTitles.self) { _ in [] } }
                store.receive(.fetched(.data([])))
                let window = Navigator(root: Aisle(), with: 1, on: store.engine)
                window.store(of: Aisle.self)?.send(.openFilter)
                window.store(of: Aisle.self)?.send(.narrow("a"))
                window.store(of: Sieve.self)?.send(.clear)
                #expect(window.tree.scenes.count == 3)
                #expect(window.store(of: Aisle.self)?.state.filtered == ["a"])
                let other = Store(Sieve.State(), Sieve(), on: store.engine)
                other.send(.clear)
                store.fault(.portNotConnected)
                store.fault(.noOwner)
                store.send(.openFilter)
                store.transition(.filter)
                #expect(window.tree.scenes.count == 3)
            }
            #expect(found == [])
        }

        @Test("Modules · other observers of the store are notified too")
        func listeners() {
            var received: [String] = []
            let found = issues {
                let store = aisle()
                store.store.onTransition { received.append("\($0)") }
                store.store.onInput { received.append("\($0): \($1)") }
                store.send(.openFilter)
                store.transition(.filter)
                store.send(.narrow("a"))
                store.input(.narrow("a"), to: Aisle.first)
            }
            #expect(found == [] && received == ["filter", "first: narrow(\"a\")"])
        }

        @Test("Modules · held transitions and inputs are asserted after they are resumed; dropped ones never")
        func held() {
            let found = issues {
                let store = aisle()
                let gate = Gate()
                store.engine.middleware.append(gate)
                store.send(.openFilter)
                store.send(.narrow("a"))
                store.send(.choose("Dune"))
                #expect(gate.held.count == 3)
                store.engine.resume(gate.held.removeLast(), with: .cancel())
                for id in gate.held { store.engine.resume(id) }
                store.transition(.filter)
                store.input(.narrow("a"), to: Aisle.first)
            }
            #expect(found == [])
        }

        // MARK: A module's start and its inputs

        @Test("Modules · effects of the start flow are caused by the line that created the store")
        func start() {
            let line: UInt = #line
            let found = issues {
                let store = TestStore(Starting(), with: 2)
                store.send(.add(1)) { $0 = 3 }
                store.clock.run()
            }
            let chains = [
                "an action", "an output", "a transition", "an input", "a fact",
            ]
            #expect(found.map(\.line) == [2, 2, 2, 2, 2, 4].map { line + $0 })
            for (issue, kind) in zip(found, chains) {
                #expect(
                    issue.text.hasPrefix(
                        "This caused \(kind) that the test did not assert before send(.add(1)) (ModuleTests.swift:"
                    ))
            }
            #expect(
                found.last?.text == """
                    This caused a fact that the test did not assert before the end of the test.

                        Opened(title: "late")

                    To fix this, add store.fact(…) for each, in this order, or fix the reducer.
                    """)
        }

        @Test("Modules · effects of the start flow are asserted like those of any call")
        func startSpokenOf() {
            let found = issues {
                let store = TestStore(Starting(), with: 2)
                #expect(store.state == 2)
                store.receive(.add(0))
                store.output("started")
                store.transition(.help([]))
                store.input(.reset, to: Aisle.first)
                store.fact(Closed())
                store.clock.advance(by: .seconds(1))
                store.fact(Opened(title: "late"))
                let sieve = TestStore(Sieve()) { $0.handle(FetchTitles.self) { _ in [] } }
                #expect(sieve.state == Sieve.State() && sieve.engine.hasHandler(for: FetchTitles.self))
            }
            #expect(found == [])
        }

        @Test("Modules · a command of the start flow must end, and a synchronous handler's event is received")
        func startCommand() {
            let line: UInt = #line
            let found = issues {
                _ = TestStore(Aisle(), with: 3)
                let store = TestStore(Aisle(), with: 4) { $0.handle(FetchTitles.self) { [$0.shelf] } }
                store.receive(.fetched(.data(["4"]))) { $0.titles = ["4"] }
            }
            #expect(
                found == [
                    Issue(
                        line: line + 2,
                        text: """
                            A command that this line requested is still pending at the end of the test.

                                FetchTitles(shelf: "3")

                            To fix this, answer the command with store.complete(FetchTitles.self, with: …), store.fail(…) or store.answer(…, with: .cancel), or cancel it in the reducer.
                            """)
                ])
        }

        @Test("Modules · an input is mapped to an action, and its change is asserted")
        func inputs() {
            let line: UInt = #line
            let found = issues {
                let store = TestStore(Sieve())
                store.send(input: .narrow("a")) {
                    $0.text = "a"
                    $0.marks = ["a"]
                }
                store.output("a")
                store.input(.narrow("a"), to: Navigator.Port<Sieve>("own"))
                store.send(input: .reset)
                store.transition(.help(["a"]))
            }
            #expect(
                found == [
                    Issue(
                        line: line + 9,
                        text: """
                            send(input: .reset) changed the state, but has no closure that describes the change.

                                  Sieve.State(
                                -   text: "a",
                                +   text: "",
                                    marks: Set([…])
                                  )

                                (- before, + after)

                            To fix this, add a closure that changes the old state into the new state, { $0.… = … }, or fix the reducer.
                            """)
                ])
        }

        @Test("Modules · an input that is not reduced fails; an input sent to the store itself is received")
        func toldPast() {
            let line: UInt = #line
            let found = issues {
                let store = TestStore(Sieve())
                store.store.send(input: .narrow("a"))
                store.receive(.set("a")) {
                    $0.text = "a"
                    $0.marks = ["a"]
                }
                store.output("a")
                store.input(.narrow("a"), to: Navigator.Port<Sieve>("own"))
                let gate = Gate()
                store.engine.middleware.append(gate)
                store.send(input: .reset)
                store.engine.resume(gate.held[0], with: .cancel())
                store.finish()
                store.send(input: .reset)
            }
            #expect(
                found == [
                    Issue(
                        line: line + 12,
                        text: """
                            send(input: .reset) failed: the store did not reduce the input.

                            To fix this, do not make this call during a turn, and check that no middleware holds, changes or drops the input.
                            """),
                    Issue(
                        line: line + 15,
                        text: """
                            send(input: .reset) was called after finish() at ModuleTests.swift:\(line + 14). It did nothing.

                            To fix this, call finish() at the end of the test, or create another test store.
                            """),
                ])
        }

        @Test("Modules · routes are tested without a store")
        func router() {
            #expect(Aisle().operations(for: .title("Dune")) == [.show(Aisle(), with: 0)])
            #expect(Aisle().operations(for: .filter) == [.embed(Sieve(), at: "panel", with: (), port: Aisle.first)])
        }
    }

    /// Holds transitions and inputs.
    private final class Gate: Middleware {
        var held: [UInt64] = []

        func intercept(_ message: Message) -> Decision {
            guard message.kind == .transition || message.kind == .input else { return .pass }
            held.append(message.id)
            return .hold
        }
    }

    /// A module whose start flow contains every kind of request.
    private struct Starting: Module {
        enum Action { case add(Int) }
        typealias Output = String
        typealias Transition = Sieve.Transition

        func state(for count: Int) -> Int { count }

        func start(_ count: Int) -> Flow<Self> {
            .send(.add(0)).and(.output("started")).and(.transition(.help([]))).and(.send(.reset, to: Aisle.first))
                .and(.post(Closed())).and(.after(.seconds(1), .post(Opened(title: "late"))))
        }

        func reduce(_ count: inout Int, _ action: Action) -> Flow<Self> {
            if case .add(let number) = action { count += number }
            return .none
        }

        func route(_ transition: Transition) -> Route<Self> { .none }
    }
#endif
