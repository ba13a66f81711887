import Millrace
import MillraceHistory

@MainActor let commandRows = [
    Row("command") { sendEffects(.command) },
    Row("command+listener") { sendEffects(.command) { $0.engine.listen(to: Tick.self) { _ in } } },
    Row("command+middleware") { sendEffects(.command) { $0.engine.middleware = [PassOn()] } },
    Row("command+history") { sendEffects(.command) { $0.engine.history = History(records: 100) } },
    Row("command+observer") { sendEffects(.command) { $0.store.subscribe(to: \.number) { keep($0) } } },
    Row("command.latest") { sendEffects(.latest) },
    Row("command.retry") { sendEffects(.retry) },
    Row("command.retry.backoff") { sendEffects(.backOff) },
    Row("command.timeout") { sendEffects(.timeout) },
    Row("command.merge") { sendEffects(.twoCommands) },
    Row("command.then") { sendEffects(.commandThenCommand) },
    Row("command.flow.latest") { sendEffects(.flowLatest) },
    Row("command.race") { sendEffects(.race) },
    Row("command.and.send") { sendEffects(.commandAndSend) },
    Row(suspending: "command.suspending") { actor, count in
        let engine = Engine()
        engine.handle(Tick.self) { _ async in
            await actor.pause()
            return 1
        }
        let store = Store(Effects.State(), Effects(), on: engine)
        for _ in 0..<count { try? await store.send(.command).finished() }
    },
    // The same with a bare task, for comparison.
    Row(suspending: "task") { actor, count in
        for _ in 0..<count {
            let task = Task {
                await actor.pause()
                return 1
            }
            keep(await task.value)
        }
    },
]

/// Sends an action that executes a command whose handler replies at once.
@MainActor func sendEffects(
    _ action: Effects.Action, _ prepare: (Model<Effects>) -> Void = { _ in }
) -> @MainActor (Int) -> Void {
    let model = Model(Effects.State(), Effects())
    model.engine.handle(Tick.self) { _ in 1 }
    prepare(model)
    return { count in for _ in 0..<count { model.store.send(action) } }
}
