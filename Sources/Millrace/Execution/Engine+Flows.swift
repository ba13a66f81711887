// Performing flows: messages enter the queue, and effects start.
extension Engine {
    /// Performs a flow of a store, in a scope.
    ///
    /// - Parameter context: The lifts around the child that returned the flow; `nil` for the store's own reducer.
    package func perform(_ node: FlowNode, _ context: LiftContext?, _ store: StoreCore, _ scope: Int32) {
        if !isGroupOpen { return discard(node, context, store) }
        if store.isClosed { return node.isNone ? () : fail(scope, store.closeReason) }
        switch node {
        case .none: break
        case .send(let action): send(action, context, store, scope)
        case .execute(let command):
            admit(command, in: store, context, scope: scope)
            reportMissingPath(context, scope)
        case .post(let fact): enqueue(.fact(fact), scope: scope)
        case .output(let output): perform(output: output, context, store, scope)
        case .transition(let transition): perform(transition: transition, context, store, scope)
        case .input(let message):
            if let message = message.stored as? any SentMessage {
                enqueue(message.message(from: store, on: self), scope: scope)
            }
        case .cancel(let id): cancel(EffectKey(id.stored, in: context), of: store)
        case .cancelAll(let id): cancel(EffectKey(id.stored, in: context), of: store, includingChildren: true)
        case .delay(let delay): start(delay, context, store, scope)
        case .sequence where machine.isCancelled(scope: scope): discard(node, context, store)
        case .sequence(let list):
            let child = childIdentity(context, in: store)
            perform(SequenceRest(list, context, store, child, cause: cause), requireScope(scope), hasFailed: false)
        case .merge(let list): for index in 0..<list.count { perform(list[index].node, context, store, scope) }
        case .group(let group): start(group, context, store, scope)
        case .fault(let fault): fail(scope, reporting: fault.stored)
        case .lift(let lift): perform(lift, context, store, scope)
        }
    }

    private func perform(_ lift: LiftNode, _ outer: LiftContext?, _ store: StoreCore, _ scope: Int32) {
        let context = makeContext(lift, in: outer)
        perform(lift.child, context, store, scope)
        recycle(context)
    }

    /// Returns a context that is not in use.
    func makeContext(_ lift: LiftNode, in outer: LiftContext?) -> LiftContext {
        guard let spare = spareContexts.popLast() else { return LiftContext(lift, in: outer) }
        spare.become(lift, in: outer)
        return spare
    }

    /// Keeps a context and its outer contexts for reuse, if nothing else refers to them.
    func recycle(_ context: consuming LiftContext?) {
        while isKnownUniquelyReferenced(&context), let unused = context {
            context = unused.clear()
            if spareContexts.count < 64 { spareContexts.append(unused) }
        }
    }

    /// Sends an action of the store's own reducer, or of a child, to the store.
    func send(_ action: AnyBox, _ context: LiftContext?, _ store: StoreCore, _ scope: Int32) {
        enqueueAction(of: store, scope: scope) {
            guard let context else { return store.edges.append(store, action.address) }
            context.raise(action.address) { store.edges.append(store, $0) }
        }
    }

    private func perform(output: AnyBox, _ context: LiftContext?, _ store: StoreCore, _ scope: Int32) {
        guard let context else { return enqueue(.output(output, store), scope: scope) }
        if let action = context.raised(output: output.address) { send(action, nil, store, scope) }
    }

    private func perform(transition: AnyBox, _ context: LiftContext?, _ store: StoreCore, _ scope: Int32) {
        guard let own = context.map({ $0.raised(transition: transition.address) }) ?? transition else { return }
        enqueue(.transition(own, store), scope: scope)
    }

    // MARK: Groups

    /// Starts a group, and performs its flow unless the group must wait.
    private func start(_ node: GroupNode, _ context: LiftContext?, _ store: StoreCore, _ scope: Int32) {
        // The scope of a runner contains its failures.
        let own = node.kind == .runner ? machine.openScope(parent: requireScope(scope)) : requireScope(scope)
        var task = effect(in: store, context)
        var request = request(.group, &task, scope: own)
        if let id = node.id { task.name = names.use(EffectKey(id, in: context)) }
        (request.name, request.policy, request.rule) = (task.name, node.policy, node.kind)
        if let effect = machine.start(request) {
            let waits = machine[effect].stage == .waiting
            if waits { machine.keep(keep(node.node, context, store), for: effect) }
            begin(effect, task)
            performSteps()
            if !waits { perform(node.node, context, store, own, in: effect) }
        } else {
            discard(node.node, context, store)
            forget(task)
        }
        if node.kind == .runner { machine.release(own) }
        performSteps()
    }

