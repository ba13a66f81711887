import MillraceKit

/// Passes every message.
struct PassThrough: Middleware {
    func intercept(_ message: Message) -> Decision { .pass }
}

/// P4 and P5: sends through middleware and nested reducers.
@MainActor func nesting() -> Topic {
    Topic(
        workloads: [
            Workload("send through 5 middlewares") {
                let engine = Engine()
                engine.middleware = [PassThrough(), PassThrough(), PassThrough(), PassThrough(), PassThrough()]
                let store = Store(0, Counter(), on: engine)
                return { count in
                    for number in 0..<count { send(.add(number), to: store) }
                }
            },
            Workload("8 nested reducers called directly") {
                var state = EightLevels.start()
                let reducer = EightLevels.make()
                return { count in
                    for number in 0..<count { callDirectly(reducer, &state, EightLevels.route(.add(number))) }
                }
            },
            Workload("send through 8 nested reducers") {
                let store = Store(EightLevels.start(), EightLevels.make(), on: Engine())
                return { count in
                    for number in 0..<count { send(EightLevels.route(.add(number)), to: store) }
                }
            },
        ],
        rows: { costs in
            [
                Row("P4", "5 middlewares that pass the message", costs, "send through 5 middlewares", atMost: 15),
                Row("P4", allocationsOf: "send through 5 middlewares", costs, atMost: 2),
                Row(
                    "P5", "an action through 8 nested reducers", costs, "send through 8 nested reducers",
                    over: "8 nested reducers called directly", atMost: 2),
            ]
        })
}
