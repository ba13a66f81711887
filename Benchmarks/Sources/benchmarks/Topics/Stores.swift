import MillraceKit

/// P14: many stores on one engine.
@MainActor func manyStores() -> Topic {
    Topic(
        works: [
            Work("a store among 1000", times: 10_000) { { liveAndDie($0, at: 1_000) } },
            Work("a store among 10000", times: 10_000) { { liveAndDie($0, at: 10_000) } },
        ]
            + ([1] + Curve.sizes).map { size in
                Work(sending(size)) {
                    let engine = Engine()
                    let stores = (0..<size).map { _ in Store(0, Counter(), on: engine) }
                    var turn = 0
                    return { count in
                        // Another in each round, lest it be one that happens to lie well or badly in memory.
                        turn += 1
                        let store = stores[turn * 37 % size]
                        for number in 0..<count { send(.add(number), to: store) }
                    }
                }
            },
        curve: Curve(title: "send to one store", unit: "stores on the engine", name: sending),
        rows: { costs in
            let engine = Engine()
            do {
                let stores = (0..<10_000).map { Store($0, Counter(), on: engine) }
                for store in stores { store.send(.add(1)) }
            }
            let census = engine.census
            let alive =
                census.stores + census.handlers + census.listeners + census.subscribers + census.workers
                + census.effects + census.messages
            return [
                Row(
                    "P14", "a store of 10,000: made, sent to, freed", costs, "a store among 10000",
                    over: "a store among 1000", atMost: 2),
                Row("P14", "a send to one of 10,000", costs, sending(10_000), over: sending(1), atMost: 1.1),
                Row("P14", "census after 10,000 stores", count: Double(alive), atMost: 0),
            ]
        })
}

private func sending(_ stores: Int) -> String { "a send to one of \(stores) stores" }

/// Makes `count` stores, `size` at a time on an engine of their own, sends to each, and frees them.
@MainActor private func liveAndDie(_ count: Int, at size: Int) {
    for _ in 0..<count / size {
        let engine = Engine()
        let stores = (0..<size).map { Store($0, Counter(), on: engine) }
        for store in stores { send(.add(1), to: store) }
    }
}
