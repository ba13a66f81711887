// Performing flows: messages enter the queue, and effects start.
extension Effects {
    /// Performs a flow.
    package func perform(_ node: FlowNode, _ place: Place) {
        guard let store = place.store else { return }
        if !machine.isOpen(place.group) { return discard(node, place.context, store) }
        if store.isClosed { return node.isNone ? () : fail(place, store.closeReason) }
        switch node {
        case .none: break
        case .send(let action): send(action, place)
        case .execute(let command):
            execute(command, place)
            reportMissingPath(place)
        case .post(let fact): enqueue(.fact(fact), scope: place.scope, cause: place.cause)
        case .output(let output): send(output: output, place, store)
        case .transition(let transition): send(transition: transition, place, store)
        case .input(let message):
            if let message = (message.stored as? any SentMessage)?.message(from: store, loop.posted) {
                enqueue(.owner(message), scope: place.scope, cause: place.cause)
            }
        case .cancel(let id): cancel(EffectKey(id.stored, in: place.context), of: store)
        case .cancelAll(let id):
            cancel(EffectKey(id.stored, in: place.context), of: store, includingChildren: true)
        case .delay(let delay): start(delay, place)
        case .sequence(let list): start(list, node, place)
        case .merge(let list): for index in 0..<list.count { perform(list[index].node, place) }
        case .group(let group): start(group, place)
        case .fault(let fault):
            observers.report(fault.stored)
            fail(place, fault.stored)
        case .mapped(let mapping):
            var inner = place
            inner.context = makeContext(mapping, in: place.context)
            perform(mapping.child, inner)
            recycle(inner.context.take())
        }
    }

    /// Returns a context that is not in use.
    private func makeContext(_ mapping: MappedFlow, in outer: MapContext?) -> MapContext {
        guard let spare = spareContexts.popLast() else { return MapContext(mapping, in: outer) }
        spare.become(mapping, in: outer)
        return spare
    }

    /// Keeps a context and its outer contexts for reuse, if nothing else refers to them.
    func recycle(_ context: consuming MapContext?) {
        while isKnownUniquelyReferenced(&context), let unused = context {
            context = unused.clear()
            if spareContexts.count < 64 { spareContexts.append(unused) }
        }
    }

    // MARK: Messages

    /// Sends an action of the store's own reducer, or of a child, to the store.
    func send(_ action: AnyBox, _ place: Place) {
        guard let store = place.store else { return }
        enqueueAction(of: store, scope: place.scope, cause: place.cause) {
            guard let context = place.context else { return store.functions.append(store, action.address) }
            context.map(action.address) { store.functions.append(store, $0) }
        }
    }

    private func send(output: AnyBox, _ place: Place, _ store: StoreCore) {
        if let context = place.context {
            guard let action = context.mapped(output: output.address) else { return }
            enqueueAction(of: store, scope: place.scope, cause: place.cause) {
                store.functions.append(store, action.address)
            }
        } else {
            enqueue(.output(output, store), scope: place.scope, cause: place.cause)
        }
    }

    private func send(transition: AnyBox, _ place: Place, _ store: StoreCore) {
        guard let own = place.context.map({ $0.mapped(transition: transition.address) }) ?? transition else { return }
        enqueue(.transition(own, store), scope: place.scope, cause: place.cause)
    }

    // MARK: Kept flows

    /// Keeps a flow until it is performed or discarded.
    ///
    /// - Parameter child: The child without which the links of a sequence are not performed; `nil` for none.
    /// - Returns: The number of the flow.
    func keep(_ node: FlowNode, _ place: Place, _ child: ChildIdentity? = nil) -> Int32 {
        guard let store = place.store else { return -1 }
        return flows.insert(
            KeptFlow(node: node, context: place.context, store: store, cause: place.cause, child: child))
    }

    /// Performs a kept flow. Performs the next links of a sequence in a loop while each ends at once, so that a long sequence
    /// does not grow the stack.
    func perform(_ first: EffectMachine.Part?) {
        var next = first
        while let part = next, let flow = part.isLast ? flows.remove(part.flow) : flows[part.flow] {
            let place = Place(flow.store, flow.context, scope: part.scope, group: part.group, cause: flow.cause)
            if let link = part.link {
                perform(Int(link), of: flow, place, isAfterFailure: part.isAfterFailure)
            } else {
                perform(flow.node, place)
            }
            next = machine.didPerform(part) ? proceed(after: part.scope) : nil
        }
    }

    /// Performs a link of a sequence.
    private func perform(_ index: Int, of flow: KeptFlow, _ place: Place, isAfterFailure: Bool) {
        guard case .sequence(let list) = flow.node else { return }
        let link = list[index]
        if isAfterFailure, !link.evenAfterFailure { return }
        if let child = flow.child, !flow.store.isClosed, !child.isThere(in: flow.store.state) {
            return fail(place, CancellationError())
        }
        perform(link.node, place)
    }

    /// Continues a sequence after the end of a link.
    ///
    /// - Returns: The next link; `nil` if the sequence has ended.
    func proceed(after scope: Int32) -> EffectMachine.Part? {
        if let error = takeInfo(of: scope)?.error { note(error, of: machine.parent(of: scope)) }
        return machine.proceed(after: scope, continues: !isReplacing)
    }

    // MARK: Failures

    /// Fails the scope and the group of a flow that cannot be performed.
    func fail(_ place: Place, _ error: any Error) {
        fail(place.scope, error)
        machine.fail(place.group)
    }

    func reportMissingPath(_ place: Place) {
        guard let fault = place.context?.missingPath else { return }
        observers.report(fault)
        fail(place, fault)
    }
}

/// A message that a flow sends to another store.
package protocol SentMessage: OutgoingMessage {
    /// Returns the message for the queue; `nil` if the engine was released. `store` is the sender.
    func message(from store: StoreCore, _ posted: PostedJobs) -> (any OwnerMessage)?
}
