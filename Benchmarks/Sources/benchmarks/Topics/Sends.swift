import MillraceKit

/// P1, P2 and P3: sends, with and without observers.
@MainActor func sends() -> Topic {
    Topic(
        workloads: [
            Workload("the reducer called directly") {
                var state = 0
                return { count in
                    for number in 0..<count { callDirectly(Counter(), &state, .add(number)) }
                }
            },
            Workload("send") {
                let store = Store(0, Counter(), on: Engine())
                return { count in
                    for number in 0..<count { send(.add(number), to: store) }
                }
            },
            Workload("send, with an observed property that changes") {
                observed([\.count], subscribers: 1)
            },
            Workload("send, with an observed property that does not change") {
                observed([\.a], subscribers: 1)
            },
        ]
            + ([10] + Curve.sizes.dropFirst()).map { crowd in
                Workload(subscribers(crowd)) { observed(Board.parts, subscribers: crowd) }
            },
        curve: Curve(title: "send, 10 properties observed", unit: "subscribers", name: subscribers),
        rows: { costs in
            [
                Row("P1", "send", costs, "send", over: "the reducer called directly", atMost: 2),
                Row("P1", allocationsOf: "send", costs, atMost: 0),
                Row(
                    "P2", "with an observed property that changes", costs,
                    "send, with an observed property that changes", atMost: 8),
                Row("P2", allocationsOf: "send, with an observed property that changes", costs, atMost: 0),
                Row(
                    "P2", "with an observed property that does not change", costs,
                    "send, with an observed property that does not change",
                    atMost: 4),
                Row("P2", allocationsOf: "send, with an observed property that does not change", costs, atMost: 0),
                Row(
                    "P3", "1,000 subscribers to 10 properties", costs, subscribers(1_000), over: subscribers(10),
                    atMost: 2),
            ]
        })
}

private func subscribers(_ count: Int) -> String { "send, \(count) subscribers" }

@MainActor private func observed(
    _ parts: [KeyPath<Board.State, Int>], subscribers: Int
) -> @MainActor (Int) async -> Void {
    let store = Store(Board.State(), Board(), on: Engine())
    for number in 0..<subscribers {
        store.subscribe(to: parts[number % parts.count]) { ignore($0) }
    }
    return { count in
        for _ in 0..<count { send(.count(1), to: store) }
    }
}

/// The body of a subscriber. It does nothing, because its cost is not that of the library. Adding to a captured variable
/// would cost as much as three sends.
@inline(never) private func ignore(_ value: Int) { if value < 0 { print("never") } }
