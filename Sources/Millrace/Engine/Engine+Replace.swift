// The one way to change a state besides a reducer: a recorded message that replaces states.
extension Engine {
    /// Puts other states in the place of those of stores, in a turn of its own, and notifies the observers. No reducer
    /// runs, and nothing is performed.
    package func replaceStates(_ states: [(store: any EngineStore, state: AnyBox)]) {
        enqueue(.message(ReplacementMessage(states)), scope: 0)
    }

    /// Forgets active commands that have ended, so that the next turn starts what the state requests then.
    package func forgetActive(_ ended: [EffectHandle]) {
        let ended = Set(ended)
        machine.forgetActive { ended.contains($0) }
        performSteps()
    }
}

/// States that take the place of those of stores.
final class ReplacementMessage: QueuedMessage {
    private let states: [(store: any EngineStore, state: AnyBox)]

    init(_ states: [(store: any EngineStore, state: AnyBox)]) { self.states = states }

    var kind: Message.Kind { .replacement }
    var payload: Any { states.map(\.state.any) }
    var subject: AnyObject? { nil }
    var label: String { "replacement" }
    var isForMiddleware: Bool { false }

    func with(_ payload: Any) -> (any QueuedMessage)? { nil }

    func reduce() {
        for (store, state) in states where !store.isClosed { store.replaceState(state) }
    }

    func notify() {
        for (store, _) in states where !store.isClosed { store.notifyObservers(upTo: store.engine.lastNumber) }
    }
}
