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

    /// Shows the first of a set.
    struct Picking: Reducer {
        /// All have the same hash, so that their order in a set is certain to depend on how it was made. That of others
        /// does too, now and then.
        struct Name: Hashable {
            let text: String
            init(_ text: String) { self.text = text }
            func hash(into hasher: inout Hasher) {}
        }

        struct State: Hashable {
            var names: Set<Name> = []
            var first: Name?

            // Their own hashes tell the names apart no more than that of the set would.
            func hash(into hasher: inout Hasher) {
                hasher.combine(names.map(\.text).sorted())
                hasher.combine(first?.text)
            }
        }
        enum Action { case add(String), pick }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .add(let name): state.names.insert(Name(name))
            case .pick: state.first = state.names.first
            }
            return .none
        }

        static var explorer: Explorer<Picking> {
            Explorer(State(), Self())
                .actions { $0.first == nil ? [.add("Ann"), .add("Bob"), .pick] : [] }
        }
    }

    @Suite("A reducer that depends on more than what it is given is found")
    struct DeterminismTests {
        @Test("on the clock")
        func clock() {
            let found = Stamping.explorer.explore().violations
            #expect(found.map(\.property) == ["the same again"])
            #expect(found.map(\.steps) == [["store.send(.open)", "store.send(.stamp)"]])
        }

        @Test("on chance")
        func chance() {
            let found = Drawing.explorer.explore().violations
            #expect(found.map(\.property) == ["the same again"])
            #expect(found.map(\.steps) == [["store.send(.draw)"]])
        }

        @Test("on the order of a set")
        func order() {
            let found = Picking.explorer.explore().violations
            #expect(found.map(\.property) == ["the same again"])
            #expect(
                found.map { Set($0.steps.prefix(2)) } == [["store.send(.add(\"Ann\"))", "store.send(.add(\"Bob\"))"]])
            #expect(found.map { $0.steps.dropFirst(2) } == [["store.send(.pick)"]])
        }

        @Test("unless that is not asked for")
        func unasked() {
            #expect(Picking.explorer.determinism(false).explore().violations.isEmpty)
            #expect(Drawing.explorer.determinism(false).limit(depth: 2).explore().violations.isEmpty)
            #expect(Drawing.explorer.determinism(false).walk(seed: 1, walks: 10).violations.isEmpty)
        }

        @Test("and the failure does not say that the test would fail") @MainActor
        func text() {
            let line: UInt = #line + 1
            let found = issues { Drawing.explorer.check() }
            #expect(found.map(\.line) == [line])
            #expect(
                found.map { $0.text.replacing(/\[0\]: \d+/, with: "[0]: …") } == [
                    """
                    “the same again” does not hold: one step shows it. No way is shorter; the search has met the first \
                    situation.

                        store.send(.draw)

                        The state is then:
                        [
                          [0]: …
                        ]

                        As a test, which leads there and does not fail, because it goes there once:
                        @Test @MainActor func theSameAgain() {
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
