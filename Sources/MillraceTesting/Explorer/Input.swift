import Millrace

/// A step by what it is, so that it can be taken in another situation too.
enum Input<R: Reducer> {
    case send(R.Action)
    /// An outcome of the first pending command of this entry.
    case answer(Entry<R>, outcome: Int)
    /// The clock of the first item of this entry; that of its timeout, or the other one.
    case fire(Entry<R>, isTimeout: Bool)
    case restart

    init?(_ choice: Choice<R>, in world: World<R>) {
        switch choice {
        case .send(let action): self = .send(action)
        case .answer(let index, _, let number):
            self = .answer(world.items[index].entry(of: R.self), outcome: number)
        case .fire(let clock):
            guard let item = world.items.first(where: { $0.clock == clock || $0.timeout == clock }) else { return nil }
            self = .fire(item.entry(of: R.self), isTimeout: item.timeout == clock)
        case .restart: self = .restart
        }
    }

    /// The step in `world`, if it is one there: an action must still be one that a user may send.
    func choice(in world: World<R>, _ rules: Rules<R>) -> Choice<R>? {
        switch self {
        case .send(let action):
            return rules.offered(world.state).contains { areSame($0, action) } ? .send(action) : nil
        case .answer(let entry, let outcome):
            let index = world.items.firstIndex { $0.entry === entry && $0.isPending }
            guard let index, let asked = entry.asked else { return nil }
            let outcomes = rules.model.outcomes(of: asked, in: world.state)
            return outcome < outcomes.count ? .answer(index, outcomes[outcome], number: outcome) : nil
        case .fire(let entry, let isTimeout):
            let items = world.items.filter { $0.entry === entry }
            return items.lazy.map { isTimeout ? $0.timeout : $0.clock }.first { $0 >= 0 }.map { .fire($0) }
        case .restart: return rules.hasRestart ? .restart : nil
        }
    }
}
