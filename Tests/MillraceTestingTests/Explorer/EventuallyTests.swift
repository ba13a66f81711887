#if Testing || App
    import Millrace
    import MillraceTesting
    import Testing

    /// Walks from place to place, as a map says. If there are several next places, a handler chooses one.
    struct Wanderer: Reducer {
        struct Go: Command, Hashable { typealias Output = Int; typealias Failure = Never; let from: Int }
        struct Ring: Command, Hashable { typealias Output = Void; typealias Failure = Never }
        struct State: Hashable { var place = 0; var hasRung = false }
        enum Action: Equatable { case begin, went(Event<Go>), rang(Event<Ring>), turn }

        let map: [Int: [Int]]
        var rings = false

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .begin: return go(from: 0).and(rings ? .execute(Ring(), as: Action.rang) : .none)
            case .went(.data(let place)):
                state.place = place
                return go(from: place)
            case .rang: state.hasRung = true
            case .turn: state.place = state.place == 0 ? 1 : 0
            case .went: break
            }
            return .none
        }

        private func go(from place: Int) -> Flow<Self> {
            map[place] == nil ? .none : .execute(Go(from: place), as: Action.went)
        }

        func explorer(turning: Bool = false) -> Explorer<Wanderer> {
            Explorer(State(), self, launch: [.begin])
                .actions { _ in turning ? [.turn] : [] }
                .outcomes(of: Go.self) { [map] go in map[go.from, default: []].map { .complete($0) } }
                .outcomes(of: Ring.self) { _ in [.complete(())] }
        }

        /// The places on the counterexample of `property`, and the number of steps in its cycle.
        static func counterexample(_ explorer: Explorer<Wanderer>) -> (steps: [String], cycle: Int)? {
            explorer.explore().violations.first.map { ($0.steps, $0.cycle) }
        }
    }

    @Suite("Properties added with eventually")
    struct EventuallyTests {
        private func go(_ place: Int) -> String { "store.complete(Wanderer.Go.self, with: \(place))" }

        @Test("a goal on all paths holds")
        func holds() {
            let explorer = Wanderer(map: [0: [1, 2], 1: [3], 2: [3]]).explorer()
            #expect(Wanderer.counterexample(explorer.eventually("3") { $0.state.place == 3 }) == nil)
        }

        @Test("a path that ends elsewhere violates the property")
        func ends() throws {
            let explorer = Wanderer(map: [0: [1, 2], 1: [3]]).explorer()
            let example = try #require(Wanderer.counterexample(explorer.eventually("3") { $0.state.place == 3 }))
            #expect(example.steps == [go(2)])
            #expect(example.cycle == 0)
        }

        @Test("a path that joins one after its goal violates the property")
        func joins() throws {
            let explorer = Wanderer(map: [0: [1, 2], 1: [3], 2: [3]]).explorer()
            let example = try #require(Wanderer.counterexample(explorer.eventually("1") { $0.state.place == 1 }))
            #expect(example.steps == [go(2), go(3)])
        }

        @Test("a cycle violates the property, even if another path leaves it")
        func cycles() throws {
            let explorer = Wanderer(map: [0: [1], 1: [2], 2: [1, 3]]).explorer()
            let example = try #require(Wanderer.counterexample(explorer.eventually("3") { $0.state.place == 3 }))
            #expect(example.steps == [go(1), go(2), go(1)])
            #expect(example.cycle == 2)
        }

        @Test("a goal on the cycle holds")
        func passed() {
            let explorer = Wanderer(map: [0: [1], 1: [2], 2: [1]]).explorer()
            let here = explorer.eventually("2", from: { $0.state.place == 1 }) { $0.state.place == 2 }
            #expect(Wanderer.counterexample(here) == nil)
        }

        @Test("an effect in flight ends, so a cycle cannot delay it forever")
        func fair() {
            let explorer = Wanderer(map: [0: [1], 1: [0]], rings: true).explorer()
            #expect(Wanderer.counterexample(explorer.eventually("rings") { $0.state.hasRung }) == nil)
            #expect(Wanderer.counterexample(explorer.eventually("never") { $0.state.place == 7 }) != nil)
        }

        @Test("actions that users repeat forever count only with whileUsersSend")
        func users() throws {
            let explorer = Wanderer(map: [0: [3]]).explorer(turning: true)
            let fair = explorer.eventually("3") { $0.state.place == 3 }
            #expect(Wanderer.counterexample(fair) == nil)
            let endless = explorer.eventually("7", from: { $0.state.place == 3 }, whileUsersSend: true) {
                $0.state.place == 7
            }
            #expect(Wanderer.counterexample(endless) != nil)
        }

        @Test("the counterexample has as few steps as possible")
        func shortest() throws {
            // Two paths end: a long one after an early start, and a short one after a late start.
            let explorer = Wanderer(map: [0: [1, 5], 1: [2], 2: [3], 3: [4], 5: [6]]).explorer()
            let from = explorer.eventually("9", from: { [1, 6].contains($0.state.place) }) { $0.state.place == 9 }
            let example = try #require(Wanderer.counterexample(from))
            #expect(example.steps == [go(5), go(6)])
        }

        @Test("a command without outcomes in a state does not lead to the goal")
        func dependent() throws {
            let wanderer = Wanderer(map: [0: [3]], rings: true)
            func explorer(_ goes: @escaping @Sendable (Wanderer.State) -> Bool) -> Explorer<Wanderer> {
                wanderer.explorer().eventually("3") { $0.state.place == 3 }
                    .outcomes(of: Wanderer.Go.self) { go, state in
                        goes(state) ? wanderer.map[go.from, default: []].map { .complete($0) } : []
                    }
            }
            let withoutOutcomes = explorer { !$0.hasRung }
            let example = try #require(Wanderer.counterexample(withoutOutcomes))
            #expect(example.steps == ["store.complete(Wanderer.Ring.self, with: ())"])
            #expect(example.cycle == 0)
            // A command with outcomes in a later state only: the search waits for them.
            #expect(Wanderer.counterexample(explorer(\.hasRung)) == nil)
        }

        @Test("many properties are checked independently")
        func many() {
            let steps = Dictionary(uniqueKeysWithValues: stride(from: 0, to: 40, by: 2).map { ($0, [$0 + 2]) })
            let explorer = (0..<40).reduce(Wanderer(map: steps).explorer()) { explorer, place in
                let goal: @Sendable (SystemState<Wanderer>) -> Bool = { $0.state.place == place }
                // Half of the properties begin at the start, the other half in each state before the goal.
                return place % 4 < 2
                    ? explorer.eventually("\(place)", goal)
                    : explorer.eventually("\(place)", from: { $0.state.place < place }, goal)
            }
            let missed = explorer.explore().violations.map(\.property)
            #expect(missed == (0..<40).filter { $0 % 2 == 1 }.map(String.init))
        }

        @Test("a search with such a property uses one task")
        func workers() async {
            let explorer = Wanderer(map: [0: [1], 1: [0]]).explorer().eventually("7") { $0.state.place == 7 }
            #expect(await explorer.explore(workers: 4).violations.count == 1)
        }
    }
#endif
