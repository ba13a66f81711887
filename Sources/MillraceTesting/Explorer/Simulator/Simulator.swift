public import Millrace

/// One thing that may happen in a world.
enum Choice<R: Reducer> {
    /// A user sends an action.
    case send(R.Action)
    /// Something becomes of the command of this number among the effects: the outcome, and its number among those that
    /// may be.
    case answer(Int, Prepared<R>, number: Int)
    /// Time passes until a clock is due.
    case fire(Int)
    /// The application ends and starts anew.
    case restart
}

/// Takes steps on worlds of a feature, with an ``EffectSimulator``.
///
/// Its effects are decided by the same ``EffectMachine`` as an engine's; it performs the machine's steps with values, so
/// that a world can be continued more than once. That both do the same is a test: random features, run by either.
@usableFromInline final class Simulator<R: Reducer> {
    let model: Model<R>
    @usableFromInline let table: FeatureTable<R>
    @usableFromInline let effects: EffectSimulator
    /// Whether transitions are computed once, and not each time.
    @usableFromInline let remembers: Bool

    /// How many states may have numbers before all are released.
    @usableFromInline static var limit: Int { 1 << 16 }

    /// - Parameters:
    ///   - remembers: whether transitions are computed once. A step that shows whether the reducer is deterministic needs
    ///     to be computed each time.
    ///   - remembersEffects: whether what becomes of the effects is computed once.
    init(_ rules: Rules<R>, remembers: Bool = false, remembersEffects: Bool = false) {
        (model, self.remembers) = (rules.model, remembers)
        table = FeatureTable(rules, remembers: remembers)
        effects = EffectSimulator(table, remembers: remembersEffects)
    }

    /// The problem of the last step, if there is one.
    var report: String? { effects.report }

    /// Where the last step led.
    @inlinable var world: World<R> {
        var world = World<R>(table.states[Int(effects.state)])
        (world.effects, world.number, world.table) = (effects.makeEffects(), effects.state, table.id)
        return world
    }

    /// The world at the start.
    func start() -> World<R> {
        effects.launch(table.number(of: model.first))
        return world
    }

    /// The steps that follow begin from `world`.
    @inlinable func begin(from world: World<R>) {
        if remembers ? table.states.count > Self.limit : !table.states.isEmpty { table.forget() }
        effects.begin(from: table.number(of: world), world.effects)
    }

    /// The actions that a user may send in the world that steps begin from.
    @inlinable var offered: [R.Action] { table.offered(in: effects.firstState) }

    /// All that may happen in `world` besides what a user sends, always in the same order.
    func choices(in world: World<R>) -> [Choice<R>] {
        begin(from: world)
        var choices: [Choice<R>] = []
        var outcomes: [Prepared<R>] = []
        for move in effects.moves(hasRestart: model.restarted != nil) {
            if case .answer(let index, _, 0) = move { outcomes = self.outcomes(of: index, in: world) }
            if let choice = choice(of: move, outcomes) { choices.append(choice) }
        }
        return choices
    }

    /// The step as a value with the types of the feature.
    func choice(of move: EffectSimulator.Move, in world: World<R>) -> Choice<R>? {
        guard case .answer(let index, _, _) = move else { return choice(of: move, []) }
        return choice(of: move, outcomes(of: index, in: world))
    }

    private func choice(of move: EffectSimulator.Move, _ outcomes: [Prepared<R>]) -> Choice<R>? {
        switch move {
        case .send, .reduce: nil
        case .answer(let index, _, let number):
            number < outcomes.count ? .answer(index, outcomes[number], number: number) : nil
        case .fire(let clock): .fire(clock)
        case .restart: .restart
        }
    }

    private func outcomes(of index: Int, in world: World<R>) -> [Prepared<R>] {
        guard let effect = world.effects?[index], let asked = world.entry(of: effect)?.asked else { return [] }
        return model.outcomes(of: asked, in: world.state)
    }

    /// Does what `choice` says.
    ///
    /// - Returns: whether that can be, since time may not pass so.
    func take(_ choice: Choice<R>, in world: World<R>) -> Bool {
        begin(from: world)
        switch choice {
        case .send(let action): return effects.take(.reduce(table.number(of: [action])))
        case .answer(let index, let outcome, let number):
            let prepared = TransitionTable.PreparedOutcome(
                verb: outcome.verb, label: 0, actions: table.number(of: outcome.actions))
            return effects.take(.answer(index, prepared, number: number))
        case .fire(let clock): return effects.take(.fire(clock))
        case .restart: return effects.take(.restart)
        }
    }

    /// What `choice` ends: the number of an entry, or one of ``Edges``' other endings.
    func ends(_ choice: Choice<R>, in world: World<R>) -> Int {
        switch choice {
        case .send, .restart: Edges<R>.sent
        case .answer(let index, let outcome, _):
            outcome.verb.isLast ? world.effects?[index].identity ?? Edges<R>.nothing : Edges<R>.nothing
        case .fire(let clock): world.effect(waitingFor: clock)?.identity ?? Edges<R>.nothing
        }
    }
}
