import MillraceHistory
public import Millrace

/// The ``TransitionTable`` of one feature.
///
/// The code for each step is inlinable, so that the compiler specializes it for the feature.
@usableFromInline final class FeatureTable<R: Reducer>: TransitionTable, TransitionMaker {
    /// The functions for each step, specialized for the feature. They capture nothing, so tasks do not contend for a
    /// reference count.
    @usableFromInline struct Functions {
        /// Reduces a list of actions in a state. Returns the new state and the flow.
        let reduce: (FeatureTable, Int32, Int32) -> (state: Int32, node: FlowNode)
        /// Reduces the user's action of an index in a state. Returns the new state and the flow.
        let send: (FeatureTable, Int, Int32) -> (state: Int32, node: FlowNode)
        let fingerprint: (FeatureTable, Int32, Bool) -> UInt64

        @inlinable init() {
            self.init(
                reduce: { $0.reduce($0.actionLists[Int($1)], in: $2) },
                send: { $0.reduce([$0.offered(in: $2)[$1]], in: $2) },
                fingerprint: { $0.makeFingerprint($1, isIdle: $2) })
        }

        @usableFromInline init(
            reduce: @escaping (FeatureTable, Int32, Int32) -> (state: Int32, node: FlowNode),
            send: @escaping (FeatureTable, Int, Int32) -> (state: Int32, node: FlowNode),
            fingerprint: @escaping (FeatureTable, Int32, Bool) -> UInt64
        ) {
            (self.reduce, self.send, self.fingerprint) = (reduce, send, fingerprint)
        }
    }

    @usableFromInline let model: Model<R>
    let requests: Entries<R>
    private let functions: Functions
    @usableFromInline let fingerprints: Fingerprints<R>
    /// Whether equal states share one number. Otherwise each reduction creates a new number.
    @usableFromInline let remembers: Bool
    @exclusivity(unchecked) @usableFromInline var states: [R.State] = []
    /// The earlier requests of each state. Empty if no outcome depends on them.
    @exclusivity(unchecked) @usableFromInline var earlier: [EarlierRequests?] = []
    /// The fingerprints of the states. 0 if not computed yet.
    @exclusivity(unchecked) @usableFromInline var hashes: [(idle: UInt64, busy: UInt64)] = []
    /// For each state, the previous one with the same hash. -1 if there is none.
    @exclusivity(unchecked) @usableFromInline var previous: [Int32] = []
    @exclusivity(unchecked) @usableFromInline var actionLists: [[R.Action]] = []
    /// The actions that a user may send in each state. `nil` if not computed yet.
    @exclusivity(unchecked) @usableFromInline var offeredActions: [[R.Action]?] = []

    init(_ rules: Rules<R>, remembers: Bool) {
        (model, requests, fingerprints) = (rules.model, rules.entries, rules.fingerprints.own)
        (self.remembers, functions) = (remembers, rules.functions)
        super.init(
            requests.table, hasActive: model.hasActiveCommands, hasMemory: !model.remembered.isEmpty,
            makeID: requests.makeTableID)
    }

    @usableFromInline override func forget() {
        super.forget()
        states.removeAll(keepingCapacity: true)
        earlier.removeAll(keepingCapacity: true)
        hashes.removeAll(keepingCapacity: true)
        previous.removeAll(keepingCapacity: true)
        actionLists.removeAll(keepingCapacity: true)
        offeredActions.removeAll(keepingCapacity: true)
    }

    // MARK: Numbers

    /// The number of a world's state.
    @inlinable func number(of world: World<R>) -> Int32 {
        world.table == id ? world.number : number(of: world.state, world.earlier)
    }

    /// The earlier requests of a state.
    @inlinable func earlier(in state: Int32) -> EarlierRequests? { hasMemory ? earlier[Int(state)] : nil }

    @inlinable func number(of state: R.State, _ earlier: EarlierRequests?) -> Int32 {
        var before: Int32 = -1
        if remembers {
            let own = fingerprints.identify(state)
            let hash = earlier?.combined(with: own) ?? own
            before = newestState(ofHash: hash)
            var (known, tries) = (before, 0)
            while known >= 0, tries < 8 {
                if fingerprints.areEqual(states[Int(known)], state), self.earlier(in: known) === earlier {
                    return known
                }
                (known, tries) = (previous[Int(known)], tries + 1)
            }
            setNewestState(Int32(states.count), ofHash: hash)
        }
        states.append(state)
        if hasMemory { self.earlier.append(earlier) }
        hashes.append((0, 0))
        previous.append(before)
        offeredActions.append(nil)
        return Int32(states.count - 1)
    }

