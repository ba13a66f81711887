// Starting effects.
extension Engine {
    /// Creates the task of an effect that the turn under way requests.
    package func effect(
        _ node: CommandNode? = nil, in store: StoreCore?, _ context: LiftContext? = nil
    ) -> EffectTask {
        EffectTask(node, store, context, cause: cause, since: cause == 0 ? turn + 1 : cause)
    }

    func reportMissingPath(_ context: LiftContext?, _ scope: Int32) {
        if let fault = context?.missingPath { fail(scope, reporting: fault) }
    }

    /// Starts a command, makes it wait, or discards it, as its policy requires.
    ///
    /// - Parameter prepare: Changes the task before the command starts.
    /// - Returns: The effect; `nil` if the command was discarded.
    @discardableResult
    package func admit(
        _ node: CommandNode, in store: StoreCore?, _ context: LiftContext? = nil, scope: Int32,
        prepare: ((inout EffectTask) -> Void)? = nil
    ) -> EffectHandle? {
        var task = effect(node, in: store, context)
        prepare?(&task)
        return start(request(for: node, &task, scope: scope), task)
    }

    /// Creates a request for a command, with its options.
    func request(for node: CommandNode, _ task: inout EffectTask, scope: Int32) -> EffectMachine.Request {
        var request = request(.command, &task, scope: requireScope(scope))
        guard let options = node.options else { return request }
        if options.isNamedByType, task.context == nil {
            task.name = names.use(node.type)
        } else if let id = node.id {
            task.name = names.use(EffectKey(id, in: task.context))
        }
        (request.name, request.policy) = (task.name, options.policy)
        request.retries = Int32(clamping: options.retry.attempts)
        if let timeout = options.timeout { request.timeout = nanoseconds(timeout) }
        return request
    }

    /// Creates a request for an effect, for the store and the child of `task`.
    package func request(
        _ kind: EffectMachine.Kind, _ task: inout EffectTask, scope: Int32
    ) -> EffectMachine.Request {
        var request = EffectMachine.Request(
            kind, flow: -1, store: task.store?.machineNumber ?? 0, scope: scope)
        if task.store != nil { request.group = group.slot }
        if task.context?.isOptional == true, let store = task.store, let child = childIdentity(task.context, in: store)
        {
            task.child = children.insert(child)
            request.child = task.child
        }
        return request
    }

    /// Starts an effect, or makes it wait.
    ///
    /// With the policy `.latest`, the machine first cancels the effects with the same id. The order within the turn is then: the new
    /// command enters the queue; the task of the old command is cancelled, and its reply is closed; the old command's `onCancel` action
    /// enters the queue. Within a step of the machine, the last two follow after the rest of the flow.
    ///
    /// - Returns: The effect; `nil` if it was discarded.
    @discardableResult
    package func start(_ request: EffectMachine.Request, _ task: consuming EffectTask) -> EffectHandle? {
        guard let effect = request.kind == .group ? machine.startGroup(request) : machine.start(request) else {
            sendCancelled(task)
            discard(request.flow, child: task.child)
            forget(task)
            performSteps()
            return nil
        }
        begin(effect, task)
        if request.kind == .command, machine[effect].stage == .requested { enqueueCommand(effect, request.scope) }
        // After the command has its place: this stops the effects that it replaces.
        performSteps()
        return effect
    }

    /// Stores the task of an effect that the machine has started.
    func begin(_ effect: EffectHandle, _ task: consuming EffectTask) {
        while tasks.count <= effect.slot { tasks.append(.none) }
        task.handle = effect
        if task.child >= 0, let store = task.store, !store.hasChildScopes { store.hasChildScopes = true }
        tasks[effect.slot] = task
    }

    /// Appends a command to the queue.
    func enqueueCommand(_ effect: EffectHandle, _ scope: Int32) {
        if let node = tasks[effect.slot].node {
            enqueue(.command(effect, node, tasks[effect.slot].store), scope: scope)
        }
    }

