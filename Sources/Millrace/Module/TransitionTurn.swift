/// A transition of a store, waiting for its turn.
final class TransitionTurn<R: Reducer>: TurnTaker {
    private let transition: R.Transition
    private let core: StoreCore<R>

    init(_ transition: R.Transition, of core: StoreCore<R>) { (self.transition, self.core) = (transition, core) }

    var label: String { caseName(of: transition) }

    func takeTurn(_ entry: Entry) {
        let engine = core.engine
        if engine.isAttended, !core.isClosed {
            engine.receive(
                Message(.transition, transition, store: core, entry, turn: engine.turn), self, job: entry.job)
        } else {
            go(transition, job: entry.job)
        }
    }

    func proceed(with payload: Any, job: Job?) -> Bool {
        guard let transition = payload as? R.Transition else { return false }
        go(transition, job: job)
        return true
    }

    func `repeat`(with payload: Any, job: Job?) -> Bool {
        guard let transition = payload as? R.Transition else { return false }
        core.engine.enqueue(TransitionTurn(transition, of: core), job: job)
        return true
    }

    func drop(because reason: (any Error)?) {}

    private func go(_ transition: R.Transition, job: Job?) {
        if core.isClosed {
            core.lose(.transition, transition, .storeGone("The transition \(transition)"), job)
        } else if core.seat != nil || core.departures?.transitions.isEmpty == false {
            // First those who listen: they go with the scene, if the router closes it.
            core.departures?.transitions.tell(transition)
            core.seat?.route(transition, job)
        } else {
            core.lose(.transition, transition, .noNavigator("The transition \(transition)", R.self), job)
        }
    }
}