    func number(of actions: [R.Action]) -> Int32 {
        if actions.isEmpty { return -1 }
        actionLists.append(actions)
        return Int32(actionLists.count - 1)
    }

    /// The actions that a user may send in a state.
    @inlinable func offered(in state: Int32) -> [R.Action] {
        if let known = offeredActions[Int(state)] { return known }
        let actions = model.offered(states[Int(state)])
        offeredActions[Int(state)] = actions
        return actions
    }

    /// Sets the actions that a user may send in a state, unless they are known. Returns whether they were not known.
    @inlinable func offer(_ actions: [R.Action], in state: Int32) -> Bool {
        if offeredActions[Int(state)] != nil { return false }
        offeredActions[Int(state)] = actions
        return true
    }

    func fingerprint(_ state: Int32, isIdle: Bool) -> UInt64 {
        let known = isIdle ? hashes[Int(state)].idle : hashes[Int(state)].busy
        return known != 0 ? known : functions.fingerprint(self, state, isIdle)
    }

    @inlinable func makeFingerprint(_ state: Int32, isIdle: Bool) -> UInt64 {
        let hash = fingerprints.fingerprint(of: states[Int(state)], earlier(in: state), isIdle: isIdle)
        if isIdle { hashes[Int(state)].idle = hash } else { hashes[Int(state)].busy = hash }
        return hash
    }

    // MARK: Transitions

    func makeTransition(_ actions: Int32, in state: Int32) -> Transition {
        transition(functions.reduce(self, actions, state))
    }

    func makeTransition(sending index: Int, in state: Int32) -> Transition {
        transition(functions.send(self, index, state))
    }

    private func transition(_ step: (state: Int32, node: FlowNode)) -> Transition {
        Transition(state: step.state, plan: plan(of: step.node, nil, in: step.state))
    }

    @inlinable func reduce(_ actions: [R.Action], in number: Int32) -> (state: Int32, node: FlowNode) {
        var state = states[Int(number)]
        var flow = model.reducer.reduce(&state, actions[0])
        var index = 1
        while index < actions.count {
            flow = flow.and(model.reducer.reduce(&state, actions[index]))
            index += 1
        }
        return (self.number(of: state, earlier(in: number)), flow.node)
    }

    func makeOutcomes(of entry: AnyEntry, in state: Int32) -> [PreparedOutcome] {
        guard let asked = requests[entry.request.flow].asked else { return [] }
        let context = OutcomeContext<R>(state: states[Int(state)], earlier: earlier(in: state)?.commands ?? [])
        return model.outcomes(of: asked, in: context).map { outcome in
            PreparedOutcome(
                verb: outcome.verb, label: number(ofLabel: outcome.label), actions: number(of: outcome.actions))
        }
    }

    func makeCancelled(_ flow: Int32, in state: Int32) -> [Int32] {
        let entry = requests[flow]
        guard let kept = entry.keptFlow else { return entry.asked?.cancelled.map { [number(of: [$0])] } ?? [] }
        var actions: [Int32] = []
        FlowStep(kept).forEachCommand(onlyFirst: true) { command, context in
            let request = CommandRequest<R>(node: command, context: context)
            if let scope = request.childScope, scope.identity(in: states[Int(state)]) == nil { return }
            if let action = request.cancelled { actions.append(number(of: [action])) }
        }
        return actions
    }

    func makeTimeout(_ flow: Int32) -> Int32 {
        requests[flow].asked?.timeout.map { number(of: $0.outcome.actions) } ?? -1
    }

    func makeIsThere(_ child: Int32, in state: Int32) -> Bool {
        requests.isThere(child, in: states[Int(state)])
    }

    func makeActive(in number: Int32) -> [EffectMachine.Request] {
        let state = states[Int(number)]
        return model.reducer.activeRequests(for: state).map { name, request in
            let entry = requests.entry(of: request, in: state)
            var wanted = EffectMachine.Request(.command, flow: entry.request.flow, store: 0, scope: 0)
            wanted.retries = entry.request.retries
            wanted.name = requests.name(name)
            return wanted
        }
    }

