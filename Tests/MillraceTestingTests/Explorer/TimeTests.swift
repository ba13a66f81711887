#if Testing || App
    import Millrace
    import MillraceTesting
    import Testing

    /// Starts timers, and records the order in which they fire.
    struct Timers: Reducer {
        struct State: Hashable { var started: [Int] = []; var rung: [Int] = [] }
        enum Action: Equatable { case start(Int), ring(Int) }

        /// The duration of each timer in seconds.
        let times: [Int]
        var isRepeated = false

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .start(let timer):
                if !isRepeated { state.started.append(timer) }
                return .debounce(.seconds(times[timer]), id: timer, .send(.ring(timer)))
            case .ring(let timer): if !isRepeated { state.rung.append(timer) }
            }
            return .none
        }

        var explorer: Explorer<Timers> {
            Explorer(State(), self)
                .actions { [times] state in times.indices.filter { !state.started.contains($0) }.map { .start($0) } }
        }

        /// The possible orders in which all timers fire, if they are started in the order of their numbers.
        func orders() -> Set<[Int]> {
            var orders: Set<[Int]> = []
            for order in permutations(of: Array(times.indices)) {
                let exploration = explorer.sometimes("it") {
                    $0.state.rung == order && $0.state.started == Array(times.indices)
                }.explore()
                if case .happens = exploration.verdicts.last?.verdict { orders.insert(order) }
            }
            return orders
        }

        private func permutations(of numbers: [Int]) -> [[Int]] {
            if numbers.isEmpty { return [[]] }
            return numbers.flatMap { number in
                permutations(of: numbers.filter { $0 != number }).map { [number] + $0 }
            }
        }
    }

    @Suite("Possible orders of timers")
    struct TimeTests {
        @Test("of two equal delays, the one started first fires first")
        func equal() { #expect(Timers(times: [1, 1]).orders() == [[0, 1]]) }

        @Test("a shorter delay that is started later may fire first")
        func shorter() { #expect(Timers(times: [2, 1]).orders() == [[0, 1], [1, 0]]) }

        @Test("a longer delay that is started later fires later")
        func longer() { #expect(Timers(times: [1, 2]).orders() == [[0, 1]]) }

        @Test("three delays fire in every order that their durations allow")
        func three() {
            #expect(
                Timers(times: [3, 1, 2]).orders() == [[0, 1, 2], [1, 0, 2], [1, 2, 0]])
        }

        @Test("a user's action at any time does not create a system state for each time")
        func finite() {
            let timers = Timers(times: [1, 2, 3], isRepeated: true)
            let exploration = timers.explorer.limit(states: 50_000).explore()
            #expect(exploration.isComplete, "\(exploration)")
        }

        @Test("the printed steps advance the clock by the necessary time", arguments: [[2, 1], [5, 3, 1]])
        @MainActor func times(_ times: [Int]) throws {
            let timers = Timers(times: times)
            let found = timers.explorer.never("in order") { $0.state.rung == Array(times.indices) }.explore().violations
            let example = try #require(found.first)
            #expect(timers.explorer.play(example).store.state == example.state)
        }
    }
#endif
