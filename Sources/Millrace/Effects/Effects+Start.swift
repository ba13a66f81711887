// Starting effects.
extension Effects {
    /// Executes a command: starts it, makes it wait, or discards it, as its policy requires.
    ///
    /// - Parameter prepare: Changes the task before the command starts.
    /// - Returns: The effect; `nil` if the command was discarded.
    @discardableResult
    package func execute(
        _ node: CommandNode, _ place: Place, prepare: ((inout EffectTask) -> Void)? = nil
    ) -> EffectHandle? {
        var task = makeTask(node, in: place)
        prepare?(&task)
        return start(request(for: node, &task, in: place), task, in: place)
    }

    /// Executes a command that no flow requested.
    func execute(_ command: any Command, _ place: Place) {
        func node<C: Command>(of command: C) -> CommandNode { CommandRequestNode<C, Void>(command, nil) }
        execute(node(of: command), place)
    }

    /// Starts an effect, or makes it wait.
    ///
    /// With the policy `.latest`, the machine first cancels the effects with the same id. The order within the turn is then: the new
    /// command enters the queue; the task of the old command is cancelled, and its reply is closed; the old command's `onCancel` action
    /// enters the queue. Within a step of the machine, the last two follow after that step.
    ///
    /// - Returns: The effect; `nil` if it was discarded.
    @discardableResult
    package func start(
        _ request: EffectMachine.Request, _ task: consuming EffectTask, in place: Place
    ) -> EffectHandle? {
        guard let effect = machine.start(request) else {
            sendCancelled(task)
            discard(request.flow, child: task.child)
            forget(task)
            performSteps()
            return nil
        }
        begin(effect, task)
        if request.kind == .command, machine[effect].stage == .requested {
            enqueueCommand(effect, place.scope, cause: place.cause)
        }
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
        noteChange(of: effect)
    }

    /// Appends a command to the queue.
    func enqueueCommand(_ effect: EffectHandle, _ scope: Int32, cause: UInt64) {
        if let node = tasks[effect.slot].node {
            enqueue(.command(effect, node, tasks[effect.slot].store), scope: scope, cause: cause)
        }
    }

    // MARK: Requests

    /// Creates the task of an effect.
    package func makeTask(_ node: CommandNode? = nil, in place: Place) -> EffectTask {
        EffectTask(node, place, since: place.cause == 0 ? loop.turn + 1 : place.cause)
    }

    /// Creates a request for an effect, for the child of `task`.
    package func request(
        _ kind: EffectMachine.Kind, _ task: inout EffectTask, in place: Place
    ) -> EffectMachine.Request {
        var request = EffectMachine.Request(
            kind, flow: -1, store: place.store?.machineNumber ?? 0, scope: requireScope(place.scope))
        request.group = place.group.slot
        if let store = place.store, let child = childIdentity(place.context, in: store) {
            task.child = children.insert(child)
            request.child = task.child
        }
        return request
    }

    /// Creates a request for a command, with its options.
    private func request(for node: CommandNode, _ task: inout EffectTask, in place: Place) -> EffectMachine.Request {
        var request = request(.command, &task, in: place)
        guard let options = node.options else { return request }
        if options.isNamedByType, place.context == nil {
            task.name = names.use(node.type)
        } else if let id = node.id {
            task.name = names.use(EffectKey(id, in: place.context))
        }
        (request.name, request.policy) = (task.name, options.policy)
        request.retries = Int32(clamping: options.retry.attempts)
        if let timeout = options.timeout { request.timeout = nanoseconds(timeout) }
        return request
    }

    // MARK: Flows that are effects

    /// Starts a sequence: performs its first link.
    func start(_ list: FlowList, _ node: FlowNode, _ place: Place) {
        guard let store = place.store else { return }
        let flow = keep(node, place, childIdentity(place.context, in: store))
        let scope = requireScope(place.scope)
        let first = machine.startSequence(flow, count: Int32(list.count), scope: scope, group: place.group)
        if first == nil { discard(flow, child: -1) } else { perform(first) }
    }

    /// Starts a group, and performs its flow unless the group must wait.
    func start(_ node: GroupNode, _ place: Place) {
        var task = makeTask(in: place)
        var request = request(.group, &task, in: place)
        request.flow = keep(node.node, place)
        if let id = node.id { task.name = names.use(EffectKey(id, in: place.context)) }
        (request.name, request.policy, request.rule) = (task.name, node.policy, node.kind)
        if let group = start(request, task, in: place) { perform(machine.open(group)) }
        performSteps()
    }

    /// Starts a delay, or a throttle.
    func start(_ delay: DelayNode, _ place: Place) {
        let key = delay.id.map { EffectKey($0, in: place.context) }
        if case .throttle(let latest) = delay.kind, let key {
            throttle(delay, key.interval, latest, place)
        } else {
            var task = makeTask(in: place)
            var request = request(.delay, &task, in: place)
            if let key { task.name = names.use(key) }
            (request.flow, request.name) = (keep(delay.node, place), task.name)
            request.delay = nanoseconds(delay.duration)
            if delay.kind == .debounce { request.policy = .latest }
            start(request, task, in: place)
        }
        reportMissingPath(place)
    }

    private func throttle(_ delay: DelayNode, _ key: EffectKey, _ latest: Bool, _ place: Place) {
        var task = makeTask(in: place)
        var request = request(.interval, &task, in: place)
        task.name = names.use(key)
        (request.name, request.delay) = (task.name, nanoseconds(delay.duration))
        request.flow = keep(delay.node, place)
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
}
