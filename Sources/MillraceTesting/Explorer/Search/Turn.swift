public import Millrace

/// A turn in a step of a search: an action, and the system states before and after it.
///
/// A step without a turn is one `Turn` without an action.
@usableFromInline struct Turn<R: Reducer> {
    let before: SystemState<R>
    /// The reduced action. `nil` for a restart, and for a step that changes only the effects in flight.
    let action: R.Action?
    let after: SystemState<R>

    init(_ before: SystemState<R>, _ action: R.Action?, _ after: SystemState<R>) {
        (self.before, self.action, self.after) = (before, action, after)
    }

    /// The turns of a step from `before` to `after`.
    ///
    /// The effects in flight between two turns are those before the step. After a restart, there are none.
    ///
    /// - Parameter reductions: The actions of each turn, and the state after it. A restart has no actions.
    static func turns(
        from before: SystemState<R>, to after: SystemState<R>, _ reductions: [(actions: [R.Action], after: R.State)]
    ) -> [Turn] {
        if reductions.isEmpty { return [Turn(before, nil, after)] }
        var (last, turns) = (before, [Turn]())
        for (index, reduction) in reductions.enumerated() {
            if reduction.actions.isEmpty { last = SystemState(last.state, TestStoreEffects()) }
            let next = index == reductions.count - 1 ? after : last.replacing(reduction.after)
            if reduction.actions.isEmpty { turns.append(Turn(before, nil, next)) }
            for action in reduction.actions { turns.append(Turn(last, action, next)) }
            last = next
        }
        return turns
    }
}

extension Simulator {
    /// The turns of the last step, which began from `before`. Requires a property about steps.
    @usableFromInline func turns(from before: World<R>) -> [Turn<R>] {
        let reductions = effects.turnLog.map { logged in
            let actions: [R.Action] =
                switch logged.move {
                case .send(let index): [table.offered(in: effects.firstState)[index]]
                case .reduce(let actions): table.actionLists[Int(actions)]
                case .answer, .fire, .restart: []
                }
            return (actions, table.states[Int(logged.state)])
        }
        return Turn.turns(from: SystemState(before), to: SystemState(world), reductions)
    }
}

extension Property {
    /// A condition of system states, or of the turns of steps.
    enum Condition {
        case state((SystemState<R>) -> Bool)
        case step((SystemState<R>, R.Action?, SystemState<R>) -> Bool)
    }

    /// Whether the property is about steps.
    var isAboutSteps: Bool { turnQuestion != nil }

    /// Whether a turn decides the property: it violates it or, for `sometimes`, it is an example. `nil` if the property is
    /// not about steps.
    var turnQuestion: ((Turn<R>) -> Bool)? {
        switch kind {
        case .always(.step(let holds)): { !holds($0.before, $0.action, $0.after) }
        case .sometimes(.step(let happens)): { happens($0.before, $0.action, $0.after) }
        default: nil
        }
    }

    /// Whether a system state decides the property: it violates it or, for `sometimes`, it is an example. `nil` if the
    /// property is not about single system states.
    var stateQuestion: ((SystemState<R>) -> Bool)? {
        switch kind {
        case .always(.state(let holds)): { !holds($0) }
        case .sometimes(.state(let happens)): happens
        default: nil
        }
    }
}
