import Millrace

// Performing flows, as an engine does.
extension Simulator {
    func perform(_ flow: Flow<R>, _ scope: Int32) {
        switch flow.content {
        case .none: break
        case .send(let action): enqueue([action], scope)
        case .execute(let request): start(entries.entry(of: request, in: state), request.owner, scope)
        case .post(let fact):
            let actions = model.actions(for: fact)
            if actions.isEmpty { effects.enqueue(.nothing, scope: scope) } else { enqueue(actions, scope) }
        case .output, .transition, .tell: effects.enqueue(.nothing, scope: scope)
        case .cancel(let name):
            let name = entries.name(name)
            effects.machine.cancel(name: name, of: 0)
            effects.machine.cancel(name: entries.intervalName(name), of: 0)
            performSteps()
        case .delay(let delay):
            if case .throttle(let latest) = delay.kind { return throttle(delay, latest, scope) }
            start(entries.entry(of: delay, in: state), delay.owner, scope)
        case .sequence(let links, let owner):
            let links = links.map { Link<R>(flow: $0.flow, evenAfterFailure: $0.evenAfterFailure) }
            perform(links, owner, entries.child(owner, in: state), scope, hasFailed: false)
        case .merge(let flows): for flow in flows { perform(flow, scope) }
        case .fault(let fault):
            note(fault)
            effects.machine.fail(scope)
        }
    }

    /// Starts an effect, or discards it, as its policy says.
    private func start(_ entry: Entry<R>, _ owner: Flow<R>.Owner?, _ scope: Int32) {
        var request = entry.request
        (request.scope, request.child) = (scope, entries.child(owner, in: state))
        if let effect = effects.machine.start(request) {
            let started = effects.machine[effect]
            if started.kind == .command, started.stage == .requested {
                effects.enqueue(.command(effect), scope: started.scope)
            }
        } else {
            sendCancelled(entry, child: request.child)
        }
        performSteps()
    }

    private func throttle(_ delay: Flow<R>.Delayed, _ latest: Bool, _ scope: Int32) {
        let name = entries.intervalName(delay.name.map(entries.name) ?? 0)
        var request = EffectMachine.Request(.interval, flow: -1, store: 0, scope: 0)
        (request.name, request.delay) = (name, nanoseconds(delay.duration))
        request.child = entries.child(delay.owner, in: state)
        if effects.machine.isInUse(name, of: 0) {
            (request.flow, request.scope) = (entries.entry(of: delay, in: state).request.flow, scope)
            _ = effects.machine.throttle(request, keepsLatest: latest)
        } else {
            perform(delay.flow, scope)
            // A throttle of the same name within that flow has begun the interval.
            if !effects.machine.isInUse(name, of: 0) { _ = effects.machine.throttle(request, keepsLatest: latest) }
        }
        performSteps()
    }

    // MARK: Sequences

    /// Performs links one after the other, as far as they end at once.
    private func perform(
        _ links: [Link<R>], _ owner: Flow<R>.Owner?, _ child: Int32, _ scope: Int32, hasFailed: Bool
    ) {
        var (index, hasFailed) = (0, hasFailed)
        while index < links.count, !effects.machine.isCancelled(scope: scope) {
            let link = links[index]
            index += 1
            if hasFailed, !link.evenAfterFailure { continue }
            if !entries.isThere(child, in: state) { return effects.machine.fail(scope) }
            if index == links.count { return perform(link.flow, scope) }
            let rest = entries.rest(Array(links[index...]), owner: owner, child: child, in: state)
            let part = effects.machine.openLink(parent: scope, rest: Int32(rest.id), hasFailed: hasFailed)
            perform(link.flow, part)
            guard let ended = effects.machine.releaseLink(part) else { return }
            hasFailed = ended.hasFailed
        }
    }

    /// Continues a sequence whose link has ended.
    func proceed(after part: Int32) {
        let link = effects.machine.closeLink(part)
        let rest = entries.rest(link.rest)
        perform(rest.links.links, rest.links.owner, rest.child, link.parent, hasFailed: link.hasFailed)
        effects.machine.release(link.parent)
    }
}
