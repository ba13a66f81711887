import Millrace

/// A cache of steps. The key contains what a step depends on: the effects, the move, and the requests of the reduced
/// actions.
///
/// A step is cached if at most one of its turns depends on the state. From the same effects, it always leads to the
/// same effects.
struct KnownSteps: ~Copyable {
    struct Step {
        let isPossible: Bool
        /// Whether the step reduces actions. If it does, there is another entry for each list of requests.
        let isReducing: Bool
        let effects: WorldEffects?
    }

    var steps = NumberedValues<Step>()
    /// The moves for effects with this digest, if they do not depend on the state.
    var moves = NumberedValues<[EffectSimulator.Move]>()
    /// The id of the table to which the numbers in `moves` belong.
    var movesTable: UInt32 = 0

    /// The maximum number of cached steps.
    static var limit: Int { 1 << 16 }
}

extension EffectSimulator {
    /// Performs the step that sends the user's action of this index.
    ///
    /// - Returns: Whether the clocks allow the step.
    @usableFromInline func send(_ index: Int) -> Bool { take(.send(index)) }

    /// Performs a step from the current world.
    ///
    /// - Returns: Whether the clocks allow the step.
    @usableFromInline func take(_ move: Move) -> Bool {
        if case .restart = move {
            let state = table.restarted(firstState)
            if state >= 0 { launch(state, isRestart: true) }
            return state >= 0
        }
        reset()
        guard known != nil else { return simulate(move) }
        let key = mixed((firstEffects?.digest ?? 0) ^ mixed(move.code))
        if let isPossible = takeKnown(move, key) { return isPossible }
        let isPossible = simulate(move)
        if turnCount > 1 || isStateDependent { return isPossible }
        let step = KnownSteps.Step(
            isPossible: isPossible, isReducing: turnCount > 0, effects: isPossible ? makeEffects() : nil)
        known?.steps[key] = step
        if turnCount > 0, let signature = transition(of: move)?.signature {
            known?.steps[mixed(key ^ signature)] = step
        }
        return isPossible
    }

    /// Performs a step with its cached result, if its actions have the same requests.
    ///
    /// - Returns: Whether the clocks allow the step. `nil` if it is not cached.
    private func takeKnown(_ move: Move, _ key: UInt64) -> Bool? {
        guard let step = known?.steps[key] else { return nil }
        if !step.isPossible { return false }
        if !step.isReducing {
            (state, effects, isIdle) = (firstState, step.effects, step.effects == nil)
            digest = step.effects?.digest ?? 0
            return true
        }
        guard let transition = transition(of: move), let signature = transition.signature,
            let step = known?.steps[mixed(key ^ signature)]
        else { return nil }
        if logsTurns, let reducing = move.reducing {
            turnLog.append(LoggedTurn(move: reducing, state: transition.state))
        }
        (state, effects, isIdle) = (transition.state, step.effects, step.effects == nil)
        digest = step.effects?.digest ?? 0
        return true
    }

    /// The transition by the actions of a step.
    private func transition(of move: Move) -> TransitionTable.Transition? {
        switch move {
        case .send(let index): table.transition(sending: index, in: firstState)
        case .reduce(let actions): table.transition(actions, in: firstState)
        case .answer(_, let outcome, _): outcome.actions < 0 ? nil : table.transition(outcome.actions, in: firstState)
        case .fire, .restart: nil
        }
    }
}

extension EffectSimulator.Move {
    /// The first reduction of the move. `nil` if its actions depend on the effects, or if it has none.
    fileprivate var reducing: EffectSimulator.Move? {
        switch self {
        case .send, .reduce: self
        case .answer(_, let outcome, _): outcome.actions < 0 ? nil : .reduce(outcome.actions)
        case .fire, .restart: nil
        }
    }

    /// A number that distinguishes the move from others in the same world.
    fileprivate var code: UInt64 {
        switch self {
        case .send, .reduce: 1
        case .answer(let index, let outcome, _):
            2 | outcome.verb.code << 8 | (outcome.actions < 0 ? 1 << 16 : 0) | UInt64(index) << 32
        case .fire(let clock): 3 | UInt64(clock) << 32
        case .restart: 4
        }
    }
}
