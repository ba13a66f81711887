public import Millrace

extension Shard {
    /// Plans to expand a system state again at the end of the level: a new one, or a known one that another path
    /// reached.
    ///
    /// The checks wait for the end of the level, so that a trap in one of them is on a shortest path too.
    @inlinable func plan(
        _ consistency: Consistency<R>, _ new: World<R>?, _ number: Int, _ again: () -> World<R>
    ) {
        if let new {
            consistency.insert(new, number)
            checks.append((new, number, true))
        } else if consistency.isOpen(number) {
            checks.append((again(), number, false))
        }
    }

    /// Expands the planned system states: a new one twice, and an equal value of a known one.
    @inlinable func performChecks() {
        defer { checks.removeAll() }
        guard let consistency, !checks.isEmpty else { return }
        for (world, number, isNew) in checks {
            if isStopped() { return }
            let first = successors(of: world, number)
            let second = isNew ? successors(of: world, number) : first
            guard let step = consistency.check(number, isNew, first, second) else { continue }
            noteInconsistency(of: world, consistency, number, step)
        }
    }

    @usableFromInline func noteInconsistency(
        of world: World<R>, _ consistency: Consistency<R>, _ number: Int, _ step: Int
    ) {
        let worlds = consistency.world(number).map { [$0, world] } ?? [world]
        let closure = rules.unstableClosure(in: worlds, spare)
        checker.noteInconsistency(number: number, step: closure == nil ? step : nil, of: closure)
    }

    /// The fingerprints after each possible step, in order, without cached transitions. 0 for a step that the clocks do
    /// not allow.
    @inlinable func successors(of world: World<R>, _ number: Int) -> [UInt64] {
        (currentNumber, currentStep) = (number, -1)
        guard isPlain, world.isIdle else { return allSuccessors(of: world) }
        var (step, successors) = (0, [UInt64]())
        for action in offered(world.state) {
            currentStep = step
            step &+= 1
            var next = World<R>(world.state)
            let flow = reducer.reduce(&next.state, action)
            successors.append(
                flow.isNone ? rules.fingerprint(of: next) : fingerprint(afterSending: action, in: world))
        }
        return successors
    }

    @usableFromInline func fingerprint(afterSending action: R.Action, in world: World<R>) -> UInt64 {
        spare.take(.send(action), in: world) ? spare.effects.fingerprint : 0
    }

    @usableFromInline func allSuccessors(of world: World<R>) -> [UInt64] {
        spare.begin(from: world)
        var successors: [UInt64] = []
        let effects = spare.effects
        for index in spare.offered.indices {
            currentStep = successors.count
            successors.append(effects.send(index) ? effects.fingerprint : 0)
        }
        for move in effects.moves(hasRestart: hasRestart) {
            currentStep = successors.count
            successors.append(effects.take(move) ? effects.fingerprint : 0)
        }
        return successors
    }
}
