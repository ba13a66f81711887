package import Millrace

/// Performs the steps of an ``EffectMachine``, and logs them by the numbers of the flows, which increase.
package final class MachineRunner {
    package var machine = EffectMachine()
    package let store: Int32
    package internal(set) var log: [String] = []
    package internal(set) var flows: [TestFlow] = []
    /// The sequences, by the numbers that the machine uses for them.
    var sequences: [[TestFlow]] = []
    /// The number of first commands of the flows and links, and the number of those that have ended, were cancelled or were
    /// discarded. A discarded flow counts with all its first commands.
    package internal(set) var requestedCount = 0, endedCount = 0
    /// The commands whose turns are pending.
    var turns: [EffectHandle] = []
    private var isPerforming = false
    /// The group of the flow that is being performed.
    var group = EffectHandle.none
    /// The scheduled timers, by the names of their effects.
    package private(set) var timers: [(effect: String, timer: EffectMachine.Timer)] = []

    package init() { store = machine.openStore() }

    /// The log since the last call.
    package func takeLog() -> [String] {
        defer { log = [] }
        return log
    }

    // MARK: Inputs

    /// Performs a flow in its own scope.
    package func perform(_ flow: TestFlow) {
        let scope = machine.openScope()
        requestedCount += flow.firstCommandCount
        perform(flow, scope)
        machine.release(scope)
        settle()
    }

    /// Starts one command.
    @discardableResult
    package func start(
        _ name: Int32 = 0, _ policy: Policy = .concurrent, retry: Retry = .never, timeout: Int64 = -1,
        child: Int32 = -1, scope: Int32 = 0
    ) -> EffectHandle? {
        let flow = TestFlow.command(name: name, policy, retry, timeout: timeout, child: child)
        requestedCount += 1
        let effect = start(flow, scope)
        settle()
        return effect
    }

    package func end(_ effect: EffectHandle, hasFailed: Bool = false) {
        if hasFailed, machine.retries(effect) {
            if case .command(_, _, let retry, _, _) = flows[Int(machine[effect].flow)] {
                machine.pause(effect, for: retry.pause(before: Int(machine[effect].attempt)))
            }
            return settle()
        }
        guard machine.end(effect, hasFailed: hasFailed) else { return settle() }
        performSteps()
        finish(effect, hasFailed)
    }

    package func releaseEvent(_ effect: EffectHandle) {
        guard machine.releaseEvent(of: effect) else { return }
        performSteps()
        finish(effect, false)
    }

    private func finish(_ effect: EffectHandle, _ hasFailed: Bool) {
        let scope = machine[effect].scope
        log.append("end \(name(of: effect))")
        countEnd(of: effect)
        if hasFailed { machine.fail(scope) }
        machine.release(scope)
        machine.free(effect)
        settle()
    }

    /// Counts the end of a command, unless it was an active one, which no flow requested.
    private func countEnd(of effect: EffectHandle) {
        if machine[effect].kind == .command, machine[effect].active == 0 { endedCount += 1 }
    }

    /// Notes that a flow is not performed.
    func discard(_ number: Int32) {
        log.append("discard \(number)")
        endedCount += flows[Int(number)].firstCommandCount
    }

    package func cancel(_ effect: EffectHandle) {
        machine.cancel(effect)
        settle()
    }

    package func fire(_ effect: EffectHandle, _ timer: EffectMachine.Timer) {
        timers.removeAll { $0.effect == self.name(of: effect) && $0.timer == timer }
        let name = self.name(of: effect)
        switch machine.fire(effect, timer) {
        case .none, .resume: log.append("nothing \(name)")
        case .over(nil):
            log.append("over \(name)")
            machine.free(effect)
        case .retry: beginAttempt(effect)
        case .timeout:
            log.append("timeout \(name)")
            guard machine.end(effect, hasFailed: true) else { break }
            performSteps()
            finish(effect, true)
        case .over(let part?):
            log.append("perform \(part.flow)")
            perform(part)
            machine.free(effect)
        }
        settle()
    }

    /// Updates the active commands. Each has a name, and a number that distinguishes requests.
    package func updateActive(_ wanted: [(name: Int32, request: Int32)]) {
        let requests = wanted.map { name, request in
            var wanted = EffectMachine.Request(.command, flow: addFlow(.cancel(name: request)), store: store, scope: 0)
            wanted.name = name
            return wanted
        }
        let flows = flows
        machine.updateActive(requests, of: store) { one, other in
            guard case .cancel(let one) = flows[Int(one)], case .cancel(let other) = flows[Int(other)] else {
                return false
            }
            return one == other
        }
        settle()
    }

    // MARK: Effects

    /// The effects in flight, oldest first.
    package var effects: [EffectHandle] {
        var effects: [EffectHandle] = []
        machine.forEach(of: store) { handle, _ in effects.append(handle) }
        return effects
    }

    package func effects(in stage: EffectMachine.Stage) -> [Int32] {
        effects.filter { machine[$0].stage == stage }.map { machine[$0].flow }
    }

    package func effect(_ name: String) -> EffectHandle? { effects.first { self.name(of: $0) == name } }

    /// The number of the flow or, for an interval, of its name.
    package func name(of effect: EffectHandle) -> String {
        let slot = machine[effect]
        return slot.kind == .interval ? "interval" : "\(slot.flow)"
    }

    /// The attempts whose events are accepted.
    package func accepts(_ effect: EffectHandle) -> [Int32] {
        (1...5).filter { machine.accepts(effect, attempt: $0) }
    }

    // MARK: Steps

    /// Performs all steps, and takes the turns of commands.
    package func settle() {
        performSteps()
        while !turns.isEmpty {
            let effect = turns.removeFirst()
            if machine.isLive(effect) { beginAttempt(effect) }
            performSteps()
        }
    }

    private func beginAttempt(_ effect: EffectHandle) {
        log.append("run \(name(of: effect))")
        machine.beginAttempt(effect)
    }

    package func performSteps() {
        if isPerforming { return }
        isPerforming = true
        while let step = machine.nextStep() {
            switch step {
            case .run(let effect): turns.append(effect)
            case .schedule(let effect, let timer, let nanoseconds):
                log.append("schedule \(name(of: effect)) \(timer) \(nanoseconds)")
                timers.append((name(of: effect), timer))
            case .unschedule(let effect, let timer):
                log.append("unschedule \(name(of: effect)) \(timer)")
                timers.removeAll { $0.effect == name(of: effect) && $0.timer == timer }
            case .stop(let effect):
                log.append("stop \(name(of: effect))")
                countEnd(of: effect)
                machine.free(effect)
            case .perform(let effect):
                log.append("perform \(name(of: effect))")
                perform(machine.open(effect))
            case .proceed(let scope):
                let next = machine.proceed(after: scope)
                if let next {
                    log.append("proceed \(next.flow)\(next.isAfterFailure ? " after a failure" : "")")
                }
                perform(next)
            case .ended(let scope):
                log.append(machine.hasFailed(scope: scope) ? "ended with a failure" : "ended")
                machine.close(scope)
            case .discard(let flow, _): discard(flow)
            case .release(let flow): log.append("release \(flow)")
            }
        }
        isPerforming = false
    }
}
