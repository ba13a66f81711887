/// A transition of a store, waiting for its turn.
final class TransitionTurn<R: Reducer>: PayloadTurn {
    let payload: R.Transition
    private let core: StoreCore<R>

    init(_ transition: R.Transition, of core: StoreCore<R>) { (payload, self.core) = (transition, core) }

    var kind: Message.Kind { .transition }
    var engine: Engine { core.engine }
    var subject: AnyObject? { core }
    var isForMiddleware: Bool { !core.isClosed }

    func copy(holding transition: R.Transition) -> TransitionTurn { TransitionTurn(transition, of: core) }

    /// The router goes where it says.
    func take(_ transition: R.Transition, job: Job?) {
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
