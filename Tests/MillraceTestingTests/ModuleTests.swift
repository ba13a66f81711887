#if Testing
    import MillraceModules
    import Millrace
    import MillraceTesting
    import Testing

    @MainActor struct ModuleTests {
        /// A store whose start is over.
        private func aisle() -> TestStore<Aisle> {
            let store = TestStore(Aisle(), with: 3)
            store.complete(FetchTitles(shelf: "3"), with: ["Dune"]) { $0.titles = ["Dune"] }
            return store
        }

        @Test("Modules · transitions and inputs are asserted in the order of their kind, and are no fault")
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

        @Test("Modules · transitions and inputs that are left fail at the line that caused them")
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
                            This led to a transition, of which the test says nothing before send(.clear) \
                            (ModuleTests.swift:\(line + 4)).

                                .filter

                            It came of:
                                action .openFilter (ModuleTests.swift:\(line + 3))
                                transition .filter

                            To fix this, write store.transition(…) for each, in this order, or mend the reducer.
                            """),
                    Issue(
                        line: line + 4,
                        text: """
                            This led to 2 inputs, of which the test says nothing before the test ends.

                                .reset, to: "first"
                                .reset, to: "second"

                            It came of:
                                action .clear (ModuleTests.swift:\(line + 4))
                                input .reset

                            To fix this, write store.input(…, to: …) for each, in this order, or mend the reducer.
                            """),
                ])
        }

        @Test("Modules · another transition or input fails with the difference, and so does another port")
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
                            transition(.filter) finds another transition.

                                - Aisle.Transition.filter
                                + Aisle.Transition.title("Dune")

                                (- expected, + there)

                            It came of:
                                action .choose("Dune") (ModuleTests.swift:\(line + 3))
                                transition .title("Dune")

                            To fix this, speak of what happened, in the order in which it happened, or mend the \
                            reducer.
                            """),
                    Issue(
                        line: line + 6,
                        text: """
                            input(.reset, to: "first") finds another input.

                                  PortInput(
                                -   input: .reset,
                                +   input: .narrow("a"),
                                    port: "first",
                                    module: Sieve.self
                                  )

                                (- expected, + there)

                            It came of:
                                action .narrow("a", isSecond: false) (ModuleTests.swift:\(line + 5))
                                input .narrow("a")

                            To fix this, speak of what happened, in the order in which it happened, or mend the \
                            reducer.
                            """),
                    Issue(
                        line: line + 8,
                        text: """
                            input(.narrow("a"), to: "second") finds another input.

                                  PortInput(
                                    input: .narrow("a"),
                                -   port: "second",
                                +   port: "first",
                                    module: Sieve.self
                                  )

                                (- expected, + there)

                            It came of:
                                action .narrow("a", isSecond: false) (ModuleTests.swift:\(line + 7))
                                input .narrow("a")

                            To fix this, speak of what happened, in the order in which it happened, or mend the \
                            reducer.
                            """),
                ])
        }

        @Test("Modules · a transition or an input that is not there fails")
        func nothing() {
            let line: UInt = #line
            let found = issues {
                let store = aisle()
                store.transition(.filter)
                store.input(.reset, to: Aisle.first)
            }
            let fix = """
                To fix this, do what leads to it before, such as store.complete(…, with: …) or \
                store.clock.advance(by: …), or leave the line out.
                """
            #expect(
                found == [
                    Issue(
                        line: line + 3,
                        text: "transition(.filter) finds no transition that is left. No command is pending.\n\n"
                            + fix),
                    Issue(
                        line: line + 4,
                        text: "input(.reset, to: \"first\") finds no input that is left. No command is pending.\n\n"
                            + fix),
                ])
        }

        @Test("Modules · where the store is not exhaustive, transitions and inputs are passed over")
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
                            Skipped, because the store is not exhaustive: This led to a transition, of which the test \
                            says nothing before send(.clear) (ModuleTests.swift:\(line + 11)).

                                .filter
                            """,
                        isWarning: true),
                    Issue(
                        line: line + 11,
                        text: """
                            Skipped, because the store is not exhaustive: This led to an input, of which the test says \
                            nothing before input(.reset, to: "second") (ModuleTests.swift:\(line + 12)).

                                .reset, to: "first"
                            """,
                        isWarning: true),
                    Issue(
                        line: line + 13,
                        text: """
                            Skipped, because the store is not exhaustive: This led to a transition, of which the test \
                            says nothing before the test ends.

                                .filter
                            """,
                        isWarning: true),
                ])
        }

        @Test("Modules · what others on the engine tell is not the store's to assert, a navigator's scenes too")
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

        @Test("Modules · whoever else listens to the store hears too")
        func listeners() {
            var heard: [String] = []
            let found = issues {
                let store = aisle()
                store.store.onTransition { heard.append("\($0)") }
                store.store.onInput { heard.append("\($0): \($1)") }
                store.send(.openFilter)
                store.transition(.filter)
                store.send(.narrow("a"))
                store.input(.narrow("a"), to: Aisle.first)
            }
            #expect(found == [] && heard == ["filter", "first: narrow(\"a\")"])
        }

        @Test("Modules · what middleware held is spoken of when it is resumed, and what it dropped never")
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

        @Test("Modules · what a module starts follows from the line that made the store")
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
                        "This led to \(kind), of which the test says nothing before send(.add(1)) (ModuleTests.swift:"
                    ))
            }
            #expect(
                found.last?.text == """
                    This led to a fact, of which the test says nothing before the test ends.

                        Opened(title: "late")

                    To fix this, write store.fact(…) for each, in this order, or mend the reducer.
                    """)
        }

        @Test("Modules · what a module starts is spoken of as what follows from any other line")
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

        @Test("Modules · a command that a module starts must end, and one that a handler answers at once is received")
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
                            A command that was asked for here is still pending when the test ends.

                                FetchTitles(shelf: "3")

                            To fix this, answer it, store.complete(FetchTitles.self, with: …), fail or cancel it, or \
                            have the reducer cancel it before.
                            """)
                ])
        }

        @Test("Modules · an input is reduced as the action that the module makes of it, and asserted as one")
        func telling() {
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
                            send(input: .reset) changed the state, and the test does not say how.

                                  Sieve.State(
                                -   text: "a",
                                +   text: "",
                                    marks: Set([…])
                                  )

                                (- before, + after)

                            To fix this, add a closure that makes the state before into the state after, { $0.… = … \
                            }, or mend the reducer.
                            """)
                ])
        }

        @Test("Modules · an input that is not reduced fails, and one that was told past the test store is received")
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
                            send(input: .reset) was not reduced.

                            To fix this, send outside of a turn, and have no middleware hold, change or drop the input.
                            """),
                    Issue(
                        line: line + 15,
                        text: """
                            send(input: .reset) came after the test store was finished at ModuleTests.swift:\(line + 14), and \
                            did nothing.

                            To fix this, finish at the end of the test, or make another test store.
                            """),
                ])
        }

        @Test("Modules · a router is tested by asking it")
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

    /// A module that starts with one of everything.
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
