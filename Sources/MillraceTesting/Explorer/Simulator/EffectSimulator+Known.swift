import Millrace

/// Steps that were taken, by what they depend on: the effects, the move, and what the reduced actions asked for.
///
/// A step of which only one turn depends on the state leads from the same effects to the same effects.
struct KnownSteps: ~Copyable {
    struct Step {
        let isPossible: Bool
        /// Whether actions are reduced; then there is another step for each request.
        let isReducing: Bool
        let effects: WorldEffects?
    }

    var steps = NumberedValues<Step>()
    /// The moves of the effects with a digest, if they do not depend on the state.
    var moves = NumberedValues<[EffectSimulator.Move]>()
    /// The id of the table that the moves have numbers of.
    var movesTable: UInt32 = 0

    /// How many steps are remembered.
    static var limit: Int { 1 << 16 }
}

extension EffectSimulator {
    /// A user sends the action of this index among those that may be sent.
    ///
    /// - Returns: whether that can be, since time may not pass so.
    @usableFromInline func send(_ index: Int) -> Bool { take(.send(index)) }

    /// Takes a step from the world.
    ///
    /// - Returns: whether that can be, since time may not pass so.
    @usableFromInline func take(_ move: Move) -> Bool {
        if case .restart = move {
            let state = table.restarted(firstState)
            if state >= 0 { launch(state) }
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

    /// Takes a step that was taken before from these effects, if what it reduces asks for the same.
    ///
    /// - Returns: whether it can be; `nil` if it was not taken before.
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
        (state, effects, isIdle) = (transition.state, step.effects, step.effects == nil)
        digest = step.effects?.digest ?? 0
        return true
    }

    /// Where the actions of a step lead.
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
    /// A number that distinguishes it from the others in a world.
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
