/// The action that a store is sent when a module that it presented has gone, waiting for its turn. Where the store has gone
/// by then, nobody wants to know, and it is no fault.
final class EndTurn<R: Reducer>: TurnTaker {
    private let action: R.Action
    private let core: StoreCore<R>

    init(_ action: R.Action, for core: StoreCore<R>) { (self.action, self.core) = (action, core) }

    var label: String { caseName(of: action) }

    func takeTurn(_ entry: Entry) {
        let engine = core.engine
        if core.isClosed { return }
        if engine.isAttended {
            engine.receive(Message(.action, action, store: core, entry, turn: engine.turn), core, job: entry.job)
        } else {
            core.turn(action, job: entry.job)
        }
    }

    func proceed(with payload: Any, job: Job?) -> Bool { core.proceed(with: payload, job: job) }
    func drop(because reason: (any Error)?) {}
}
