import Millrace

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

extension Simulator {
    /// The world at the start.
    func start() -> World<R> {
        launch(model.first)
        return world
    }

    private func launch(_ state: R.State) {
        _ = step(from: state, nil) {
            updateActive()
            // As an engine does, all that comes of one before the next.
            drain()
            if let start = model.start { perform(start(state), 0) }
            for action in model.launch {
                drain()
                enqueue([action], 0)
            }
            return true
        }
    }

    /// All that may happen in `world` besides what a user sends, always in the same order.
    func choices(in world: World<R>) -> [Choice<R>] {
        var choices: [Choice<R>] = []
        if let effects = world.effects {
            for index in 0..<effects.count {
                let effect = effects[index]
                // Of two that are the same it does not matter which is answered.
                guard effect.isPending, index == 0 || !effects.areSame(index - 1, index),
                    let asked = world.entry(of: effect)?.asked
                else { continue }
                let outcomes = model.outcomes(of: asked, in: world.state)
                for number in 0..<outcomes.count {
                    choices.append(.answer(index, outcomes[number], number: number))
                }
            }
            for clock in 0..<effects.clocks.count { choices.append(.fire(clock)) }
        }
        if model.restarted != nil { choices.append(.restart) }
        return choices
    }

    /// Does what `choice` says.
    ///
    /// - Returns: whether that can be, since time may not pass so.
    func take(_ choice: Choice<R>, in world: World<R>) -> Bool {
        switch choice {
        case .send(let action):
            return step(from: world.state, world.effects) {
                guard effects.letHappen() else { return false }
                enqueue([action], 0)
                return true
            }
        case .answer(let index, let outcome, _):
            return step(from: world.state, world.effects) {
                guard effects.letHappen() else { return false }
                answer(index, with: outcome)
                return true
            }
        case .fire(let clock):
            return step(from: world.state, world.effects) {
                guard effects.letFire(clock) else { return false }
                fire(clock)
                return true
            }
        case .restart:
            guard let state = model.restarted?(world.state) else { return false }
            launch(state)
            return true
        }
    }

    /// Goes on from a state that one action was just folded into, with what the reducer asked for.
    func goOn(from state: R.State, with flow: Flow<R>) {
        _ = step(from: state, nil) {
            perform(flow, 0)
            settle()
            return true
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
