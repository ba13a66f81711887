import Millrace
import MillraceHistory

/// Actions with a full history.
@MainActor let historyRows = [
    Row("history") { increment { $0.engine.history = History(records: 100) } },
    Row("middleware+history") {
        increment {
            $0.engine.middleware = [PassOn()]
            $0.engine.history = History(records: 100)
        }
    },
    Row("observer+history") {
        increment {
            $0.engine.history = History(records: 100)
            $0.store.subscribe(to: \.count) { keep($0) }
        }
    },
    Row("observer+middleware+history") {
        increment {
            $0.engine.middleware = [PassOn()]
            $0.engine.history = History(records: 100)
            $0.store.subscribe(to: \.count) { keep($0) }
        }
    },
]

@MainActor func increment(_ prepare: (Model<NamedCounter>) -> Void) -> @MainActor (Int) -> Void {
    let model = Model(NamedCounter.State(), NamedCounter())
    prepare(model)
    return { count in for _ in 0..<count { model.store.send(.increment) } }
}
