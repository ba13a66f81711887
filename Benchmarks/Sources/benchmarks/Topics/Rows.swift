import Counting
import MillraceKit

/// P12 and P13: one row among many.
@MainActor func rows() -> [Topic] {
    [
        Topic(
            works: Curve.sizes.map { size in
                Work(change(size)) {
                    let store = Store(List.State(rows: size), List(), on: Engine())
                    var heard = 0
                    store.subscribe(to: \.rows[size / 2]) { heard &+= $0.count }
                    store.subscribe(to: \.rows.count) { heard &+= $0 }
                    return { count in
                        for _ in 0..<count { send(.row(size / 2, .count(1)), to: store) }
                    }
                }
            },
            curve: Curve(title: "one row changes, it and the count watched", unit: "rows", name: change),
            rows: { costs in
                [Row("P12", "one of 10,000 rows changes", costs, change(10_000), over: change(10), atMost: 2)]
            }),
        Topic(
            works: Curve.sizes.map { size in
                Work(scope(size)) {
                    let store = Store(List.State(rows: size), List(), on: Engine())
                    return { count in visit(count, store, row: size / 2) }
                }
            },
            curve: Curve(title: "scope to one row, read and send", unit: "rows", name: scope),
            rows: { costs in
                let engine = Engine()
                let store = Store(List.State(rows: 10_000), List(), on: engine)
                visit(1_000, store, row: 5_000)
                let before = memory_in_use()
                visit(10_000, store, row: 5_000)
                let left = memory_in_use() - before
                let registered = engine.census.subscribers + engine.census.listeners + engine.census.stores - 1
                return [
                    Row(
                        "P13", "scope to one of 10,000, read, send", costs, scope(10_000), over: scope(10), atMost: 1.1),
                    Row("P13", "registered by 10,000 scopes", count: Double(registered), atMost: 0),
                    Row("P13", "bytes left by 10,000 scopes", bytes: left, atMost: 0),
                ]
            }),
    ]
}

private func change(_ rows: Int) -> String { "a change of one of \(rows) rows" }
private func scope(_ rows: Int) -> String { "a scope to one of \(rows) rows" }

/// Makes a scope to a row, reads it and sends to it; `count` times.
@MainActor private func visit(_ count: Int, _ store: Store<List>, row: Int) {
    var read = 0
    for _ in 0..<count {
        let scope = store.scope(\.rows[row], as: { List.Action.row(row, $0) })
        read &+= scope.state.count
        scope.send(.count(1))
    }
    if read < 0 { print("never") }
}
