import MillraceKit

/// P14: many stores on one engine.
@MainActor func stores() -> Topic {
    Topic(
        workloads: [
            Workload("a store among 1000", times: 10_000) { { createAndRelease($0, at: 1_000) } },
            Workload("a store among 10000", times: 10_000) { { createAndRelease($0, at: 10_000) } },
        ]
            + ([1] + Curve.sizes).map { size in
                Workload(sending(size)) {
                    let engine = Engine()
                    let stores = (0..<size).map { _ in Store(0, Counter(), on: engine) }
                    var turn = 0
                    return { count in
                        // Uses another store in each round, because their positions in memory differ.
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
            let resources = engine.resources
            let alive =
                resources.stores + resources.handlers + resources.listeners + resources.subscribers + resources.workers
                + resources.effects + resources.messages
            return [
                Row(
                    "P14", "one of 10,000 stores: create, send, release", costs, "a store among 10000",
                    over: "a store among 1000", atMost: 2),
                Row("P14", "a send to one of 10,000", costs, sending(10_000), over: sending(1), atMost: 1.1),
                Row("P14", "resources in use after 10,000 stores", count: Double(alive), atMost: 0),
            ]
        })
}

private func sending(_ stores: Int) -> String { "a send to one of \(stores) stores" }

/// Creates `count` stores, `size` on each engine, sends to each, and releases them.
@MainActor private func createAndRelease(_ count: Int, at size: Int) {
    for _ in 0..<count / size {
        let engine = Engine()
        let stores = (0..<size).map { Store($0, Counter(), on: engine) }
        for store in stores { send(.add(1), to: store) }
    }
}
