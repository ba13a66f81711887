import Millrace

@MainActor let middlewareRows = [
    Row("middleware.five") {
        let model = CounterModel()
        model.engine.middleware = (0..<5).map { _ in PassOn() }
        return { count in for _ in 0..<count { model.increment() } }
    },
    Row("observer+middleware") {
        let model = Model(NamedCounter.State(), NamedCounter())
        model.engine.middleware = [PassOn()]
        model.store.subscribe(to: \.count) { keep($0) }
        return { count in for _ in 0..<count { model.store.send(.increment) } }
    },
    Row("message.held") {
        let model = Model(NamedCounter.State(), NamedCounter())
        let holding = HoldEach()
        model.engine.middleware = [holding]
        return { count in
            for _ in 0..<count {
                model.store.send(.increment)
                model.engine.resume(holding.held.id)
            }
        }
    },
]

/// Holds every message.
private struct HoldEach: Middleware {
    final class Held { var id: UInt64 = 0 }
    let held = Held()

    func intercept(_ message: Message) -> Decision {
        held.id = message.id
        return .hold
    }
}
