#if Testing || App
    import Millrace
    import MillraceTesting
    import Testing

    /// Draws a random number in the reducer.
    struct Drawing: Reducer {
        enum Action { case look, draw }

        func reduce(_ numbers: inout [Int], _ action: Action) -> Flow<Self> {
            if case .draw = action { numbers.append(.random(in: 0...1_000_000_000)) }
            return .none
        }

        static var explorer: Explorer<Drawing> {
            Explorer([], Self(), called: "Drawing.explorer")
                .actions { $0.count < 2 ? [.look, .draw] : [.look] }
        }
    }

    /// Reads a clock in the reducer.
    struct Stamping: Reducer {
        enum Action { case open, stamp }
        struct State: Hashable { var isOpen = false; var time: ContinuousClock.Instant? }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .open: state.isOpen = true
            case .stamp: state.time = .now
            }
            return .none
        }

        static var explorer: Explorer<Stamping> {
            Explorer(State(), Self())
                .actions { $0.isOpen ? ($0.time == nil ? [.stamp] : []) : [.open] }
        }
    }

    /// Shows the elements of a set, in the order of the set.
    struct Showing: Reducer {
        struct State: Hashable { var numbers: Set<Int> = []; var shown: [Int] = [] }
        enum Action { case fill, reserve, show }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .fill: state.numbers = Set(0..<30)
            // The new set is equal, but its elements have another order.
            case .reserve: state.numbers.reserveCapacity(1_000)
            case .show: state.shown = Array(state.numbers)
            }
            return .none
        }

        static var explorer: Explorer<Showing> {
            Explorer(State(), Self()).actions { $0.numbers.isEmpty ? [.fill] : [.reserve, .show] }
        }
    }

    @Suite("Detection of nondeterministic reducers")
    struct DeterminismTests {
        @Test("a reducer that reads a clock is found")
        func clock() {
            let found = Stamping.explorer.explore().violations
            #expect(found.map(\.property) == ["deterministic"])
            #expect(found.map(\.steps) == [["store.send(.open)", "store.send(.stamp)"]])
        }

        @Test("a reducer that draws random numbers is found")
        func chance() {
            let found = Drawing.explorer.explore().violations
            #expect(found.map(\.property) == ["deterministic"])
            #expect(found.map(\.steps) == [["store.send(.draw)"]])
        }

        @Test("a reducer that depends on the order of a set is found")
        func order() {
            let found = Showing.explorer.explore().violations
            #expect(found.map(\.property) == ["deterministic"])
            #expect(found.map(\.steps) == [["store.send(.fill)", "store.send(.show)"]])
        }

        @Test("determinism(false) disables the check")
        func unasked() {
            #expect(Showing.explorer.determinism(false).limit(depth: 2).explore().violations.isEmpty)
            #expect(Drawing.explorer.determinism(false).limit(depth: 2).explore().violations.isEmpty)
            #expect(Drawing.explorer.determinism(false).randomRuns(seed: 1, count: 10).violations.isEmpty)
        }

        @Test("the failure says that the printed test does not fail") @MainActor
        func text() {
            let line: UInt = #line + 1
            let found = issues { Drawing.explorer.check() }
            #expect(found.map(\.line) == [line])
            #expect(
                found.map { $0.text.replacing(/\[0\]: \d+/, with: "[0]: …") } == [
                    """
                    “deterministic” is violated after 1 step. No shorter path exists. The search reached the first \
                    system state.

                        store.send(.draw)

                        The state after these steps:
                        [
                          [0]: …
                        ]

                        This test performs the steps. It does not fail, because it performs them only once:
                        @Test @MainActor func deterministic() {
                            let store = Drawing.explorer.testStore()
                            // The result of these lines is different each time:
                            store.send(.draw)
                        }

                    To fix this, fix the feature, or make the explorer's inputs and properties more precise.
                    """
                ])
        }
    }
#endif
