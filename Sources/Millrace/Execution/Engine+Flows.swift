// Performing flows: messages enter the queue, and effects start.
extension Engine {
    /// Performs a flow of a store, in a scope.
    ///
    /// - Parameter context: The lifts around the child that returned the flow; `nil` for the store's own reducer.
    package func perform(_ node: FlowNode, _ context: LiftContext?, _ store: StoreCore, _ scope: Int32) {
        if !machine.isOpen(group) { return discard(node, context, store) }
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
        case .sequence(let list):
            let flow = keep(node, context, store, childIdentity(context, in: store))
            let scope = requireScope(scope)
            let first = machine.startSequence(flow, count: Int32(list.count), scope: scope, group: group)
            if first == nil { discard(flow, child: -1) } else { perform(first) }
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

    /// Starts a group, and performs its flow unless the group must wait.
    private func start(_ node: GroupNode, _ context: LiftContext?, _ store: StoreCore, _ scope: Int32) {
        var task = effect(in: store, context)
        var request = request(.group, &task, scope: requireScope(scope))
        request.flow = keep(node.node, context, store)
        if let id = node.id { task.name = names.use(EffectKey(id, in: context)) }
        (request.name, request.policy, request.rule) = (task.name, node.policy, node.kind)
        if let group = start(request, task) { perform(machine.open(group)) }
        performSteps()
    }

    // MARK: Kept flows

    /// Keeps a flow until it is performed or discarded.
    ///
    /// - Parameter child: The child without which the links of a sequence are not performed; `nil` for none.
    /// - Returns: The number of the flow.
    func keep(_ node: FlowNode, _ context: LiftContext?, _ store: StoreCore, _ child: ChildIdentity? = nil) -> Int32 {
        flows.insert(KeptFlow(node: node, context: context, store: store, cause: cause, child: child))
    }

    /// Performs a kept flow. Performs the next links of a sequence in a loop while each ends at once, so that a long sequence
    /// does not grow the stack.
    func perform(_ first: EffectMachine.Part?) {
        let (outer, outerGroup) = (cause, group)
        var next = first
        while let part = next, let flow = part.isLast ? flows.remove(part.flow) : flows[part.flow] {
            (cause, group) = (flow.cause, part.group)
            if let link = part.link {
                perform(link, of: flow, part)
            } else {
                perform(flow.node, flow.context, flow.store, part.scope)
            }
            next = machine.didPerform(part) ? proceed(after: part.scope) : nil
        }
        (cause, group) = (outer, outerGroup)
    }

    private func perform(_ index: Int32, of flow: KeptFlow, _ part: EffectMachine.Part) {
        guard case .sequence(let list) = flow.node else { return }
        let link = list[Int(index)]
        if part.isAfterFailure, !link.evenAfterFailure { return }
        if let child = flow.child, !flow.store.isClosed, !child.isThere(in: flow.store.state) {
            return fail(part.scope, CancellationError())
        }
        perform(link.node, flow.context, flow.store, part.scope)
    }

    /// Continues a sequence after the end of a link.
    ///
    /// - Returns: The next link; `nil` if the sequence has ended.
    func proceed(after scope: Int32) -> EffectMachine.Part? {
        if let error = takeInfo(of: scope)?.error { note(error, of: machine.parent(of: scope)) }
        return machine.proceed(after: scope, continues: !isReplacing)
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
