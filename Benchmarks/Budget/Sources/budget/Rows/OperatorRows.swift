import Millrace
import MillraceExtras

/// An action of a feature that is composed of parts, without an effect unless the name says so.
@MainActor let operatorRows = [
    Row("operator.own") { sendComposed(.own) },
    Row("operator.always") { sendComposed(.always(.tick)) },
    Row("operator.optional") { sendComposed(.child(.tick)) },
    Row("operator.case") { sendComposed(.screen(.tick)) },
    // Changes an array of the child, which must not be copied.
    Row("operator.case.array") { sendComposed(.screen(.note)) },
    Row("operator.keyed") { sendComposed(.keyed(1, .tick)) },
    Row("operator.case.command") { sendComposed(.effects(.command)) },
    Row("operator.field") {
        let model = Model(Form.State(), Form())
        return { count in for number in 0..<count { model.store.send(.field(.set(\.number, number))) } }
    },
    Row("operator.undoable") {
        let model = Model(Form.State(), Form())
        return { count in for _ in 0..<count { model.store.send(.add) } }
    },
]

@MainActor private func sendComposed(_ action: Composed.Action) -> @MainActor (Int) -> Void {
    let model = Model(Composed.State(), Composed())
    model.engine.handle(Tick.self) { _ in 1 }
    return { count in for _ in 0..<count { model.store.send(action) } }
}
