#if Testing || App
    import Millrace
    import MillraceHistory
    import MillraceJournal
    import MillraceTesting
    import TestSupport
    import Testing

    // The table of law 12 for tests, recordings and replays. Law12OneSamenessTests has the other columns.

    @MainActor struct SamenessTests {
        @Test("L12 · a test store compares states and messages", arguments: SameInput.all)
        func testStore(input: SameInput) async throws { try await input.check(in: TestStores()) }

        @Test("L12 · an explorer knows a system state with NaN again", arguments: SameInput.all)
        func explorer(input: SameInput) async throws { try await input.check(in: Explorers()) }

        @Test(
            "L12 · a recording has no change where nothing has changed, and a replay matches", arguments: SameInput.all)
        func recording(input: SameInput) async throws { try await input.check(in: Recordings()) }

        @Test("L12 · a recording has each change, even one that == hides", arguments: SameInput.hidden)
        func hiddenChanges(input: SameInput) async throws { try await input.check(in: HiddenChanges()) }

        @Test("L12 · a replay reports a difference that == hides", arguments: SameInput.hidden)
        func hiddenDifferences(input: SameInput) async throws { try await input.check(in: HiddenDifferences()) }
    }

    private struct TestStores: ComparisonPlace {
        struct Ask<Value: ComparedValue>: Command {
            typealias Output = Value
            var value: Value
        }

        struct Relay<Value: ComparedValue>: Reducer {
            typealias State = Holder<Value>.State
            typealias Output = Value
            enum Action { case relay(Value), set(Value), asked(Event<Ask<Value>>) }

            func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                switch action {
                case .relay(let value):
                    return .send(.set(value)).and(.output(value)).and(.post(Told(value: value)))
                        .and(.execute(Ask(value: value), as: Action.asked))
                case .set(let value), .asked(.data(let value)): state.value = value
                case .asked: break
                }
                return .none
            }
        }

        func check<Value: ComparedValue>(_ values: ComparedValues<Value>) {
            let right = issues {
                let store = TestStore(Holder<Value>.State(values.fresh), Holder())
                store.send(.set(values.fresh))
                store.send(.rename("a")) { $0.title = "a" }
                store.send(.set(values.other)) { $0.value = values.other }
                store.send(.set(values.fresh)) { $0.value = values.fresh }
                store.finish()

                let relay = TestStore(Relay<Value>.State(values.fresh), Relay())
                relay.send(.relay(values.fresh))
                relay.receive(.set(values.fresh))
                relay.output(values.fresh)
                relay.fact(Told(value: values.fresh))
                relay.expect(Ask(value: values.fresh))
                relay.complete(Ask(value: values.fresh), with: values.other) { $0.value = values.other }
                relay.finish()
            }
            #expect(right == [])
            let wrong = issues {
                let store = TestStore(Holder<Value>.State(values.fresh), Holder())
                store.send(.set(values.other)) { $0.title = "" }
                store.send(.set(values.other)) { $0.value = values.other }
                store.finish()
            }
            // The first closure describes no change, and the second nothing that changes.
            #expect(wrong.count == 2)
        }
    }

    private struct Explorers: ComparisonPlace {
        struct Ask<Value: ComparedValue>: Command, Equatable {
            typealias Output = Void
            var value: Value
        }

        struct Asking<Value: ComparedValue>: Reducer {
            typealias State = Holder<Value>.State
            enum Action: Equatable { case set(Value), ask, answered(Event<Ask<Value>>) }

            func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                switch action {
                case .set(let value): state.value = value
                case .ask:
                    return .execute(Ask(value: state.value), as: Action.answered, id: state.value, policy: .latest)
                case .answered: break
                }
                return .none
            }

            func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
                commands.execute(Ask(value: state.value), as: Action.answered, id: "active")
            }
        }

        func check<Value: ComparedValue>(_ values: ComparedValues<Value>) {
            let exploration = Explorer(Holder<Value>.State(values.other), Asking())
                .actions { _ in [.ask, .set(values.fresh)] }
                .outcomes(of: Ask<Value>.self) { _ in [] }
                .limit(states: 200)
                .explore()
            // The two values; and with each of them, whether the commands for both ids are pending.
            #expect(exploration.isComplete && exploration.states < 20)
            #expect(exploration.violations.isEmpty)
        }
    }

    /// The lines of a recording of a holder, and the history.
    @MainActor private func record<Value: ComparedValue>(
        _ first: Value, _ actions: [Holder<Value>.Action]
    ) throws -> [Substring] {
        let engine = Engine(scheduler: TestClock())
        let history = History(records: 100)
        engine.history = history
        let store = Store(Holder<Value>.State(first), Holder(), on: engine)
        defer { engine.shutdown() }
        for action in actions { store.send(action) }
        return try history.recording(of: store).split(separator: "\n")
    }

    /// The lines of turns, without those of checkpoints.
    private func turns(_ lines: [Substring]) -> [Substring] { lines.filter { $0.hasPrefix(#"{"id":"#) } }

    private func hasState(_ line: Substring) -> Bool {
        line.contains(#","state":{"changes""#) || line.contains(#","state":{"whole""#)
    }

    private struct Recordings: ComparisonPlace {
        func check<Value: ComparedValue>(_ values: ComparedValues<Value>) throws {
            let lines = try record(
                values.fresh,
                [.set(values.fresh), .rename("a"), .set(values.fresh), .set(values.other), .tell(values.fresh)])
            #expect(turns(lines)[0..<4].map(hasState) == [false, true, false, true])
            let text = lines.joined(separator: "\n") + "\n"
            guard case .same = try Replay(text, Holder<Value>()).run() else {
                Testing.Issue.record("The replay must match its recording.")
                return
            }
            guard case .different = try Replay(text, Holder(replacing: values.fresh)).run() else {
                Testing.Issue.record("The replay must differ from its recording.")
                return
            }
        }
    }

    private struct HiddenChanges: ComparisonPlace {
        func check<Value: ComparedValue>(_ values: ComparedValues<Value>) throws {
            let lines = try record(values.fresh, [.set(values.other), .rename("a"), .set(values.fresh)])
            #expect(turns(lines).map(hasState) == [true, true, true])
        }
    }

    private struct HiddenDifferences: ComparisonPlace {
        func check<Value: ComparedValue>(_ values: ComparedValues<Value>) throws {
            for action in [Holder<Value>.Action.set(values.fresh), .tell(values.fresh)] {
                let text = try record(values.fresh, [action]).joined(separator: "\n") + "\n"
                guard case .same = try Replay(text, Holder<Value>()).run() else {
                    Testing.Issue.record("The replay must match its recording.")
                    return
                }
                guard case .different = try Replay(text, Holder(replacing: values.other)).run() else {
                    Testing.Issue.record("The replay must differ from its recording after \(action).")
                    return
                }
            }
        }
    }
#endif
