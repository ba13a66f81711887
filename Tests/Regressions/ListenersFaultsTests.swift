import MillraceExtras
import Millrace
import Testing

// Faults that Aftermath and SwiftFlux shared.
@MainActor struct ListenersFaultsTests {
    enum Audience: CaseIterable { case listeners, reactions, stores, subscribers, outputs }

    struct Teller: Reducer {
        typealias Output = Int
        func reduce(_ sum: inout Int, _ number: Int) -> Flow<Self> {
            sum += number
            return .output(sum)
        }
    }

    // They were told in random order. If `ObserverList` calls them in random order, all audiences but the
    // subscribers are out of order. If `StateObservers` does not sort those of several parts, the subscribers are.
    @Test("those who hear are told in the order in which they registered", arguments: Audience.allCases)
    func order(of audience: Audience) async throws {
        try await withEngine { engine in
            engine.handle(Fetch.self) { $0.name }
            let store = Store(0, Teller(), on: engine)
            var stores: [Store<Teller>] = []
            var heard: [Int] = []
            func register(_ number: Int) -> Subscription {
                let hear = { heard.append(number) }
                switch audience {
                case .listeners: return engine.listen(to: News.self) { _ in hear() }
                case .reactions: return engine.listen(to: Fetch.self, onData: { _ in hear() })
                case .stores:
                    stores.append(Store(0, Teller(), on: engine))
                    return stores[number].listen(to: News.self) { _ in
                        hear()
                        return 1
                    }
                case .subscribers where number % 2 == 0: return store.subscribe(to: \.self) { _ in hear() }
                case .subscribers: return store.subscribe { _ in hear() }
                case .outputs: return store.onOutput { _ in hear() }
                }
            }
            let first = (0..<100).map(register)
            for number in stride(from: 0, to: 100, by: 3) { first[number].cancel() }
            let more = (100..<120).map(register)
            for subscription in [first[1], first[50], more[10]] { subscription.cancel() }
            heard = []
            engine.post(News())
            engine.execute(Fetch())
            store.send(1)
            let cancelled = Set(stride(from: 0, to: 100, by: 3)).union([1, 50, 110])
            #expect(heard == (0..<120).filter { !cancelled.contains($0) })
        }
    }

    // Each message was held against every listener to every type. What that costs is measured, not tested: `make bench`
    // fails when a command or a fact among 100, 1,000 or 10,000 strangers costs more than 1.1 times as much as alone,
    // and did so with `deliver` going through all listeners. What can be counted is here: with each turn asking every
    // store whether one of its parts has changed, there are 202 comparisons where there should be none.
    @Test("a message compares nothing that is watched in a store that it does not concern")
    func strangersSleep() async throws {
        struct Watched: Reducer {
            func reduce(_ part: inout Counted, _ number: Int) -> Flow<Self> {
                part.value += number
                return .none
            }
        }
        try await withEngine { engine in
            engine.handle(Fetch.self) { $0.name }
            engine.listen(to: News.self) { _ in }
            let tally = Counted.Tally()
            let strangers = (0..<100).map { _ in Store(Counted(tally: tally), Watched(), on: engine) }
            let store = Store(Counted(tally: tally), Watched(), on: engine)
            for watched in strangers + [store] { watched.subscribe(to: \.self) { _ in } }
            tally.comparisons = 0
            engine.post(News())
            engine.execute(Fetch())
            #expect(tally.comparisons == 0)
            store.send(1)
            #expect(tally.comparisons == 1)
        }
    }
}
