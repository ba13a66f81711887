import Counting
import MillraceKit

/// P12 and P13: one of many rows.
@MainActor func rows() -> [Topic] {
    [
        Topic(
            workloads: Curve.sizes.map { size in
                Workload(change(size)) {
                    let store = Store(List.State(rows: size), List(), on: Engine())
                    var received = 0
                    store.subscribe(to: \.rows[size / 2]) { received &+= $0.count }
                    store.subscribe(to: \.rows.count) { received &+= $0 }
                    return { count in
                        for _ in 0..<count { send(.row(size / 2, .count(1)), to: store) }
                    }
                }
            },
            curve: Curve(title: "one row changes, it and the count observed", unit: "rows", name: change),
            rows: { costs in
                [Row("P12", "one of 10,000 rows changes", costs, change(10_000), over: change(10), atMost: 2)]
            }),
        Topic(
            workloads: Curve.sizes.map { size in
                Workload(view(size)) {
                    let store = Store(List.State(rows: size), List(), on: Engine())
                    return { count in visit(count, store, row: size / 2) }
                }
            },
            curve: Curve(title: "view of one row, read and send", unit: "rows", name: view),
            rows: { costs in
                let engine = Engine()
                let store = Store(List.State(rows: 10_000), List(), on: engine)
                visit(1_000, store, row: 5_000)
                let before = memory_in_use()
                visit(10_000, store, row: 5_000)
                let growth = memory_in_use() - before
                let registered = engine.resources.subscribers + engine.resources.listeners + engine.resources.stores - 1
                return [
                    Row(
                        "P13", "view of one of 10,000, read, send", costs, view(10_000), over: view(10), atMost: 1.1),
                    Row("P13", "registrations of 10,000 views", count: Double(registered), atMost: 0),
                    Row("P13", "bytes in use after 10,000 views", bytes: growth, atMost: 0),
                ]
            }),
    ]
}

private func change(_ rows: Int) -> String { "a change of one of \(rows) rows" }
private func view(_ rows: Int) -> String { "a view of one of \(rows) rows" }

/// Creates a view of a row, reads it and sends to it, `count` times.
@MainActor private func visit(_ count: Int, _ store: Store<List>, row: Int) {
    var read = 0
    for _ in 0..<count {
        let view = store.scope(\.rows[row], as: { List.Action.row(row, $0) })
        read &+= view.state.count
        view.send(.count(1))
    }
    if read < 0 { print("never") }
}
