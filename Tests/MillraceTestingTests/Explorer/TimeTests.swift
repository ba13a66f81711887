#if Testing
    import Millrace
    import MillraceTesting
    import Testing

    /// Starts timers and notes which have gone off.
    struct Timers: Reducer {
        struct State: Hashable { var started: [Int] = []; var rung: [Int] = [] }
        enum Action: Equatable { case start(Int), ring(Int) }

        /// How long each takes, in seconds.
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

        /// In which orders all of them can go off, where they were started in the order of their numbers.
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

    @Suite("Delays come in every order that their times allow, and in no other")
    struct TimeTests {
        @Test("of two that take as long the first comes first")
        func equal() { #expect(Timers(times: [1, 1]).orders() == [[0, 1]]) }

        @Test("one that begins later comes first where it is shorter, or not")
        func shorter() { #expect(Timers(times: [2, 1]).orders() == [[0, 1], [1, 0]]) }

        @Test("one that begins later and takes longer comes later")
        func longer() { #expect(Timers(times: [1, 2]).orders() == [[0, 1]]) }

        @Test("of three, what holds of each two and of all")
        func three() {
            #expect(
                Timers(times: [3, 1, 2]).orders() == [[0, 1, 2], [1, 0, 2], [1, 2, 0]])
        }

        @Test("what can happen at any moment does not make a system state of each moment")
        func finite() {
            let timers = Timers(times: [1, 2, 3], isRepeated: true)
            let exploration = timers.explorer.limit(states: 50_000).explore()
            #expect(exploration.isComplete, "\(exploration)")
        }

        @Test("the way there lets the time pass that it takes", arguments: [[2, 1], [5, 3, 1]])
        @MainActor func times(_ times: [Int]) throws {
            let timers = Timers(times: times)
            let found = timers.explorer.never("in order") { $0.state.rung == Array(times.indices) }.explore().violations
            let example = try #require(found.first)
            #expect(timers.explorer.play(example).store.state == example.state)
        }
    }
#endif
