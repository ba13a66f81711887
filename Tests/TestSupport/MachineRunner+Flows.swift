import Millrace

// Performing flows, as an engine does.
extension MachineRunner {
    func addFlow(_ flow: TestFlow) -> Int32 {
        flows.append(flow)
        return Int32(flows.count - 1)
    }

    private var isGroupOpen: Bool { group == .none || machine.isOpen(group) }

    func perform(_ flow: TestFlow, _ scope: Int32, in group: EffectHandle) {
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
            discard(request.flow)
        }
        if rule == .runner { machine.release(own) }
    }

    func perform(_ flow: TestFlow, _ scope: Int32) {
        if !isGroupOpen {
            endedCount += flow.firstCommandCount
            return
        }
        switch flow {
        case .group: startGroup(flow, scope)
        case .command: start(flow, scope)
        case .delay(let name, let policy, let time, _):
            var request = EffectMachine.Request(.delay, flow: addFlow(flow), store: store, scope: scope)
            (request.name, request.policy, request.delay) = (name, policy, time)
            request.group = group.slot
            if machine.start(request) == nil { discard(request.flow) }
        case .throttle(let name, let time, let latest, let inner):
            let isRunning = machine.isInUse(name, of: store)
            var request = EffectMachine.Request(.interval, flow: -1, store: store, scope: isRunning ? scope : 0)
            (request.name, request.delay) = (name, time)
            if isRunning {
                (request.flow, request.group) = (addFlow(flow), group.slot)
                if !machine.throttle(request, keepsLatest: latest) { discard(request.flow) }
            } else {
                perform(inner, scope)
                if !machine.isInUse(name, of: store) { _ = machine.start(request) }
            }
        case .cancel(let name): machine.cancel(name: name, of: store)
        case .cancelCommands(let type): cancelCommands(type)
        case .sequence where machine.isCancelled(scope: scope): endedCount += flow.firstCommandCount
        case .sequence(let links): perform(links, scope, hasFailed: nil)
        case .merge(let flows): for flow in flows { perform(flow, scope) }
        }
        performSteps()
    }

    private func cancelCommands(_ type: Int32) {
        for effect in effects where machine[effect].kind == .command && machine[effect].active == 0 {
            if case .command(let name, _, _, _, _) = flows[Int(machine[effect].flow)], name % 2 == type {
                machine.cancel(effect)
            }
        }
    }

    @discardableResult
    func start(_ flow: TestFlow, _ scope: Int32) -> EffectHandle? {
        guard case .command(let name, let policy, let retry, let timeout, let child) = flow else { return nil }
        var request = EffectMachine.Request(.command, flow: addFlow(flow), store: store, scope: scope)
        (request.name, request.policy, request.child) = (name, policy, child)
        request.group = group.slot
        (request.retries, request.timeout) = (Int32(retry.attempts), timeout)
        guard let effect = machine.start(request) else {
            discard(request.flow)
            return nil
        }
        if machine[effect].stage == .requested { turns.append(effect) }
        return effect
    }

    /// Performs links of a sequence. A link with an odd number from the end is performed even after a failure.
    ///
    /// - Parameter hasFailed: Whether an earlier link has failed; `nil` for the first link.
    func perform(_ links: [TestFlow], _ scope: Int32, hasFailed: Bool?) {
        var (links, isFirst, hasFailed) = (links[...], hasFailed == nil, hasFailed ?? false)
        while let link = links.popFirst(), !machine.isCancelled(scope: scope), isGroupOpen {
            if hasFailed, links.count % 2 == 0 { continue }
            if !isFirst { requestedCount += link.firstCommandCount }
            isFirst = false
            if links.isEmpty { return perform(link, scope) }
            rests.append(Array(links))
            let part = machine.openLink(parent: scope, rest: Int32(rests.count - 1), hasFailed: hasFailed, group: group)
            perform(link, part)
            guard let ended = machine.releaseLink(part) else { return }
            machine.release(group)
            hasFailed = ended.hasFailed
        }
    }
}
