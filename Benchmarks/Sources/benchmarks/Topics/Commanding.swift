import MillraceKit

/// P7: a command that is handled at once, and strangers.
@MainActor func commanding() -> Topic {
    Topic(
        works: crowds.map { crowd in
            Work(command(crowd)) {
                let engine = Engine()
                engine.addStrangers(crowd)
                engine.handle(Ask.self) { _ in 1 }
                let store = Store(0, Asker(), on: engine)
                return { count in
                    for _ in 0..<count { send(.ask, to: store) }
                }
            }
        },
        curve: Curve(title: "a command", unit: "other handlers and listeners", name: command),
        rows: { costs in
            [
                Row("P7", "a command handled at once, folded", costs, command(0), atMost: 40),
                Row("P7", allocationsOf: command(0), costs, atMost: 3),
            ]
                + crowds.dropFirst().map {
                    Row("P7", command($0), costs, command($0), over: command(0), atMost: 1.1)
                }
        })
}

/// P9: a fact to one listener, and strangers.
@MainActor func telling() -> Topic {
    Topic(
        works: crowds.map { crowd in
            Work(fact(crowd)) {
                let engine = Engine()
                engine.addStrangers(crowd)
                var told = 0
                engine.next(Told.self) { _ in told &+= 1 }
                return { count in
                    for _ in 0..<count { engine.post(Told()) }
                }
            }
        },
        curve: Curve(title: "a fact to one listener", unit: "other listeners", name: fact),
        rows: { costs in
            crowds.dropFirst().map { Row("P9", fact($0), costs, fact($0), over: fact(0), atMost: 1.1) }
        })
}

private let crowds = [0, 10, 100, 1_000, 10_000]
private func command(_ crowd: Int) -> String { "a command with \(crowd) strangers" }
private func fact(_ crowd: Int) -> String { "a fact with \(crowd) strangers" }
