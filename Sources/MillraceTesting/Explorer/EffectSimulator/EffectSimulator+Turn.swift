import Millrace

// Takes turns, and performs the steps of the machine.
extension EffectSimulator {
    func enqueue(_ input: QueuedTurn.Input, scope: Int32) {
        machine.retain(scope)
        queue.append(QueuedTurn(input: input, scope: scope))
    }

    /// Takes all queued turns, and the turns that follow from them.
    func drain() {
        var turns = 0
        performSteps()
        while head < queue.count {
            let next = queue[head]
            head += 1
            turns += 1
            if turns > Self.limit {
                (isEndless, isStateDependent) = (true, true)
                break
            }
            switch next.input {
            case .sent(let index): turn(table.transition(sending: index, in: state), of: .send(index), next.scope)
            case .actions(let actions): turn(actions, next.scope)
            case .nothing: break
            case .command(let effect):
                if machine.isLive(effect) {
                    beginAttempt(effect)
                    performSteps()
                }
            }
            machine.release(next.scope)
            performSteps()
        }
        queue.removeAll(keepingCapacity: true)
        head = 0
    }

    /// Takes one turn: reduces all actions, and then performs their requests.
    func turn(_ actions: Int32, _ scope: Int32) {
        if actions >= 0 { turn(table.transition(actions, in: state), of: .reduce(actions), scope) }
    }

    private func turn(_ transition: TransitionTable.Transition, of move: Move, _ scope: Int32) {
        turnCount += 1
        state = transition.state
        if logsTurns { turnLog.append(LoggedTurn(move: move, state: state)) }
        perform(transition.plan, scope)
        settle()
        performSteps()
    }

    /// After a turn, cancels the effects of removed children, and starts and cancels active commands as the state
    /// requires.
    private func settle() {
        if machine.hasChildren(0) {
            isStateDependent = true
            let (table, state) = (table, state)
            machine.cancelOrphans(of: 0) { table.isThere($0, in: state) }
            performSteps()
        }
        if table.hasActive { updateActive() }
    }

    func updateActive() {
        isStateDependent = true
        machine.updateActive(table.active(in: state), of: 0, isSame: table.areSame)
        performSteps()
    }

    // MARK: Steps of the machine

    /// Performs the machine's pending steps, in order.
    func performSteps() {
        if isPerformingSteps || !machine.hasSteps { return }
        isPerformingSteps = true
        while let step = machine.nextStep() {
            switch step {
            case .run(let effect): if machine.isLive(effect) { enqueue(.command(effect), scope: machine[effect].scope) }
            case .schedule(let effect, let timer, let nanoseconds): schedule(effect, timer, nanoseconds)
            case .unschedule(let effect, let timer): removeClock(of: effect, timer)
            case .stop(let effect):
                let slot = machine[effect]
                if slot.kind == .command { sendCancelled(slot.flow, child: slot.child) }
                machine.free(effect)
            case .perform(let group): perform(machine.open(group))
            case .proceed(let scope): perform(machine.proceed(after: scope))
            case .ended(let scope): machine.close(scope)
            case .discard(let flow, let child): sendCancelled(flow, child: child)
            // Requests are kept until the end of the exploration.
            case .release: break
            }
        }
        isPerformingSteps = false
    }

    /// Enqueues the actions that inform the reducer about the cancellation of a command, or of the first commands of a flow
    /// that is discarded.
    func sendCancelled(_ flow: Int32, child: Int32) {
        guard table.sendsCancellation(flow) else { return }
        isStateDependent = true
        guard table.isThere(child, in: state) else { return }
        for actions in table.cancelled(flow, in: state) { enqueue(.actions(actions), scope: 0) }
    }

    /// Calls the handler of a command.
    func beginAttempt(_ effect: EffectHandle) {
        machine.beginAttempt(effect)
        if table.hasMemory, table.entries[Int(machine[effect].flow)].isRemembered {
            isStateDependent = true
            state = table.requested(machine[effect].flow, in: state)
        }
        calls += 1
        makeRoom(for: Int(effect.slot) + 1)
        callNumbers[Int(effect.slot)] = calls
    }

    func note(_ fault: Fault) {
        isStateDependent = true
        faults.append(fault)
    }
}
