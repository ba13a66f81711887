// Starting effects.
extension Engine {
    /// Executes a command that a flow requests.
    func execute(_ node: CommandNode, _ context: LiftContext?, _ store: StoreCore, _ scope: Int32) {
        admit(
            effect(node, node.command, in: store, context), node.policy,
            name: node.id.map { EffectKey($0, in: context) },
            scope)
        reportMissingPath(context, scope)
    }

    /// An effect of the turn under way.
    package func effect(
        _ node: CommandNode? = nil, _ command: (any Command)? = nil, in store: StoreCore?, _ context: LiftContext? = nil
    ) -> EffectTask {
        EffectTask(node, command, store, context, cause: cause, since: cause == 0 ? turn + 1 : cause)
    }

    private func reportMissingPath(_ context: LiftContext?, _ scope: Int32) {
        if let fault = context?.missingPath { fail(scope, reporting: fault) }
    }

    /// Starts a command, or discards it, as its policy says.
    package func admit(_ task: EffectTask, _ policy: Policy, name: EffectKey?, _ scope: Int32) {
        var request = request(.command, task, scope: requireScope(scope), name: name)
        request.policy = policy
        if let timeout = task.node?.options?.timeout { request.timeout = nanoseconds(timeout) }
        start(request, task)
    }

    /// A request whose flow is `task`.
    package func request(
        _ kind: EffectMachine.Kind, _ task: EffectTask, scope: Int32, name: EffectKey? = nil
    ) -> EffectMachine.Request {
        (task.kind, task.number) = (kind, tasks.insert(task))
        var request = EffectMachine.Request(
            kind, flow: task.number, store: task.store?.machineNumber ?? 0, scope: scope)
        if task.child != nil { request.child = task.number }
        if let name { task.name = names.use(name) }
        request.name = task.name
        if let options = task.node?.options { request.retries = EffectMachine.Retries(options.retry) }
        return request
    }

    /// - Returns: whether it has started, or waits for others of its name.
    @discardableResult
    package func start(_ request: EffectMachine.Request, _ task: EffectTask) -> Bool {
        guard let effect = machine.start(request) else {
            forget(task)
            sendCancelled(task)
            performSteps()
            return false
        }
        begin(effect, task)
        let started = machine[effect]
        if started.kind == .command, started.stage == .requested {
            enqueue(CommandTurn(task, on: self, scope: started.scope))
        }
        performSteps()
        return true
    }

    /// Notes the task of an effect that the machine has started.
    private func begin(_ effect: EffectHandle, _ task: EffectTask) {
        task.handle = effect
        while running.count <= effect.slot { running.append(nil) }
        running[Int(effect.slot)] = task
    }

    /// Starts a command that no flow requests.
    func start(_ command: any Command, in store: StoreCore?, scope: Int32) {
        admit(effect(nil, command, in: store), .concurrent, name: nil, scope)
    }

    // MARK: Delays

    func start(_ delay: DelayNode, _ context: LiftContext?, _ store: StoreCore, _ scope: Int32) {
        let key = delay.id.map { EffectKey($0, in: context) }
        if case .throttle(let latest) = delay.kind, let key {
            throttle(delay, key.interval, latest, context, store, scope)
        } else {
            let task = effect(in: store, context)
            task.flow = delay.node
            var request = request(.delay, task, scope: requireScope(scope), name: key)
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
        let isRunning = names.find(key).map { machine.isInUse($0, of: store.machineNumber) } ?? false
        let task = effect(in: store, context)
        if isRunning { task.flow = delay.node }
        // An interval by itself belongs to nothing that waits for it.
        var request = request(.interval, task, scope: isRunning ? requireScope(scope) : 0, name: key)
        request.delay = nanoseconds(delay.duration)
        if isRunning {
            _ = machine.throttle(request, keepsLatest: latest)
            names.release(task.name)
            task.name = 0
            return performSteps()
        }
        perform(delay.node, context, store, scope)
        // A throttle of the same name within that flow has begun the interval.
        let hasBegun = machine.isInUse(request.name, of: store.machineNumber)
        if !hasBegun, let effect = machine.throttle(request, keepsLatest: latest) {
            begin(effect, task)
        } else {
            forget(task)
        }
        performSteps()
    }

    // MARK: Children and active commands

    /// Cancels the effects of children that are no longer there.
    func cancelOrphans(of store: StoreCore) {
        guard machine.hasChildren(store.machineNumber) else { return }
        // Safe: the closure looks at the tasks and the states, and not at the machine.
        let tasks = tasks
        machine.cancelOrphans(of: store.machineNumber) { tasks[$0]?.isThere ?? true }
        performSteps()
    }

    /// Starts and cancels the active commands of a store by difference.
    func updateActive(_ wanted: [ActiveRequest], of store: StoreCore) {
        let requests = wanted.map { wanted in
            let task = effect(wanted.node, wanted.node.command, in: store, wanted.context)
            // What its state requests is there: it ends by difference.
            task.child = nil
            return request(.command, task, scope: 0, name: wanted.key)
        }
        let tasks = tasks
        machine.updateActive(requests, of: store.machineNumber) { one, other in
            guard let one = tasks[one]?.node, let other = tasks[other]?.node else { return false }
            return one.isSame(as: other)
        }
        for request in requests {
            let effect = machine.activeEffect(request.flow)
            if effect != .none, let task = tasks[request.flow] { begin(effect, task) }
        }
        performSteps()
    }
}
