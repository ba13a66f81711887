import MillraceKit

/// P7: a command whose handler replies at once, among unrelated handlers and listeners.
@MainActor func commands() -> Topic {
    Topic(
        workloads: counts.map { count in
            Workload(command(count)) {
                let engine = Engine()
                engine.addUnrelatedTypes(count)
                engine.handle(Request.self) { _ in 1 }
                let store = Store(0, Requester(), on: engine)
                return { count in
                    for _ in 0..<count { send(.request, to: store) }
                }
            }
        },
        curve: Curve(title: "a command", unit: "other handlers and listeners", name: command),
        rows: { costs in
            [
                Row("P7", "a command handled at once, reduced", costs, command(0), atMost: 90),
                Row("P7", allocationsOf: command(0), costs, atMost: 3),
            ]
                + counts.dropFirst().map {
                    Row("P7", command($0), costs, command($0), over: command(0), atMost: 1.1)
                }
        })
}

/// P9: a fact with one listener, among unrelated listeners.
@MainActor func facts() -> Topic {
    Topic(
        workloads: counts.map { count in
            Workload(fact(count)) {
                let engine = Engine()
                engine.addUnrelatedTypes(count)
                var received = 0
                engine.listen(to: SampleFact.self) { _ in received &+= 1 }
                return { count in
                    for _ in 0..<count { engine.post(SampleFact()) }
                }
            }
        },
        curve: Curve(title: "a fact with one listener", unit: "other listeners", name: fact),
        rows: { costs in
            counts.dropFirst().map { Row("P9", fact($0), costs, fact($0), over: fact(0), atMost: 1.1) }
        })
}

private let counts = [0, 10, 100, 1_000, 10_000]
private func command(_ count: Int) -> String { "a command with \(count) unrelated types" }
private func fact(_ count: Int) -> String { "a fact with \(count) unrelated types" }
