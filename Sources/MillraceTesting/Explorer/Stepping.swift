import Millrace

/// One thing that may happen in a world.
enum Choice<R: Reducer> {
    /// A user sends an action.
    case send(R.Action)
    /// Something becomes of the command at a place among the items.
    case answer(Int, outcome: Int)
    /// Time passes until a clock is due.
    case fire(Int)
    /// The application ends and starts anew.
    case restart
}

extension Machine {
    /// The world at the start.
    func start() -> World<R> {
        launch(model.first)
        return world
    }

    private func launch(_ state: R.State) {
        _ = step(from: World(state)) {
            updateStanding()
            for action in model.launch { enqueue(.turn([action]), -1) }
            return true
        }
    }

    /// All that may happen in `world` besides what a user sends, always in the same order.
    func choices(in world: World<R>) -> [Choice<R>] {
        var choices: [Choice<R>] = []
        var last: [Int]?
        for (index, item) in world.items.enumerated() where item.isPending {
            // Of two that are the same it does not matter which is answered.
            let key = item.key + [item.frame]
            if key == last { continue }
            last = key
            for outcome in item.entry.asked?.outcomes.indices ?? 0..<0 {
                choices.append(.answer(index, outcome: outcome))
            }
        }
        choices += (0..<world.clocks.count).map { .fire($0) }
        if model.restarted != nil { choices.append(.restart) }
        return choices
    }

    /// Does what `choice` says.
    ///
    /// - Returns: whether that can be, since time may not pass so.
    func take(_ choice: Choice<R>, in world: World<R>) -> Bool {
        switch choice {
        case .send(let action):
            return step(from: world) {
                guard clocks.letHappen() else { return false }
                enqueue(.turn([action]), -1)
                return true
            }
        case .answer(let index, let outcome):
            return step(from: world) {
                guard let asked = items[index].entry.asked, clocks.letHappen() else { return false }
                answer(index, with: asked.outcomes[outcome])
                return true
            }
        case .fire(let clock):
            return step(from: world) {
                guard clocks.letFire(clock) else { return false }
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
        _ = step(from: World(state)) {
            perform(flow, -1)
            settle()
            return true
        }
    }

    /// The entry that ends by `choice`, or -1: what a fair scheduler must let happen in the end.
    func ends(_ choice: Choice<R>, in world: World<R>) -> Int {
        switch choice {
        case .send, .restart: -1
        case .answer(let index, let outcome):
            world.items[index].entry.asked?.outcomes[outcome].verb.isLast == true ? world.items[index].entry.id : -1
        case .fire(let clock):
            world.items.first { $0.clock == clock || $0.timeout == clock }?.entry.id ?? -1
        }
    }
}
