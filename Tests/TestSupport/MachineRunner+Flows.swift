import Millrace

// Performing flows, as an engine does.
extension MachineRunner {
    func addFlow(_ flow: TestFlow) -> Int32 {
        flows.append(flow)
        return Int32(flows.count - 1)
    }

    /// Performs a part, and the links that follow if they begin at once.
    func perform(_ first: EffectMachine.Part?) {
        let outer = group
        var next = first
        while let part = next {
            group = part.group
            if let link = part.link {
                perform(link, of: sequences[Int(part.flow)], part)
            } else {
                perform(inner(flows[Int(part.flow)]), part.scope)
            }
            next = machine.didPerform(part) ? machine.proceed(after: part.scope) : nil
        }
        group = outer
    }

    /// Performs a link of a sequence. A link with an odd number from the end is performed even after a failure.
    private func perform(_ index: Int32, of links: [TestFlow], _ part: EffectMachine.Part) {
        let link = links[Int(index)]
        if part.isAfterFailure, (links.count - 1 - Int(index)) % 2 == 0 { return }
        if index > 0 { requestedCount += link.firstCommandCount }
        perform(link, part.scope)
    }

    private func inner(_ flow: TestFlow) -> TestFlow {
        switch flow {
        case .delay(_, _, _, let inner), .throttle(_, _, _, let inner), .group(_, _, _, _, let inner): inner
        default: flow
        }
    }

    private func startGroup(_ flow: TestFlow, _ scope: Int32) {
        guard case .group(let name, let policy, let rule, let child, _) = flow else { return }
        var request = EffectMachine.Request(.group, flow: addFlow(flow), store: store, scope: scope)
        (request.name, request.policy, request.rule) = (name, policy, rule)
        (request.child, request.group) = (child, group.slot)
        if let effect = machine.start(request) {
            performSteps()
            perform(machine.open(effect))
        } else {
            discard(request.flow)
        }
    }

    func perform(_ flow: TestFlow, _ scope: Int32) {
        if !machine.isOpen(group) {
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
        case .throttle(let name, let time, let latest, _):
            var request = EffectMachine.Request(.interval, flow: addFlow(flow), store: store, scope: scope)
            (request.name, request.delay, request.group) = (name, time, group.slot)
            switch machine.throttle(request, keepsLatest: latest) {
            case .perform(let part):
                perform(part)
                _ = machine.startInterval(request)
            case .wait: break
            case .discard: discard(request.flow)
            }
        case .cancel(let name): machine.cancel(name: name, of: store)
        case .cancelCommands(let type): cancelCommands(type)
        case .sequence(let links) where links.isEmpty: break
        case .sequence(let links):
            sequences.append(links)
            let number = Int32(sequences.count - 1)
            let first = machine.startSequence(number, count: Int32(links.count), scope: scope, group: group)
            if first == nil { endedCount += flow.firstCommandCount } else { perform(first) }
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
}
