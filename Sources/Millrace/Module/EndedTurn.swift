/// The action by which a module hears that one which it presented has gone, waiting for its turn.
///
/// Apart from what else is sent to the store, because nothing is lost where the module has gone too: it need not hear.
final class EndedTurn<R: Reducer>: TurnTaker {
    private let action: R.Action
    private let core: StoreCore<R>

    init(_ action: R.Action, for core: StoreCore<R>) { (self.action, self.core) = (action, core) }

    var label: String { caseName(of: action) }

    func takeTurn(_ entry: Entry) {
        if !core.isClosed { core.take(action, job: entry.job, cause: entry.cause) }
    }

    // The store itself goes on with it.
    func proceed(with payload: Any, job: Job?) -> Bool { core.proceed(with: payload, job: job) }

    func drop(because reason: (any Error)?) {}
}