    /// Starts a command that no flow requested.
    func start(_ command: any Command, in store: StoreCore?, scope: Int32) {
        func node<C: Command>(of command: C) -> CommandNode { CommandRequestNode<C, Void>(command, nil) }
        admit(node(of: command), in: store, scope: scope)
    }

    // MARK: Delays

    func start(_ delay: DelayNode, _ context: LiftContext?, _ store: StoreCore, _ scope: Int32) {
        let key = delay.id.map { EffectKey($0, in: context) }
        if case .throttle(let latest) = delay.kind, let key {
            throttle(delay, key.interval, latest, context, store, scope)
        } else {
            var task = effect(in: store, context)
            var request = request(.delay, &task, scope: requireScope(scope))
            if let key { task.name = names.use(key) }
            (request.flow, request.name) = (keep(delay.node, context, store), task.name)
            request.delay = nanoseconds(delay.duration)
            if delay.kind == .debounce { request.policy = .latest }
            start(request, task)
        }
        reportMissingPath(context, scope)
    }

    private func throttle(
        _ delay: DelayNode, _ key: EffectKey, _ latest: Bool, _ context: LiftContext?, _ store: StoreCore,
        _ scope: Int32
    ) {
        var task = effect(in: store, context)
        var request = request(.interval, &task, scope: requireScope(scope))
        task.name = names.use(key)
        (request.name, request.delay) = (task.name, nanoseconds(delay.duration))
        request.flow = keep(delay.node, context, store)
        var interval: EffectHandle?
        switch machine.throttle(request, keepsLatest: latest) {
        case .perform(let flow):
            perform(flow)
            interval = machine.startInterval(request)
        case .wait: break
        case .discard: discard(request.flow, child: task.child)
        }
        if let interval { begin(interval, task) } else { forget(task) }
        performSteps()
    }

    // MARK: Children and active commands

    /// Identifies the innermost child of a context; `nil` if the child cannot be removed.
    func childIdentity(_ context: LiftContext?, in store: StoreCore) -> ChildIdentity? {
        guard let context, context.isOptional else { return nil }
        return ChildIdentity(context, in: store.state, isIdentifiable: isIdentifiable)
    }

    /// Whether a state on the way to the innermost child may be `Identifiable`.
    private func isIdentifiable(_ context: LiftContext) -> Bool {
        var next: LiftContext? = context
        while let one = next {
            next = one.outer
            guard let path = one.lift.path, path.isOptional else { continue }
            if let known = identifiableTypes[path.type] {
                if known { return true }
                continue
            }
            identifiableTypes[path.type] = path.isIdentifiable()
            if path.isIdentifiable() { return true }
        }
        return false
    }

    /// Cancels the effects of children that were removed.
    func cancelOrphans(of store: StoreCore) {
        guard machine.hasChildren(store.machineNumber) else { return store.hasChildScopes = false }
        machine.cancelOrphans(of: store.machineNumber) { children[$0]?.isThere(in: store.state) ?? true }
        performSteps()
    }

    /// Starts and cancels the active commands of a store, so that they match the declared commands.
    func updateActive(_ entries: ContiguousArray<ActiveEntry>, of store: StoreCore) {
        let requests = entries.map { entry in
            var request = EffectMachine.Request(.command, flow: -1, store: store.machineNumber, scope: 0)
            request.name = names.use(entry.key)
            let kept = KeptFlow(
                node: .execute(entry.node), context: entry.context, store: store, cause: cause, name: request.name)
            request.flow = flows.insert(kept)
            request.retries = Int32(clamping: entry.node.retry.attempts)
            return request
        }
        machine.updateActive(requests, of: store.machineNumber) { one, other in
            guard case .execute(let one)? = flows[one]?.node, case .execute(let other)? = flows[other]?.node else {
                return false
            }
            return one.isSame(as: other)
        }
        for (request, entry) in zip(requests, entries) {
            let active = machine.activeEffect(request.flow)
            if active != .none { begin(active, effect(entry.node, in: store, entry.context)) }
        }
        performSteps()
    }
}
