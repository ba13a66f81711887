#if Testing
    import Millrace
    import MillraceTesting
    import Testing

    /// Draws a number, itself.
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

    /// Looks at the clock, itself.
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

    /// Shows what is in a set, as the set has it.
    struct Showing: Reducer {
        struct State: Hashable { var numbers: Set<Int> = []; var shown: [Int] = [] }
        enum Action { case fill, reserve, show }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .fill: state.numbers = Set(0..<30)
            // It is the same set then, and comes in another order.
            case .reserve: state.numbers.reserveCapacity(1_000)
            case .show: state.shown = Array(state.numbers)
            }
            return .none
        }

        static var explorer: Explorer<Showing> {
            Explorer(State(), Self()).actions { $0.numbers.isEmpty ? [.fill] : [.reserve, .show] }
        }
    }

    @Suite("A reducer that depends on more than what it is given is found")
    struct DeterminismTests {
        @Test("on the clock")
        func clock() {
            let found = Stamping.explorer.explore().violations
            #expect(found.map(\.property) == ["deterministic"])
            #expect(found.map(\.steps) == [["store.send(.open)", "store.send(.stamp)"]])
        }

        @Test("on chance")
        func chance() {
            let found = Drawing.explorer.explore().violations
            #expect(found.map(\.property) == ["deterministic"])
            #expect(found.map(\.steps) == [["store.send(.draw)"]])
        }

        @Test("on the order of a set")
        func order() {
            let found = Showing.explorer.explore().violations
            #expect(found.map(\.property) == ["deterministic"])
            #expect(found.map(\.steps) == [["store.send(.fill)", "store.send(.show)"]])
        }

        @Test("unless that is not asked for")
        func unasked() {
            #expect(Showing.explorer.determinism(false).limit(depth: 2).explore().violations.isEmpty)
            #expect(Drawing.explorer.determinism(false).limit(depth: 2).explore().violations.isEmpty)
            #expect(Drawing.explorer.determinism(false).randomRuns(seed: 1, count: 10).violations.isEmpty)
        }

        @Test("and the failure does not say that the test would fail") @MainActor
        func text() {
            let line: UInt = #line + 1
            let found = issues { Drawing.explorer.check() }
            #expect(found.map(\.line) == [line])
            #expect(
                found.map { $0.text.replacing(/\[0\]: \d+/, with: "[0]: …") } == [
                    """
                    “deterministic” does not hold: one step shows it. No way is shorter; the search has met the first \
                    system state.

                        store.send(.draw)

                        The state is then:
                        [
                          [0]: …
                        ]

                        As a test, which leads there and does not fail, because it goes there once:
                        @Test @MainActor func deterministic() {
                            let store = Drawing.explorer.testStore()
                            // What follows is another thing each time:
                            store.send(.draw)
                        }

                    To fix this, mend the feature, or say more exactly what can happen and what must hold.
                    """
                ])
        }
    }
#endif
