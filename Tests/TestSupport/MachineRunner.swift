package import Millrace

/// An input for a machine in a test: a flow without a reducer.
package indirect enum TestFlow {
    case command(name: Int32, Policy, Retry, timeout: Int64, child: Int32)
    case delay(name: Int32, Policy, Int64, TestFlow)
    case throttle(name: Int32, Int64, latest: Bool, TestFlow)
    case cancel(name: Int32)
    case sequence([TestFlow])
    case merge([TestFlow])
    case group(name: Int32, Policy, EffectGroup, child: Int32, TestFlow)
}

/// Performs the steps of an ``EffectMachine``, and logs them by the numbers of the flows, which increase.
package final class MachineRunner {
    package var machine = EffectMachine()
    package let store: Int32
    package private(set) var log: [String] = []
    package private(set) var flows: [TestFlow] = []
    private var rests: [[TestFlow]] = []
    /// The commands whose turns are pending.
    private var turns: [EffectHandle] = []
    private var isPerforming = false
    /// The group of the flow that is being performed.
    private var group = EffectHandle.none
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
        if hasFailed { machine.fail(scope) }
        machine.release(scope)
        machine.free(effect)
        settle()
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
        case .over:
            log.append("over \(name)")
            machine.free(effect)
        case .retry: beginAttempt(effect)
        case .timeout:
            log.append("timeout \(name)")
            guard machine.end(effect, hasFailed: true) else { break }
            performSteps()
            finish(effect, true)
        case .perform(let flow, let scope, let group):
            log.append("perform \(flow)")
            let isDelay = machine[effect].kind == .delay
            switch flows[Int(flow)] {
            case .delay(_, _, _, let inner), .throttle(_, _, _, let inner): perform(inner, scope, in: group)
            default: break
            }
            machine.release(group)
            machine.release(scope)
            if isDelay { machine.free(effect) }
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

    // MARK: Flows

    private func addFlow(_ flow: TestFlow) -> Int32 {
        flows.append(flow)
        return Int32(flows.count - 1)
    }

    private var isGroupOpen: Bool { group == .none || machine.isOpen(group) }

    private func perform(_ flow: TestFlow, _ scope: Int32, in group: EffectHandle) {
        let outer = self.group
        self.group = group
        machine.retain(group)
        perform(flow, scope)
        machine.release(group)
        self.group = outer
    }

    private func startGroup(_ flow: TestFlow, _ scope: Int32) {
        guard case .group(let name, let policy, let rule, let child, let inner) = flow else { return }
        let own = rule == .runner ? machine.openScope(parent: scope) : scope
        var request = EffectMachine.Request(.group, flow: addFlow(flow), store: store, scope: own)
        (request.name, request.policy, request.rule) = (name, policy, rule)
        (request.child, request.group) = (child, group.slot)
        if let effect = machine.start(request) {
            let waits = machine[effect].stage == .waiting
            performSteps()
            if !waits { perform(inner, own, in: effect) }
        } else {
            log.append("discard \(request.flow)")
        }
        if rule == .runner { machine.release(own) }
    }

    private func perform(_ flow: TestFlow, _ scope: Int32) {
        if !isGroupOpen { return }
        switch flow {
        case .group: startGroup(flow, scope)
        case .command: start(flow, scope)
        case .delay(let name, let policy, let time, _):
            var request = EffectMachine.Request(.delay, flow: addFlow(flow), store: store, scope: scope)
            (request.name, request.policy, request.delay) = (name, policy, time)
            request.group = group.slot
            if machine.start(request) == nil { log.append("discard \(request.flow)") }
        case .throttle(let name, let time, let latest, let inner):
            let isRunning = machine.isInUse(name, of: store)
            var request = EffectMachine.Request(.interval, flow: -1, store: store, scope: isRunning ? scope : 0)
            (request.name, request.delay) = (name, time)
            if isRunning {
                (request.flow, request.group) = (addFlow(flow), group.slot)
                _ = machine.throttle(request, keepsLatest: latest)
            } else {
                perform(inner, scope)
                if !machine.isInUse(name, of: store) { _ = machine.throttle(request, keepsLatest: latest) }
            }
        case .cancel(let name): machine.cancel(name: name, of: store)
        case .sequence(let links): perform(links, scope, hasFailed: false)
        case .merge(let flows): for flow in flows { perform(flow, scope) }
        }
        performSteps()
    }

    @discardableResult
    private func start(_ flow: TestFlow, _ scope: Int32) -> EffectHandle? {
        guard case .command(let name, let policy, let retry, let timeout, let child) = flow else { return nil }
        var request = EffectMachine.Request(.command, flow: addFlow(flow), store: store, scope: scope)
        (request.name, request.policy, request.child) = (name, policy, child)
        request.group = group.slot
        (request.retries, request.timeout) = (Int32(retry.attempts), timeout)
        guard let effect = machine.start(request) else {
            log.append("discard \(request.flow)")
            return nil
        }
        if machine[effect].stage == .requested { turns.append(effect) }
        return effect
    }

    /// A link with an odd number in the sequence is performed even after a failure.
    private func perform(_ links: [TestFlow], _ scope: Int32, hasFailed: Bool) {
        var (links, hasFailed) = (links[...], hasFailed)
        while let link = links.popFirst(), !machine.isCancelled(scope: scope), isGroupOpen {
            if hasFailed, links.count % 2 == 0 { continue }
            if links.isEmpty { return perform(link, scope) }
            rests.append(Array(links))
            let part = machine.openLink(parent: scope, rest: Int32(rests.count - 1), hasFailed: hasFailed, group: group)
            perform(link, part)
            guard let ended = machine.releaseLink(part) else { return }
            machine.release(group)
            hasFailed = ended.hasFailed
        }
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
                machine.free(effect)
            case .perform(let effect):
                log.append("perform \(name(of: effect))")
                guard
                    case .group(_, _, _, _, let inner)? = machine.isLive(effect)
                        ? flows[Int(machine[effect].flow)] : nil
                else { continue }
                let scope = machine[effect].scope
                machine.retain(scope)
                perform(inner, scope, in: effect)
                machine.release(scope)
            case .proceed(let scope):
                let link = machine.closeLink(scope)
                log.append("proceed \(link.rest)\(link.hasFailed ? " after a failure" : "")")
                let outer = group
                group = link.group
                perform(rests[Int(link.rest)], link.parent, hasFailed: link.hasFailed)
                group = outer
                machine.release(link.group)
                machine.release(link.parent)
            case .ended(let scope):
                log.append(machine.hasFailed(scope: scope) ? "ended with a failure" : "ended")
                machine.close(scope)
            case .release(let flow): log.append("release \(flow)")
            }
        }
        isPerforming = false
    }
}