    /// Performs a flow whose effects belong to a group.
    func perform(
        _ node: FlowNode, _ context: LiftContext?, _ store: StoreCore, _ scope: Int32, in group: EffectHandle
    ) {
        let outer = self.group
        self.group = group
        machine.retain(group)
        perform(node, context, store, scope)
        machine.release(group)
        self.group = outer
    }

    /// Performs the flow of a group that no longer waits.
    func performGroup(_ group: EffectHandle) {
        guard machine.isLive(group), let kept = flows.remove(machine[group].flow) else { return }
        machine.open(group)
        let (outer, scope) = (cause, machine[group].scope)
        cause = kept.cause
        // The flow may cancel its group, which then releases the scope.
        machine.retain(scope)
        perform(kept.node, kept.context, kept.store, scope, in: group)
        machine.release(scope)
        cause = outer
    }

    /// Whether the group under way, if there is one, was neither cancelled nor decided.
    private var isGroupOpen: Bool { group.slot < 0 || machine.isOpen(group) }

    // MARK: Sequences

    /// Performs the links of a sequence, one after the other. Links that end at once are performed in a loop, so that a long
    /// sequence does not grow the stack.
    private func perform(_ rest: SequenceRest, _ scope: Int32, hasFailed: Bool) {
        var hasFailed = hasFailed
        while rest.index < rest.list.count, !machine.isCancelled(scope: scope), isGroupOpen {
            let link = rest.list[rest.index]
            rest.index += 1
            if hasFailed, !link.evenAfterFailure { continue }
            if rest.store.isClosed { return fail(scope, rest.store.closeReason) }
            if let child = rest.child, !child.isThere(in: rest.store.state) { return fail(scope, CancellationError()) }
            // The last link needs no scope of its own: it ends with the sequence.
            if rest.index == rest.list.count { return perform(link.node, rest.context, rest.store, scope) }
            let number = sequences.insert(rest)
            let part = machine.openLink(parent: scope, rest: number, hasFailed: hasFailed, group: group)
            perform(link.node, rest.context, rest.store, part)
            guard let ended = machine.releaseLink(part) else { return }
            sequences.remove(number)
            passError(from: part, to: scope)
            machine.release(group)
            hasFailed = ended.hasFailed
        }
    }

    /// Continues a sequence after the end of a link.
    func proceed(after part: Int32) {
        let link = machine.closeLink(part)
        passError(from: part, to: link.parent)
        if let rest = sequences.remove(link.rest), !isReplacing {
            let (outer, outerGroup) = (cause, group)
            (cause, group) = (rest.cause, link.group)
            perform(rest, link.parent, hasFailed: link.hasFailed)
            (cause, group) = (outer, outerGroup)
        }
        machine.release(link.group)
        machine.release(link.parent)
    }

    // MARK: Failures

    /// Fails a scope. Its receipt throws the first error.
    package func fail(_ scope: Int32, _ error: any Error) {
        let scope = requireScope(scope)
        machine.fail(scope)
        machine.fail(group)
        note(error, of: scope)
    }

    /// Reports a fault, and fails a scope with it.
    package func fail(_ scope: Int32, reporting fault: Fault) {
        report(fault)
        fail(scope, fault)
    }

    /// Passes the error of an inner scope to its outer scope.
    private func passError(from inner: Int32, to outer: Int32) {
        if let error = takeInfo(of: inner)?.error, outer != 0 { note(error, of: outer) }
    }

    // MARK: The data of scopes

    /// Stores the error of a scope, unless it has one.
    func note(_ error: any Error, of scope: Int32) {
        requireInfo(of: scope)
        if scopeInfo[scope].error == nil { scopeInfo[scope].error = error }
    }

    func requireInfo(of scope: Int32) {
        while scopeInfo.count <= scope { scopeInfo.append(ScopeInfo()) }
    }

    /// Removes and returns the data of a scope that ends.
    func takeInfo(of scope: Int32) -> ScopeInfo? {
        guard scope < scopeInfo.count else { return nil }
        defer { scopeInfo[scope] = ScopeInfo() }
        return scopeInfo[scope]
    }
}

/// A message that a flow sends to another store.
package protocol SentMessage: OutgoingMessage {
    /// Returns the message for the queue. `store` is the sender.
    func message(from store: StoreCore, on engine: Engine) -> any OwnerMessage
}
