import Millrace

/// Objects that are created and released.
@MainActor let lifetimeRows = [
    Row("engine.lifetime", count: 200) {
        { count in for _ in 0..<count { keep(Engine().isShutDown ? 1 : 0) } }
    },
    Row("store.lifetime") {
        let engine = Engine()
        return { count in
            for _ in 0..<count {
                let store = Store(NamedCounter.State(), NamedCounter(), on: engine)
                store.send(.increment)
            }
        }
    },
    Row("subscription.lifetime") {
        let model = Model(NamedCounter.State(), NamedCounter())
        model.store.subscribe(to: \.count) { keep($0) }
        return { count in for _ in 0..<count { model.store.subscribe(to: \.count) { keep($0) }.cancel() } }
    },
]
