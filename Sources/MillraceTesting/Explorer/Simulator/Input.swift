import Millrace

/// A step by its meaning, so that it can be performed in another system state.
enum Input<R: Reducer> {
    case send(R.Action)
    /// An outcome of a pending command with this entry. The rank is its place among those, the earliest call first.
    case answer(Entry<R>, rank: Int, outcome: Int)
    /// The timer of an effect with this identity: its timeout or its other timer.
    case fire(Int, isTimeout: Bool)
    case restart

    init?(_ choice: Choice<R>, in world: World<R>) {
        switch choice {
        case .send(let action): self = .send(action)
        case .answer(let index, _, let number):
            guard let effect = world.effects?[index], let entry = world.entry(of: effect) else { return nil }
            let rank = world.pendingCommands(of: entry).firstIndex { $0.index == effect.index } ?? 0
            self = .answer(entry, rank: rank, outcome: number)
        case .fire(let clock):
            guard let effect = world.effect(waitingFor: clock) else { return nil }
            self = .fire(effect.identity, isTimeout: effect.timeout == clock)
        case .restart: self = .restart
        }
    }

    /// The corresponding steps in `world`, of which the first that the clocks allow is meant. Empty if none is possible there,
    /// for example because the user may not send the action.
    func choices(in world: World<R>, _ rules: Rules<R>) -> [Choice<R>] {
        switch self {
        case .send(let action):
            return rules.offered(world.state).contains { areSame($0, action) } ? [.send(action)] : []
        case .answer(let entry, let rank, let outcome):
            let effects = world.pendingCommands(of: entry)
            guard let effect = effects.count > rank ? effects[rank] : effects.last, let asked = entry.asked else {
                return []
            }
            let outcomes = rules.model.outcomes(of: asked, in: world.context)
            return outcome < outcomes.count ? [.answer(effect.index, outcomes[outcome], number: outcome)] : []
        case .fire(let identity, let isTimeout):
            // Of several equal timers, only the one that was started first can fire.
            let effects = world.effects?.all.filter { $0.identity == identity } ?? []
            return effects.map { isTimeout ? $0.timeout : $0.clock }.filter { $0 >= 0 }.map { .fire($0) }
        case .restart: return rules.hasRestart ? [.restart] : []
        }
    }
}

extension World {
    /// The pending commands with an entry, the earliest call first.
    fileprivate func pendingCommands(of entry: Entry<R>) -> [WorldEffect] {
        (effects?.all.filter { $0.identity == entry.id && $0.isPending } ?? []).sorted { $0.call < $1.call }
    }
}
