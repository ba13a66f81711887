#if Testing || App
    import Foundation
    import Millrace
    import MillraceExtras
    import MillraceJournal
    import MillraceHistory
    import MillraceTesting
    import Testing

    /// Rolls dice, and notes when and under which name.
    struct Game: Reducer {
        struct State: Codable, Equatable {
            var eyes = 0
            var weight = 0.0
            var name = ""
            var time: Duration?
        }
        enum Action: Codable {
            case roll, name
            case rolled(Event<RandomNumber>), weighed(Event<RandomDouble>), named(Event<NewIdentifier>)
            case timed(Event<CurrentTime>)
        }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .roll: return .execute(RandomNumber(in: 1...6), as: Action.rolled)
            case .rolled(.data(let eyes)): state.eyes = eyes
            case .weighed(.data(let weight)): state.weight = weight
            case .named(.data(let name)): state.name = name
            case .timed(.data(let time)): state.time = time
            case .name:
                return .merge([
                    .execute(RandomDouble(), as: Action.weighed), .execute(NewIdentifier(), as: Action.named),
                    .execute(CurrentTime(), as: Action.timed),
                ])
            }
            return .none
        }
    }

    @MainActor @Suite("Commands for time, random numbers and identifiers")
    struct ReadyCommandTests {
        @Test("Time · They bring their handlers, which answer before the send returns")
        func own() {
            let time = ManualScheduler()
            let engine = Engine(scheduler: time)
            time.advance(by: .seconds(9))
            let game = Store(Game.State(), Game(), on: engine)
            var seen: Set<Int> = []
            for _ in 0..<200 {
                game.send(.roll)
                seen.insert(game.state.eyes)
            }
            #expect(seen.isSubset(of: 1...6) && seen.count > 1)
            game.send(.name)
            #expect((0..<1).contains(game.state.weight) && game.state.time == .seconds(9))
            #expect(game.state.name.count == 32 && game.state.name.allSatisfy(\.isHexDigit))
            #expect(engine.resources.effects == 0)
        }

        @Test("Time · In a test store they wait for the test, and a handler can replace them")
        func replaced() {
            let store = TestStore(Game.State(), Game())
            store.send(.roll)
            store.complete(RandomNumber(in: 1...6), with: 4) { $0.eyes = 4 }
            store.handle(RandomNumber.self) { $0.range.upperBound }
            store.send(.roll)
            store.receive(where: { if case .rolled(.data(6)) = $0 { true } else { false } }) { $0.eyes = 6 }
            store.finish()
        }

        @Test("Time · They are recorded, and a replay performs nothing and gives the same state")
        func recorded() throws {
            let engine = Engine(scheduler: ManualScheduler())
            let history = History(records: 100)
            engine.history = history
            let game = Store(Game.State(), Game(), on: engine)
            let recorder = try StoreRecorder(game)
            game.send(.roll)
            game.send(.name)
            #expect(history.replay() == nil)
            #expect(history.replay(game)?.state == game.state)
            var lines = ""
            try recorder.write { lines += $0 }
            guard case .same = try Replay(lines, Game()).run() else {
                Issue.record("The recording differs: \(lines)")
                return
            }
        }

        @Test("Time · A search tries the outcomes that are declared for them")
        func explored() {
            var explorer = Explorer(Game.State(), Game())
                .actions { $0.eyes == 0 ? [.roll] : [] }
                .outcomes(of: RandomNumber.self) { command -> [Outcome<RandomNumber>] in
                    command.range.map { number in .complete(number) }
                }
                .always("a die") { (0...6).contains($0.state.eyes) }
                .limit(depth: 2)
            for number in 1...7 { explorer = explorer.sometimes("\(number)") { $0.state.eyes == number } }
            let exploration = explorer.explore()
            let found = exploration.verdicts.filter { if case .happens = $0.verdict { true } else { false } }
            #expect(found.map(\.name) == (1...6).map(String.init))
            #expect(exploration.violations.allSatisfy { $0.property == "7" })
        }
    }
#endif
