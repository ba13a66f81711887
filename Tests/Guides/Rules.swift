#if (Testing && Web) || App
    import GuideBlocks
    import MillraceKit
    import MillraceTesting
    import Testing

    /// The code of the guide Rules.
    @MainActor @Suite("Guides · Rules") struct Rules {
        struct Total: Command, Hashable {
            typealias Output = Int
            typealias Progress = Never
        }

        struct Bonus: Fact { let points: Int }

        struct Counter: Reducer {
            enum Action { case add(Int), load, loaded(Event<Total>) }

            func reduce(_ count: inout Int, _ action: Action) -> Flow<Self> {
                switch action {
                case .add(let number): count += number
                case .load: return .execute(Total(), as: Action.loaded, policy: .latest)
                case .loaded(.data(let number)): count = number
                case .loaded(.failure): break
                }
                return .none
            }
        }

        struct Prices: Reducer {
            func reduce(_ price: inout Double, _ new: Double) -> Flow<Self> {
                price = new
                return .none
            }
        }

        actor Bank {
            private var account: Store<Counter>?

            func open() { account = Store(0, Counter(), on: Engine()) }
            func deposit(_ amount: Int) { account?.send(.add(amount)) }
            func balance() -> Int { account?.state ?? 0 }
        }

        private let engine = Engine(isolation: MainActor.shared)

        @Test("1") func oneWay() {
            let store = Store(0, Counter(), on: engine)
            var copy = store.state
            copy += 1
            #expect(store.state == 0)
            store.send(.add(1))
            #expect(store.state == 1)
            store.replaceState(with: 7)
            #expect(store.state == 7)
        }

        @Test("2") func runToCompletion() {
            let store = Store(0, Counter(), on: engine)
            var counts: [Int] = []
            store.subscribe { [unowned store] count in
                if count == 1 { store.send(.add(10)) }
                counts.append(count)
            }
            store.send(.add(1))
            #expect(counts == [0, 1, 11])
        }

        @Test("3") func atomicTurn() {
            let (home, guests) = (Store(0, Counter(), on: engine), Store(0, Counter(), on: engine))
            for store in [home, guests] { store.listen(to: Bonus.self) { .add($0.points) } }
            var scores: [String] = []
            home.subscribe { [unowned guests] count in scores.append("\(count):\(guests.state)") }
            engine.post(Bonus(points: 5))
            #expect(scores == ["0:0", "5:5"])
        }

        @Test("4") func effectsAreData() {
            var count = 0
            let flow = Counter().reduce(&count, .load)
            #expect(flow == .execute(Total(), as: Counter.Action.loaded, policy: .latest))
        }

        @Test("5") func isolation() async {
            let bank = Bank()
            await bank.open()
            await bank.deposit(5)
            #expect(await bank.balance() == 5)
        }

        @Test("6") func exactlyOnce() {
            let store = TestStore(0, Counter())
            store.send(.load)
            store.send(.load)
            #expect(store.pending.count == 1)
            store.complete(Total(), with: 7) { $0 = 7 }
            store.finish()
        }

        @Test("7") func ownership() {
            engine.handle(Total.self) { _ in try await cancellation() }
            var store: Store<Counter>? = Store(0, Counter(), on: engine)
            store?.send(.load)
            #expect(engine.resources.effects == 1)
            store = nil
            #expect(engine.resources.effects == 0)
        }

        @Test("8") func nothingInSilence() {
            var problems: [String] = []
            engine.onFault = { fault in problems.append(fault.description) }
            let store = Store(0, Counter(), on: engine)
            store.send(.load)
            #expect(problems.first?.contains("Total") == true)
        }

        @Test("10") func thePastIsEnough() {
            let history = History(records: 100)
            engine.history = history
            let store = Store(0, Counter(), on: engine)
            store.send(.add(1))
            store.send(.add(2))
            #expect(history.records.count == 2)
            #expect(history.replay() == nil)
        }

        @Test("11") func noGlobal() {
            let (one, other) = (Engine(), Engine())
            var points = 0
            one.listen(to: Bonus.self) { points += $0.points }
            other.post(Bonus(points: 5))
            #expect(points == 0)
        }

        @Test("12") func oneSameness() {
            let prices = Store(Double.nan, Prices(), on: engine)
            var shown = 0
            prices.subscribe(to: \.self) { _ in shown += 1 }
            prices.send(.nan)
            #expect(shown == 1)
            prices.send(2)
            #expect(shown == 2)
        }

        @Test("Every code block of the guide is in this file") func blocks() throws {
            let guide = try Guide(at: "Sources/Millrace/Millrace.docc/Rules.md")
            #expect(guide.blocks.count == 12)
            #expect(try guide.strays(in: "Tests/Guides/Rules.swift") == [])
        }
    }

    /// Waits until the task is cancelled.
    private func cancellation() async throws -> Int {
        for await _ in AsyncStream<Never>.makeStream().stream {}
        throw CancellationError()
    }
#endif
