/// What follows in a sequence when one of its links has ended.
struct SequenceRest {
    let list: NodeList
    /// The next link.
    var index: Int
    let context: LiftContext?
    let store: any EngineStore
    /// What identified the child that asked for it, where it may be removed.
    let child: AnyHashable?
    let cause: UInt64
}

// Performing flows: what they ask for enters the queue, or starts as an effect.
extension Engine {
    /// Performs a flow of a store, in a scope.
    ///
    /// - Parameter context: the lifts of the child that returned it; `nil` for the store's own reducer.
    func perform(_ node: FlowNode, _ context: LiftContext?, _ store: any EngineStore, _ scope: Int32) {
        if store.isClosed { return node.isNone ? () : fail(scope, store.closeReason) }
        switch node {
        case .none: break
        case .send(let action): send(action.address, context, store, scope)
        case .execute(let command): execute(command, context, store, scope)
        case .post(let fact): enqueue(fact, scope: scope)
        case .output(let output): perform(output: output, context, store, scope)
        case .transition(let transition): perform(transition: transition, context, store, scope)
        case .tell(let message):
            if let message = message as? any OwnerMessage { enqueue(message.queued(from: store), scope: scope) }
        case .cancel(let id):
            let key = EffectKey(id, in: context)
            for key in [key, key.interval] {
                if let name = names.find(key) { machine.cancel(name: name, of: store.machineNumber) }
            }
            performSteps()
        case .delay(let delay): start(delay, context, store, scope)
        case .sequence(let list):
            let child = child(of: context, in: store)
            perform(
                SequenceRest(list: list, index: 0, context: context, store: store, child: child, cause: cause),
                requireScope(scope), hasFailed: false)
        case .merge(let list): for element in list.elements { perform(element.node, context, store, scope) }
        case .fault(let fault):
            report(fault)
            fail(scope, fault)
        case .lift(let node): perform(node.child, LiftContext(node.lift, in: context), store, scope)
        }
    }

    /// Sends an action of a child, or of the store's own reducer, to the store.
    func send(_ action: UnsafeRawPointer, _ context: LiftContext?, _ store: any EngineStore, _ scope: Int32) {
        if let context { context.raise(action) { store.append($0) } } else { store.append(action) }
        enqueue(.action(store), scope: scope)
    }

    private func perform(output: AnyBox, _ context: LiftContext?, _ store: any EngineStore, _ scope: Int32) {
        guard let context else { return enqueue(store.message(output: output.address), scope: scope) }
        context.lift.output?(output.address) { send($0, context.outer, store, scope) }
    }

    private func perform(transition: AnyBox, _ context: LiftContext?, _ store: any EngineStore, _ scope: Int32) {
        guard let context else { return enqueue(store.message(transition: transition.address), scope: scope) }
        context.raise(transition: transition.address) { enqueue(store.message(transition: $0), scope: scope) }
    }

    private func child(of context: LiftContext?, in store: any EngineStore) -> AnyHashable? {
        guard let context, context.isOptional, context.missingPath == nil else { return nil }
        return context.identity(in: store.statePointer)
    }

    // MARK: Sequences

    /// Performs links one after the other; those that end at once in a loop, so that ten thousand need no stack.
    private func perform(_ rest: SequenceRest, _ scope: Int32, hasFailed: Bool) {
        var (rest, hasFailed) = (rest, hasFailed)
        while rest.index < rest.list.count, !machine.isCancelled(scope: scope) {
            let link = rest.list[rest.index]
            rest.index += 1
            if hasFailed, !link.evenAfterFailure { continue }
            if rest.store.isClosed { return fail(scope, rest.store.closeReason) }
            if rest.context?.isOptional == true, rest.context?.missingPath == nil,
                rest.child == nil || child(of: rest.context, in: rest.store) != rest.child
            {
                return fail(scope, CancellationError())
            }
            // Nothing waits for the end of the last link but the whole sequence.
            if rest.index == rest.list.count { return perform(link.node, rest.context, rest.store, scope) }
            let number = sequences.insert(rest)
            let part = machine.openLink(parent: scope, rest: number, hasFailed: hasFailed)
            perform(link.node, rest.context, rest.store, part)
            guard let ended = machine.releaseLink(part) else { return }
            sequences.remove(number)
            passError(from: part, to: scope)
            hasFailed = ended.hasFailed
        }
    }

    /// Continues a sequence whose link has ended.
    func proceed(after part: Int32) {
        let link = machine.closeLink(part)
        passError(from: part, to: link.parent)
        if let rest = sequences.remove(link.rest) {
            let outer = cause
            cause = rest.cause
            perform(rest, link.parent, hasFailed: link.hasFailed)
            cause = outer
        }
        machine.release(link.parent)
    }

    // MARK: Failures

    /// Notes why a scope has failed; the first reason counts.
    package func fail(_ scope: Int32, _ error: any Error) {
        let scope = requireScope(scope)
        machine.fail(scope)
        if errors[scope] == nil { errors[scope] = error }
    }

    /// The failure of an inner scope is that of the outer one.
    func passError(from inner: Int32, to outer: Int32) {
        guard let error = errors.removeValue(forKey: inner) else { return }
        if outer != 0, errors[outer] == nil { errors[outer] = error }
    }
}

/// A message that a flow sends to another store, as the owner of its store knows it.
package protocol OwnerMessage: OutgoingMessage {
    /// The message for the queue; `store` is the one that sends it.
    func queued(from store: any EngineStore) -> any QueuedMessage
}
