import Counting
import MillraceKit

/// P11: a full history.
@MainActor func histories() -> Topic {
    Topic(
        workloads: [10, 100, 1_000, 10_000, 100_000].map { records in
            Workload(recorded(records)) {
                let store = full(records)
                return { count in
                    for number in 0..<count { send(.add(number), to: store) }
                }
            }
        },
        curve: Curve(title: "send, history full", unit: "records", name: recorded),
        rows: { costs in
            let store = full(100_000)
            let before = memory_in_use()
            for number in 0..<500_000 { store.send(.add(number)) }
            let growth = memory_in_use() - before
            return [
                Row("P11", "send, with 100,000 records", costs, recorded(100_000), atMost: 20),
                Row("P11", allocationsOf: recorded(100_000), costs, atMost: 2),
                Row(
                    "P11", "100,000 records, to 100 records", costs, recorded(100_000), over: recorded(100), atMost: 1.5
                ),
                Row("P11", "additional bytes after 500,000 records, full", bytes: growth, atMost: 0),
            ]
        })
}

private func recorded(_ records: Int) -> String { "send, \(records) records" }

/// Returns a store whose engine has a full history.
@MainActor private func full(_ records: Int) -> Store<Counter> {
    let engine = Engine()
    engine.history = History(records: records)
    let store = Store(0, Counter(), on: engine)
    for number in 0..<records * 2 { store.send(.add(number)) }
    return store
}
