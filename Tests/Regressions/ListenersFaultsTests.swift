import MillraceExtras
import Millrace
import Testing

// Bugs that Aftermath and SwiftFlux share.
@MainActor struct ListenersFaultsTests {
    enum Audience: CaseIterable { case listeners, dataListeners, stores, subscribers, outputs }

    struct Adder: Reducer {
        typealias Output = Int
        func reduce(_ sum: inout Int, _ number: Int) -> Flow<Self> {
            sum += number
            return .output(sum)
        }
    }

    // Both called listeners in random order. If `ObserverList` calls them in random order, all kinds except the subscribers are
    // out of order. If `StateObservers` does not sort those of several properties, the subscribers are.
    @Test("listeners and subscribers are called in the order in which they registered", arguments: Audience.allCases)
    func order(of audience: Audience) async throws {
        try await withEngine { engine in
            engine.handle(Fetch.self) { $0.name }
            let store = Store(0, Adder(), on: engine)
            var stores: [Store<Adder>] = []
            var received: [Int] = []
            func register(_ number: Int) -> Subscription {
                let record = { received.append(number) }
                switch audience {
                case .listeners: return engine.listen(to: News.self) { _ in record() }
                case .dataListeners: return engine.listen(to: Fetch.self, onData: { _ in record() })
                case .stores:
                    stores.append(Store(0, Adder(), on: engine))
                    return stores[number].listen(to: News.self) { _ in
                        record()
                        return 1
                    }
                case .subscribers where number % 2 == 0: return store.subscribe(to: \.self) { _ in record() }
                case .subscribers: return store.subscribe { _ in record() }
                case .outputs: return store.onOutput { _ in record() }
                }
            }
            let first = (0..<100).map(register)
            for number in stride(from: 0, to: 100, by: 3) { first[number].cancel() }
            let more = (100..<120).map(register)
            for subscription in [first[1], first[50], more[10]] { subscription.cancel() }
            received = []
            engine.post(News())
            engine.execute(Fetch())
            store.send(1)
            let cancelled = Set(stride(from: 0, to: 100, by: 3)).union([1, 50, 110])
            #expect(received == (0..<120).filter { !cancelled.contains($0) })
        }
    }

    // Both compared each message with the listeners to every type. Tests do not measure time: `make bench` fails if a command
    // or a fact among 100, 1,000 or 10,000 unrelated listeners costs more than 1.1 times as much as alone. It failed when
    // `deliver` visited all listeners. This test counts comparisons: if each turn asks every store whether a property has
    // changed, there are 202 comparisons instead of none.
    @Test("a message compares no properties of a store that it does not concern")
    func unrelatedStores() async throws {
        struct Observed: Reducer {
            func reduce(_ part: inout Counted, _ number: Int) -> Flow<Self> {
                part.value += number
                return .none
            }
        }
        try await withEngine { engine in
            engine.handle(Fetch.self) { $0.name }
            engine.listen(to: News.self) { _ in }
            let tally = Counted.Tally()
            let unrelated = (0..<100).map { _ in Store(Counted(tally: tally), Observed(), on: engine) }
            let store = Store(Counted(tally: tally), Observed(), on: engine)
            for observed in unrelated + [store] { observed.subscribe(to: \.self) { _ in } }
            tally.comparisons = 0
            engine.post(News())
            engine.execute(Fetch())
            #expect(tally.comparisons == 0)
            store.send(1)
            // With the value before, and with itself.
            #expect(tally.comparisons == 2)
        }
    }
}
