extension Flow: Equatable {
    /// Whether both flows contain the same messages, commands and other steps in the same order.
    ///
    /// Commands, actions and other values are compared by `==` if they are `Equatable`, otherwise property by property, by
    /// reflection. Values that do not equal themselves, such as NaN, are equal if their bits or their members are. Closures that
    /// return actions for events are not compared.
    public static func == (one: Flow, other: Flow) -> Bool { one.isSame(as: other, by: areSame) }

    /// Whether both flows are equal, and their values have the same contents.
    package func hasSameContents(as other: Flow) -> Bool { isSame(as: other, by: haveSameContents) }

    private func isSame(as other: Flow, by compare: (Any, Any) -> Bool) -> Bool {
        MappedNode(node).isSame(as: MappedNode(other.node), by: compare)
    }
}

extension Flow: CustomStringConvertible {
    /// The flow as the Swift expression that creates it.
    public var description: String { MappedNode(node).description }
}

/// A flow, and the mappings that map its actions and ids to those of the store.
private struct MappedNode {
    let node: FlowNode
    let context: MapContext?

    init(_ node: FlowNode, in context: MapContext? = nil) {
        var (node, context) = (node, context)
        while case .mapped(let mapping) = node { (node, context) = (mapping.child, MapContext(mapping, in: context)) }
        (self.node, self.context) = (node, context)
    }

    func inner(_ node: FlowNode) -> MappedNode { MappedNode(node, in: context) }

    /// The store's key for an id of the flow.
    func name(_ id: AnyHashable?) -> EffectKey? { id.map { EffectKey($0, in: context) } }

    /// The action that the flow sends to the store.
    var action: Any? {
        switch (node, context) {
        case (.send(let action), nil): action.any
        case (.send(let action), let context?): context.mapped(action.address).any
        case (.output(let output), let context?): context.mapped(output: output.address)?.any
        default: nil
        }
    }

    /// The transition that the flow requests from the store's owner.
    var transition: Any? {
        guard case .transition(let transition) = node else { return nil }
        return context.map { $0.mapped(transition: transition.address)?.any as Any } ?? transition.any
    }

    func isSame(as other: MappedNode, by compare: (Any, Any) -> Bool) -> Bool {
        if let action, let otherAction = other.action { return compare(action, otherAction) }
        switch (node, other.node) {
        case (.none, .none): return true
        case (.execute(let one), .execute(let two)):
            return one.isSame(as: two, by: compare) && name(one.id) == other.name(two.id)
        case (.post(let one), .post(let two)): return compare(one.any, two.any)
        case (.output(let one), .output(let two)): return compare(one.any, two.any)
        case (.transition, .transition): return compare(transition as Any, other.transition as Any)
        case (.input(let one), .input(let two)):
            return one.stored.portName == two.stored.portName && compare(one.stored.input, two.stored.input)
        case (.cancel(let one), .cancel(let two)), (.cancelAll(let one), .cancelAll(let two)):
            return name(one.stored) == other.name(two.stored)
        case (.delay(let one), .delay(let two)):
            return one.kind == two.kind && one.duration == two.duration && name(one.id) == other.name(two.id)
                && inner(one.node).isSame(as: other.inner(two.node), by: compare)
        case (.sequence(let one), .sequence(let two)), (.merge(let one), .merge(let two)):
            return one.elements.elementsEqual(two.elements) {
                $0.evenAfterFailure == $1.evenAfterFailure
                    && inner($0.node).isSame(as: other.inner($1.node), by: compare)
            }
        case (.group(let one), .group(let two)):
            return one.kind == two.kind && one.policy == two.policy && name(one.id) == other.name(two.id)
                && inner(one.node).isSame(as: other.inner(two.node), by: compare)
        case (.fault(let one), .fault(let two)): return one.stored == two.stored
        default: return false
        }
    }

    var description: String {
        switch node {
        case .none: "none"
        case .send: "send(\(action ?? ""))"
        case .execute(let command): command.description(name(command.id), cancelled)
        case .post(let fact): "post(\(fact.any))"
        case .output(let output): context == nil ? "output(\(output.any))" : action.map { "send(\($0))" } ?? "none"
        case .transition: "transition(\(transition ?? "nowhere"))"
        case .input(let message): "send(\(message.stored.input), to: \(message.stored.portName))"
        case .cancel(let id): "cancel(\(id.stored))"
        case .cancelAll(let id): "cancel(\(id.stored), includingChildren: true)"
        case .delay(let delay): delay.description(of: inner(delay.node).description)
        case .sequence(let list):
            list.elements.dropFirst().reduce(inner(list[0].node).description) {
                $0 + ".then(\(inner($1.node).description)" + ($1.evenAfterFailure ? ", evenAfterFailure: true)" : ")")
            }
        case .merge(let list):
            list.elements.dropFirst().reduce(inner(list[0].node).description) {
                $0 + ".and(\(inner($1.node).description))"
            }
        case .group(let group): description(of: group)
        case .fault(let fault): "fault(\(fault.stored.kind))"
        case .mapped: ""
        }
    }

    private func description(of group: GroupNode) -> String {
        let flow = inner(group.node)
        switch group.kind {
        case .plain:
            let policy = group.policy == .concurrent ? "" : ", policy: \(group.policy)"
            return "\(flow.description).id(\(group.id.map { "\($0)" } ?? "")\(policy))"
        case .runner: return flow.description
        case .race, .all:
            guard case .merge(let list) = flow.node else { return flow.description }
            let flows = list.elements.map { flow.inner($0.node).description }.joined(separator: ", ")
            return group.kind == .race ? "race([\(flows)])" : "all([\(flows)], stopsAtFirstFailure: true)"
        }
    }

    private var cancelled: Any? {
        guard case .execute(let command) = node, let cancelled = command.options?.cancelled else { return nil }
        return context?.mapped(cancelled.address).any ?? cancelled.any
    }
}

extension CommandNode {
    fileprivate func description(_ name: EffectKey?, _ cancelled: Any?) -> String {
        var parts = ["\(command)"]
        if let name, !(name.id.base is CommandName) { parts.append("id: \(name.id)") }
        if policy != .concurrent { parts.append("policy: \(policy)") }
        if retry.attempts > 0 { parts.append("retry: \(retry.attempts)") }
        if let timeout = options?.timeout { parts.append("timeout: \(timeout)") }
        if let cancelled { parts.append("onCancel: \(cancelled)") }
        return "execute(\(parts.joined(separator: ", ")))"
    }
}

extension DelayNode {
    fileprivate func description(of flow: String) -> String {
        let id = id.map { ", id: \($0)" } ?? ""
        return switch kind {
        case .after: "after(\(duration), \(flow)\(id))"
        case .debounce: "debounce(\(duration)\(id), \(flow))"
        case .throttle(let latest): "throttle(\(duration)\(id)\(latest ? "" : ", latest: false"), \(flow))"
        }
    }
}
