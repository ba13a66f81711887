// Starting effects.
extension Engine {
    /// Executes a command that a flow requests.
    func execute(_ node: CommandNode, _ context: LiftContext?, _ store: any EngineStore, _ scope: Int32) {
        let task = EffectTask(node, node.command, store, context, on: self)
        admit(task, node.policy, name: node.id.map { EffectKey($0, in: context) }, scope)
        if let fault = context?.missingPath {
            report(fault)
            fail(scope, fault)
        }
    }

    /// Starts a command, or discards it, as its policy says.
    package func admit(_ task: EffectTask, _ policy: Policy, name: EffectKey?, _ scope: Int32) {
        let store = task.store?.machineNumber ?? 0
        var request = request(.command, task, store, requireScope(scope))
        if let name {
            task.name = names.use(name)
            request.name = task.name
        }
        request.policy = policy
        if let options = task.node?.options {
            request.retries = EffectMachine.Retries(options.retry)
            request.timeout = options.timeout.map(nanoseconds) ?? -1
        }
        start(request, task)
    }

    /// A request whose flow is `task`.
    package func request(
        _ kind: EffectMachine.Kind, _ task: EffectTask, _ store: Int32, _ scope: Int32
    ) -> EffectMachine.Request {
        task.number = tasks.insert(task)
        var request = EffectMachine.Request(kind, flow: task.number, store: store, scope: scope)
        if task.child != nil { request.child = task.number }
        return request
    }

    /// - Returns: whether it has started, or waits for others of its name.
    @discardableResult
    package func start(_ request: EffectMachine.Request, _ task: EffectTask) -> Bool {
        guard let effect = machine.start(request) else {
            tasks.remove(task.number)
            names.release(task.name)
            if let action = task.node?.cancelled, let store = task.store, !store.isClosed, task.isThere {
                send(action.address, task.context, store, 0)
            }
            performSteps()
            return false
        }
        task.handle = effect
        let started = machine[effect]
        if started.kind == .command, started.stage == .requested {
            enqueue(.command(task), scope: started.scope, cause: task.cause)
        }
        performSteps()
        return true
    }

    // MARK: Delays

    func start(_ delay: DelayNode, _ context: LiftContext?, _ store: any EngineStore, _ scope: Int32) {
        defer {
            if let fault = context?.missingPath {
                report(fault)
                fail(scope, fault)
            }
        }
        let key = delay.id.map { EffectKey($0, in: context) }
        if case .throttle(let latest) = delay.kind, let key {
            return throttle(delay, key.interval, latest, context, store, scope)
        }
        let task = EffectTask(nil, nil, store, context, on: self)
        task.flow = delay.node
        var request = request(.delay, task, store.machineNumber, requireScope(scope))
        request.delay = nanoseconds(delay.duration)
        if let key {
            task.name = names.use(key)
            request.name = task.name
        }
        if delay.kind == .debounce { request.policy = .latest }
        start(request, task)
    }

    private func throttle(
        _ delay: DelayNode, _ key: EffectKey, _ latest: Bool, _ context: LiftContext?, _ store: any EngineStore,
        _ scope: Int32
    ) {
        let isRunning = names.find(key).map { machine.isInUse($0, of: store.machineNumber) } ?? false
        let task = EffectTask(nil, nil, store, context, on: self)
        if isRunning { task.flow = delay.node }
        // An interval by itself belongs to nothing that waits for it.
        var request = request(.interval, task, store.machineNumber, isRunning ? requireScope(scope) : 0)
        request.delay = nanoseconds(delay.duration)
        request.name = names.use(key)
        if isRunning {
            _ = machine.throttle(request, keepsLatest: latest)
            names.release(request.name)
            return performSteps()
        }
        perform(delay.node, context, store, scope)
        task.name = request.name
        // A throttle of the same name within that flow has begun the interval.
        let hasBegun = machine.isInUse(request.name, of: store.machineNumber)
        if !hasBegun, let effect = machine.throttle(request, keepsLatest: latest) {
            task.handle = effect
            intervals[effect] = task
        } else {
            tasks.remove(task.number)
            names.release(task.name)
        }
        performSteps()
    }

    // MARK: Children and active commands

    /// Cancels the effects of children that are no longer there.
    func cancelOrphans(of store: any EngineStore) {
        guard machine.hasChildren(store.machineNumber) else { return }
        // Safe: the closure looks at the tasks and the states, and not at the machine.
        let tasks = tasks
        machine.cancelOrphans(of: store.machineNumber) { tasks[$0]?.isThere ?? true }
        performSteps()
    }

    /// Starts and cancels the active commands of a store by difference.
    func updateActive(_ wanted: [(EffectKey, CommandNode, LiftContext?)], of store: any EngineStore) {
        let requests = wanted.map { key, node, context in
            let task = EffectTask(node, node.command, store, context, on: self)
            // What its state requests is there: it ends by difference.
            task.child = nil
            var request = request(.command, task, store.machineNumber, 0)
            if let options = node.options { request.retries = EffectMachine.Retries(options.retry) }
            task.name = names.use(key)
            request.name = task.name
            return request
        }
        let tasks = tasks
        machine.updateActive(requests, of: store.machineNumber) { one, other in
            guard let one = tasks[one]?.node, let other = tasks[other]?.node else { return false }
            return one.isSame(as: other)
        }
        for request in requests { self.tasks[request.flow]?.handle = machine.activeEffect(request.flow) }
        performSteps()
    }
}
