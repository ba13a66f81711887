#if Testing
    import Millrace
    import MillraceTesting
    import Testing

    /// Goes from place to place by itself, as a map says; where there is a choice, by chance.
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

        /// The places on the way that violates `property`, and how many of the steps go round.
        static func way(_ explorer: Explorer<Wanderer>) -> (steps: [String], cycle: Int)? {
            explorer.explore().violations.first.map { ($0.steps, $0.cycle) }
        }
    }

    @Suite("What must come in the end")
    struct EventuallyTests {
        private func go(_ place: Int) -> String { "store.complete(Wanderer.Go.self, with: \(place))" }

        @Test("holds where all ways lead there")
        func holds() {
            let explorer = Wanderer(map: [0: [1, 2], 1: [3], 2: [3]]).explorer()
            #expect(Wanderer.way(explorer.eventually("3") { $0.state.place == 3 }) == nil)
        }

        @Test("is missed by a way that ends elsewhere")
        func ends() throws {
            let explorer = Wanderer(map: [0: [1, 2], 1: [3]]).explorer()
            let way = try #require(Wanderer.way(explorer.eventually("3") { $0.state.place == 3 }))
            #expect(way.steps == [go(2)])
            #expect(way.cycle == 0)
        }

        @Test("is missed by a way that meets one which has been there")
        func joins() throws {
            let explorer = Wanderer(map: [0: [1, 2], 1: [3], 2: [3]]).explorer()
            let way = try #require(Wanderer.way(explorer.eventually("1") { $0.state.place == 1 }))
            #expect(way.steps == [go(2), go(3)])
        }

        @Test("is missed by a way that goes round, though another leaves the round")
        func cycles() throws {
            let explorer = Wanderer(map: [0: [1], 1: [2], 2: [1, 3]]).explorer()
            let way = try #require(Wanderer.way(explorer.eventually("3") { $0.state.place == 3 }))
            #expect(way.steps == [go(1), go(2), go(1)])
            #expect(way.cycle == 2)
        }

        @Test("holds where the round passes it")
        func passed() {
            let explorer = Wanderer(map: [0: [1], 1: [2], 2: [1]]).explorer()
            let here = explorer.eventually("2", from: { $0.state.place == 1 }) { $0.state.place == 2 }
            #expect(Wanderer.way(here) == nil)
        }

        @Test("comes of what is under way, which is not held up by a round for ever")
        func fair() {
            let explorer = Wanderer(map: [0: [1], 1: [0]], rings: true).explorer()
            #expect(Wanderer.way(explorer.eventually("rings") { $0.state.hasRung }) == nil)
            #expect(Wanderer.way(explorer.eventually("never") { $0.state.place == 7 }) != nil)
        }

        @Test("is not missed by users who go on for ever, unless they may")
        func users() throws {
            let explorer = Wanderer(map: [0: [3]]).explorer(turning: true)
            let patient = explorer.eventually("3") { $0.state.place == 3 }
            #expect(Wanderer.way(patient) == nil)
            let endless = explorer.eventually("7", from: { $0.state.place == 3 }, whileUsersSend: true) {
                $0.state.place == 7
            }
            #expect(Wanderer.way(endless) != nil)
        }

        @Test("is told by the fewest steps from the start")
        func shortest() throws {
            // Two ways end: one that begins to count early and is long, and one that begins late and is short.
            let explorer = Wanderer(map: [0: [1, 5], 1: [2], 2: [3], 3: [4], 5: [6]]).explorer()
            let from = explorer.eventually("9", from: { [1, 6].contains($0.state.place) }) { $0.state.place == 9 }
            let way = try #require(Wanderer.way(from))
            #expect(way.steps == [go(5), go(6)])
        }

        @Test("does not come of a command of which nothing may become in that state")
        func dependent() throws {
            let wanderer = Wanderer(map: [0: [3]], rings: true)
            func explorer(_ goes: @escaping @Sendable (Wanderer.State) -> Bool) -> Explorer<Wanderer> {
                wanderer.explorer().eventually("3") { $0.state.place == 3 }
                    .outcomes(of: Wanderer.Go.self) { go, state in
                        goes(state) ? wanderer.map[go.from, default: []].map { .complete($0) } : []
                    }
            }
            let deaf = explorer { !$0.hasRung }
            let way = try #require(Wanderer.way(deaf))
            #expect(way.steps == ["store.complete(Wanderer.Ring.self)"])
            #expect(way.cycle == 0)
            // Where something may become of it later, that is waited for.
            #expect(Wanderer.way(explorer(\.hasRung)) == nil)
        }

        @Test("is asked of each of many properties by itself")
        func many() {
            let steps = Dictionary(uniqueKeysWithValues: stride(from: 0, to: 40, by: 2).map { ($0, [$0 + 2]) })
            let explorer = (0..<40).reduce(Wanderer(map: steps).explorer()) { explorer, place in
                let goal: @Sendable (SystemState<Wanderer>) -> Bool = { $0.state.place == place }
                // Half of them from the start, half from wherever something is still to come.
                return place % 4 < 2
                    ? explorer.eventually("\(place)", goal)
                    : explorer.eventually("\(place)", from: { $0.state.place < place }, goal)
            }
            let missed = explorer.explore().violations.map(\.property)
            #expect(missed == (0..<40).filter { $0 % 2 == 1 }.map(String.init))
        }

        @Test("is looked for by one task, whatever is asked for")
        func workers() async {
            let explorer = Wanderer(map: [0: [1], 1: [0]]).explorer().eventually("7") { $0.state.place == 7 }
            #expect(await explorer.explore(workers: 4).violations.count == 1)
        }
    }
#endif
