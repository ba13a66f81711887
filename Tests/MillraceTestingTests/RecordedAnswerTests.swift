#if Testing || App
    import Millrace
    import MillraceExtras
    import MillraceTesting
    import Testing

    /// The answers of tests that the inspector has written. Their program may differ from the recorded one.
    @MainActor struct RecordedAnswerTests {
        /// Looks words up, with the policy of the program.
        private struct Lexicon: Reducer {
            struct Look: Command, Codable, Hashable {
                typealias Output = String
                var word: String
            }

            struct State: Codable, Equatable {
                var found: [String] = []
                var ticks = 0
                var isTicking = false
            }

            enum Action: Codable, Equatable {
                case look(String)
                case found(Event<Look>)
                case start
                case tick
            }

            var policy: Policy?

            func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                switch action {
                case .look(let word):
                    guard let policy else { return .execute(Look(word: word), as: Action.found) }
                    return .execute(Look(word: word), as: Action.found, policy: policy)
                case .found(.data(let text)): state.found.append(text)
                case .found: break
                case .start: state.isTicking = true
                case .tick: state.ticks += 1
                }
                return .none
            }

            func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
                if state.isTicking { commands.every(.seconds(1), as: .tick, id: "clock") }
            }
        }

        private static let empty = #"{"found":[],"ticks":0,"isTicking":false}"#

        private func store(_ policy: Policy?, mayDiffer: Bool = true) throws -> TestStore<Lexicon> {
            try TestStore(recorded: Self.empty, Lexicon(policy: policy), mayDiffer: mayDiffer)
        }

        private func json(_ word: String) -> String { #"{"word":"\#(word)"}"# }

        @Test("Recorded answers · each goes to the command that it answered, in any order")
        func order() throws {
            let store = try store(nil, mayDiffer: false)
            for word in ["a", "b", "a"] { store.send(.look(word)) }
            store.answer(recorded: Lexicon.Look.self, json("a"), at: 2, with: .complete("third"))
            store.answer(recorded: Lexicon.Look.self, json("b"), at: 1, with: .complete("second"))
            store.answer(recorded: Lexicon.Look.self, json("a"), at: 0, with: .complete("first"))
            #expect(recorded(store, at: ["found"]) == #"["third","second","first"]"#)
            #expect(store.pending.isEmpty)
        }

        @Test("Recorded answers · one to a command that the fixed program has cancelled has no effect")
        func cancelled() throws {
            let store = try store(.latest)
            for word in ["a", "b"] { store.send(.look(word)) }
            store.answer(recorded: Lexicon.Look.self, json("b"), at: 1, with: .complete("new"))
            store.answer(recorded: Lexicon.Look.self, json("a"), at: 0, with: .complete("stale"))
            #expect(recorded(store, at: ["found"]) == #"["new"]"#)
        }

        @Test("Recorded answers · one to a command that waits in a queue is given when it is its turn")
        func queued() throws {
            let store = try store(.queue)
            for word in ["a", "b"] { store.send(.look(word)) }
            store.answer(recorded: Lexicon.Look.self, json("b"), at: 1, with: .complete("second"))
            #expect(recorded(store, at: ["found"]) == "[]")
            store.answer(recorded: Lexicon.Look.self, json("a"), at: 0, with: .complete("first"))
            #expect(recorded(store, at: ["found"]) == #"["first","second"]"#)
        }

        @Test(
            "Recorded answers · a command that the fixed program requests with another value gets the answer in its place"
        )
        func other() throws {
            let store = try store(nil)
            store.send(.look("fixed"))
            store.answer(recorded: Lexicon.Look.self, json("faulty"), at: 0, with: .complete("found"))
            #expect(recorded(store, at: ["found", "0"]) == "found")
        }

        @Test("Recorded answers · one to a command of an earlier turn is sent as its action")
        func earlier() throws {
            let store = try store(nil)
            store.answer(
                recorded: Lexicon.Look.self, json("a"), with: .complete("x"), orSend: .found(.data("early")))
            #expect(recorded(store, at: ["found"]) == #"["early"]"#)
        }

        @Test("Recorded answers · an interval ticks only when the recording did")
        func ticks() throws {
            let store = try store(nil)
            store.send(.start)
            store.clock.advance(by: .seconds(5))
            #expect(recorded(store, at: ["ticks"]) == "0")
            for _ in 0..<2 { store.answer(recorded: Interval.self, at: 0, with: .data(.init())) }
            #expect(recorded(store, at: ["ticks"]) == "2")
        }

        @Test("Recorded answers · the test of an unchanged program fails if it requests another command")
        func strict() throws {
            let found = try issues {
                let store = try store(.latest, mayDiffer: false)
                for word in ["a", "b"] { store.send(.look(word)) }
                store.answer(recorded: Lexicon.Look.self, json("a"), at: 0, with: .complete("stale"))
            }
            #expect(found.count == 1 && found[0].text.contains("no such command is pending"))
        }

        @Test("Recorded answers · a part without a value equals null") func missing() throws {
            let store = try store(nil)
            #expect(recorded(store, at: ["nothing"]) == "null")
            #expect(recorded(store, at: ["ticks"]) != "null")
        }
    }
#endif