    func areSame(_ one: Int32, _ other: Int32) -> Bool { requests.areSame(one, other) }

    // MARK: Plans

    func makeKept(_ flow: Int32, in state: Int32) -> RequestPlan {
        requests[flow].keptFlow.map { plan(of: $0, nil, in: state) } ?? .none
    }

    func makeRest(of flow: Int32, from link: Int32, in state: Int32) -> Int32 {
        let entry = requests[flow]
        guard let all = entry.deferred else { return flow }
        let rest = requests.entry(
            of: Array(all.links[Int(link)...]), owner: all.owner, child: entry.child, in: states[Int(state)])
        return rest.request.flow
    }

    /// The requests of a flow. Most flows need no metadata of the feature's types; the others use their content.
    func plan(of node: FlowNode, _ context: MapContext?, in number: Int32) -> RequestPlan {
        switch node {
        case .none: return .none
        case .mapped(let mapping): return plan(of: mapping.child, MapContext(mapping, in: context), in: number)
        case .merge(let list):
            return .merge(list.elements.map { element in lazily { $0.plan(of: element.node, context, in: number) } })
        case .execute(let node) where context?.missingPath == nil:
            let entry = requests.entry(of: node, context, in: states[Int(number)])
            if context == nil { return .start(entry, child: -1) }
            let owner = CommandRequest<R>(node: node, context: context).childScope
            return .start(entry, child: requests.child(owner, in: states[Int(number)]))
        case .execute, .send, .post, .output, .transition, .input, .cancel, .cancelAll, .delay, .sequence, .group,
            .fault:
            return plan(of: Flow<R>(context.map { $0.wrap(node) } ?? node).content, in: number)
        }
    }

    private func plan(of content: Flow<R>.Content, in number: Int32) -> RequestPlan {
        let state = states[Int(number)]
        switch content {
        case .none: return .none
        case .send(let action): return .send(self.number(of: [action]))
        case .execute(let request):
            return .start(requests.entry(of: request, in: state), child: requests.child(request.childScope, in: state))
        case .post(let fact):
            let actions = self.number(of: model.actions(for: fact))
            return actions < 0 ? .nothing : .send(actions)
        case .output, .transition, .input: return .nothing
        case .cancel(let id) where id.command != nil: return cancelCommands(id, includingChildren: false)
        case .cancelIncludingChildren(let id) where id.command != nil:
            return cancelCommands(id, includingChildren: true)
        case .cancel(let name):
            let name = requests.name(name)
            return .cancel(name: name, interval: requests.intervalName(name))
        case .cancelIncludingChildren(let id):
            let name = requests.name(id)
            return .cancelAll(name: name, interval: requests.intervalName(name)) { [unowned self] in
                requests.isName($0, within: id)
            }
        case .group(let group):
            return .start(requests.entry(of: group, in: state), child: requests.child(group.childScope, in: state))
        case .delay(let delay):
            let entry = requests.entry(of: delay, in: state)
            let child = requests.child(delay.childScope, in: state)
            guard case .throttle(let latest) = delay.kind else { return .start(entry, child: child) }
            return .throttle(entry, child: child, keepsLatest: latest)
        case .sequence(let links, let owner):
            let links = links.map { Link<R>(flow: $0.flow, evenAfterFailure: $0.evenAfterFailure) }
            let child = requests.child(owner, in: state)
            return .sequence(requests.entry(of: links, owner: owner, child: child, in: state))
        case .merge(let flows):
            return .merge(flows.map { flow in lazily { $0.plan(of: flow.node, nil, in: number) } })
        case .fault(let fault): return .fault(fault)
        }
    }

    /// The cancellation of a feature's commands of a type.
    private func cancelCommands(_ id: EffectID, includingChildren: Bool) -> RequestPlan {
        let type = id.command.map { ObjectIdentifier($0) }
        let name = requests.name(id)
        return .cancelCommands(includingChildren ? -name : name) { entry in
            entry.command?.type == type
                && (entry.path == id.path || includingChildren && entry.path.starts(with: id.path))
        }
    }

    private func lazily(_ plan: @escaping (FeatureTable) -> RequestPlan) -> LazyPlan {
        LazyPlan { [unowned self] in plan(self) }
    }
}
