import MillraceExtras
import Millrace
import Testing

@MainActor struct Law3AtomicTurnTests {
    @Test("L3 · when one event concerns several stores, all of them reduce it before any observer is notified")
    func eventsReduceEverywhereFirst() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(Fetch.self) { $0.name }
            let stores = (0..<3).map { _ in Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine) }
            for store in stores.dropFirst() { store.listen(to: Fetch.self, as: LoggingReducer.Action.received) }
            var seen: [[[String]]] = []
            let bag = SubscriptionBag()
            for store in stores {
                store.subscribe(to: \.log) { log in
                    if !log.isEmpty { seen.append(stores.map(\.state.log)) }
                }.store(in: bag)
            }
            stores[0].send(.do(.fetch("x")))
            #expect(seen == Array(repeating: Array(repeating: ["x"], count: 3), count: 3))
        }
    }

    @Test("L3 · stores and then listeners receive a fact in the order of registration, and flows are performed last")
    func orderWithinTheTurn() async throws {
        try await withEngineFixture { fixture in
            var order: [String] = []
            let stores = (0..<2).map { _ in Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine) }
            fixture.engine.listen(to: News.self) { _ in order.append("first listener") }
            for (index, store) in stores.enumerated() {
                store.listen(to: News.self) { .do(.output("output \(index)").and(.note($0.text))) }
                store.onOutput { order.append($0) }
            }
            fixture.engine.listen(to: News.self) { _ in order.append("second listener") }
            fixture.engine.post(News(text: "n"))
            #expect(order == ["first listener", "second listener", "output 0", "output 1"])
            #expect(stores.map(\.state.log) == [["n"], ["n"]])
        }
    }

    @Test("L3 · a store that listens twice reduces twice in one turn, and notifies its observers once")
    func twiceInOneTurn() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            store.listen(to: News.self, as: LoggingReducer.Action.news)
            store.listen(to: News.self) { .note($0.text) }
            var seen: [[String]] = []
            store.subscribe(to: \.log) { seen.append($0) }
            fixture.engine.post(News(text: "n"))
            #expect(seen == [[], ["news: n", "n"]])
        }
    }

    @Test("L3 · observers of several properties are notified in the order of registration")
    func observersInOrder() async throws {
        try await withEngineFixture { fixture in
            let store = Store(LoggingReducer.State(), LoggingReducer(), on: fixture.engine)
            var order: [Int] = []
            store.subscribe(to: \.count) { _ in order.append(1) }
            store.subscribe(to: \.log) { _ in order.append(2) }
            store.subscribe(to: \.count) { _ in order.append(3) }
            store.subscribe { _ in order.append(4) }
            store.subscribe(to: { $0.log.count }) { _ in order.append(5) }
            store.listen(to: News.self) { _ in .add(1) }
            store.listen(to: News.self) { .note($0.text) }
            order = []
            fixture.engine.post(News(text: "n"))
            #expect(order == [1, 2, 3, 4, 5])
        }
    }
}
