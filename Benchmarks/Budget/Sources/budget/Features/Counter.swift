import Millrace

/// A minimal feature.
struct Counter: Reducer {
    struct State { var count = 0 }
    enum Action { case increment }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .increment: state.count &+= 1
        }
        return .none
    }
}

/// A counter with a few more fields.
struct NamedCounter: Reducer {
    struct State {
        var count = 0
        var other = 0
        var name = "a name that is long enough to be elsewhere"
    }
    enum Action { case increment, other }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .increment: state.count &+= 1
        case .other: state.other &+= 1
        }
        return .none
    }
}

/// An application's model: an engine and a store.
@MainActor final class Model<R: Reducer> {
    let engine: Engine
    let store: Store<R>

    init(_ state: R.State, _ reducer: R, on engine: Engine? = nil) {
        self.engine = engine ?? Engine()
        store = Store(state, reducer, on: self.engine)
    }
}

/// The model of an application that only counts.
@MainActor final class CounterModel {
    let engine: Engine
    let store: Store<Counter>

    init() {
        engine = Engine()
        store = Store(Counter.State(), Counter(), on: engine)
    }

    @inline(never) func increment() { store.send(.increment) }
}

/// Middleware that passes every message.
struct PassOn: Middleware {
    func intercept(_ message: Message) -> Decision { .pass }
}
