public import Millrace

/// A possible step in a world.
enum Choice<R: Reducer> {
    /// The user sends an action.
    case send(R.Action)
    /// The effect at an index has an outcome. `number` is its index among the possible outcomes.
    case answer(Int, TypedOutcome<R>, number: Int)
    /// Time passes until a timer fires.
    case fire(Int)
    /// The application ends and restarts.
    case restart
}

/// Performs steps on worlds of a feature, with an ``EffectSimulator``.
///
/// The same ``EffectMachine`` decides about effects as in an engine. The simulator performs its steps on values, so a
/// world can be continued more than once. A test runs random features on both, and compares the results.
@usableFromInline final class Simulator<R: Reducer> {
    let model: Model<R>
    @usableFromInline let table: FeatureTable<R>
    @usableFromInline let effects: EffectSimulator
    /// Whether transitions are cached.
    @usableFromInline let remembers: Bool

    /// The maximum number of states in the table before it is emptied.
    @usableFromInline static var limit: Int { 1 << 16 }

    /// - Parameters:
    ///   - remembers: Whether transitions are cached. Pass `false` for steps that check whether the reducer is
    ///     deterministic.
    ///   - remembersEffects: Whether the resulting effects of steps are cached.
    init(_ rules: Rules<R>, remembers: Bool = false, remembersEffects: Bool = false) {
        (model, self.remembers) = (rules.model, remembers)
        table = FeatureTable(rules, remembers: remembers)
        effects = EffectSimulator(table, remembers: remembersEffects, logsTurns: rules.asksAboutSteps)
    }

    /// The problem of the last step. `nil` if there is none.
    var report: String? { effects.report }

    /// The world after the last step.
    @inlinable var world: World<R> {
        var world = World<R>(table.states[Int(effects.state)])
        (world.effects, world.number, world.table) = (effects.makeEffects(), effects.state, table.id)
        world.earlier = table.earlier(in: effects.state)
        return world
    }

    /// Returns the world at the start.
    func start() -> World<R> {
        effects.launch(table.number(of: model.first, nil))
        return world
    }

    /// Sets the world from which the next steps begin.
    @inlinable func begin(from world: World<R>) {
        if remembers ? table.states.count > Self.limit : !table.states.isEmpty { table.forget() }
        effects.begin(from: table.number(of: world), world.effects)
    }

    /// The actions that a user may send in the current world.
    @inlinable var offered: [R.Action] { table.offered(in: effects.firstState) }

    /// Sets the actions that a user may send in the current world, unless they are known.
    ///
    /// - Returns: Whether they were not known. Otherwise the known ones can have another order.
    @inlinable func offer(_ actions: [R.Action]) -> Bool { table.offer(actions, in: effects.firstState) }

    /// Performs the step that sends `action` in the current world.
    @usableFromInline func reduce(_ action: R.Action) -> Bool { effects.take(.reduce(table.number(of: [action]))) }

    /// All possible steps in `world` except the user's actions, in a fixed order.
    func choices(in world: World<R>) -> [Choice<R>] {
        begin(from: world)
        var choices: [Choice<R>] = []
        var outcomes: [TypedOutcome<R>] = []
        for move in effects.moves(hasRestart: model.restarted != nil) {
            if case .answer(let index, _, 0) = move { outcomes = self.outcomes(of: index, in: world) }
            if let choice = choice(of: move, outcomes) { choices.append(choice) }
        }
        return choices
    }

    /// The move as a value with the types of the feature.
    func choice(of move: EffectSimulator.Move, in world: World<R>) -> Choice<R>? {
        guard case .answer(let index, _, _) = move else { return choice(of: move, []) }
        return choice(of: move, outcomes(of: index, in: world))
    }

    private func choice(of move: EffectSimulator.Move, _ outcomes: [TypedOutcome<R>]) -> Choice<R>? {
        switch move {
        case .send, .reduce: nil
        case .answer(let index, _, let number):
            number < outcomes.count ? .answer(index, outcomes[number], number: number) : nil
        case .fire(let clock): .fire(clock)
        case .restart: .restart
        }
    }

    private func outcomes(of index: Int, in world: World<R>) -> [TypedOutcome<R>] {
        guard let effect = world.effects?[index], let asked = world.entry(of: effect)?.asked else { return [] }
        return model.outcomes(of: asked, in: world.context)
    }

    /// Performs a step.
    ///
    /// - Returns: Whether the clocks allow the step.
    func take(_ choice: Choice<R>, in world: World<R>) -> Bool {
        begin(from: world)
        switch choice {
        case .send(let action): return reduce(action)
        case .answer(let index, let outcome, let number):
            let prepared = TransitionTable.PreparedOutcome(
                verb: outcome.verb, label: 0, actions: table.number(of: outcome.actions))
            return effects.take(.answer(index, prepared, number: number))
        case .fire(let clock): return effects.take(.fire(clock))
        case .restart: return effects.take(.restart)
        }
    }

    /// The effect that `choice` ends: the number of an entry, or `Edges.sent` or `Edges.nothing`.
    func ends(_ choice: Choice<R>, in world: World<R>) -> Int {
        switch choice {
        case .send, .restart: Edges<R>.sent
        case .answer(let index, let outcome, _):
            outcome.verb.isLast ? world.effects?[index].identity ?? Edges<R>.nothing : Edges<R>.nothing
        case .fire(let clock): world.effect(waitingFor: clock)?.identity ?? Edges<R>.nothing
        }
    }
}
