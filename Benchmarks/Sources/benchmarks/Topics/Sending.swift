import MillraceKit

/// P1, P2, P3: a send, and who watches.
@MainActor func sending() -> Topic {
    Topic(
        works: [
            Work("the reducer called directly") {
                var state = 0
                return { count in
                    for number in 0..<count { callDirectly(Counter(), &state, .add(number)) }
                }
            },
            Work("send") {
                let store = Store(0, Counter(), on: Engine())
                return { count in
                    for number in 0..<count { send(.add(number), to: store) }
                }
            },
            Work("send, a part that changes is watched") {
                watched([\.count], subscribers: 1)
            },
            Work("send, a part that does not change is watched") {
                watched([\.a], subscribers: 1)
            },
        ]
            + ([10] + Curve.sizes.dropFirst()).map { crowd in
                Work(subscribers(crowd)) { watched(Board.parts, subscribers: crowd) }
            },
        curve: Curve(title: "send, 10 parts watched", unit: "subscribers", name: subscribers),
        rows: { costs in
            [
                Row("P1", "send", costs, "send", over: "the reducer called directly", atMost: 2),
                Row("P1", allocationsOf: "send", costs, atMost: 0),
                Row("P2", "a part that changes is watched", costs, "send, a part that changes is watched", atMost: 8),
                Row("P2", allocationsOf: "send, a part that changes is watched", costs, atMost: 0),
                Row(
                    "P2", "a part that does not is watched", costs, "send, a part that does not change is watched",
                    atMost: 4),
                Row("P2", allocationsOf: "send, a part that does not change is watched", costs, atMost: 0),
                Row("P3", "1,000 subscribers to 10 parts", costs, subscribers(1_000), over: subscribers(10), atMost: 2),
            ]
        })
}

private func subscribers(_ count: Int) -> String { "send, \(count) subscribers" }

@MainActor private func watched(
    _ parts: [KeyPath<Board.State, Int>], subscribers: Int
) -> @MainActor (Int) async -> Void {
    let store = Store(Board.State(), Board(), on: Engine())
    for number in 0..<subscribers {
        store.subscribe(to: parts[number % parts.count]) { hear($0) }
    }
    return { count in
        for _ in 0..<count { send(.count(1), to: store) }
    }
}

/// What a subscriber does: nothing, because what it does is not the library's cost. To add to a variable that it has
/// captured would cost three sends.
@inline(never) private func hear(_ value: Int) { if value < 0 { print("never") } }
