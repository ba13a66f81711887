import Millrace
import MillraceExtras
import MillraceHistory

/// Messages through the wrappers that applications put around a store.
@MainActor let viewRows = [
    Row("protocol") { sendByProtocol { _ in } },
    Row("protocol+observer") { sendByProtocol { $0.store.subscribe(to: \.count) { keep($0) } } },
    Row("protocol+middleware") { sendByProtocol { $0.engine.middleware = [PassOn()] } },
    Row("protocol+history") { sendByProtocol { $0.engine.history = History(records: 100) } },
    Row("scope") {
        let model = Model(Items.State(10_000), Items())
        let row = model.store.scope(\.rows[5], as: { .index(5, $0) })
        return { count in
            for _ in 0..<count {
                keep(row.count)
                row.send(.tick)
            }
        }
    },
    Row("scope.new") {
        let model = Model(Items.State(10_000), Items())
        return { count in
            for number in 0..<count {
                let index = number % 10_000
                let row = model.store.scope(\.rows[index], as: { .index(index, $0) })
                keep(row.state.count)
                row.send(.tick)
            }
        }
    },
    Row(suspending: "worker") { actor, count in
        let store = Store(NamedCounter.State(), NamedCounter(), on: Engine())
        store.work { _, _ in .none }
        for _ in 0..<count { try? await store.send(.increment).finished() }
    },
]

/// A model that is generic over its feature, behind a protocol.
@MainActor private protocol Sender<Action> {
    associatedtype Action
    func send(_ action: Action)
}

private final class ViewModel<R: Reducer>: Sender {
    private let model: Model<R>

    init(_ model: Model<R>) { self.model = model }

    func send(_ action: R.Action) { model.store.send(action) }
}

@MainActor private func sendByProtocol(_ prepare: (Model<NamedCounter>) -> Void) -> @MainActor (Int) -> Void {
    let model = Model(NamedCounter.State(), NamedCounter())
    prepare(model)
    let sender: any Sender = ViewModel(model)
    return { count in sendEach(sender, NamedCounter.Action.increment, count) }
}

// A separate function, so that the compiler does not know the model's type.
@inline(never) @MainActor private func sendEach<S: Sender>(_ sender: S, _ action: Any, _ count: Int) {
    guard let action = action as? S.Action else { preconditionFailure("This is another feature's action.") }
    for _ in 0..<count { sender.send(action) }
}
