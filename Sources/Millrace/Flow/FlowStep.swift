/// The top-level step of a flow, in the terms of the store: the mappings of a child are applied to its messages and ids.
///
/// Equality, descriptions and searches for commands know the kinds of flows only by this type.
package struct FlowStep {
    /// The kind of the step, its ids and its options. Equal steps have equal keys.
    private let key: [AnyHashable]
    /// The messages and other values of the step.
    private let values: [Any]
    package let command: CommandNode?
    /// The mappings around the step.
    package let context: MapContext?
    /// The flows in the step, and whether all of them are performed at once. Otherwise only the first one is.
    private let inner: [FlowNode]
    private let isParallel: Bool
    /// Returns the Swift expression that creates the step, for the expressions of its flows.
    private let text: ([String]) -> String

    private init(
        _ key: [AnyHashable], _ values: [Any] = [], command: CommandNode? = nil, in context: MapContext? = nil,
        inner: [FlowNode] = [], isParallel: Bool = true, _ text: @escaping ([String]) -> String
    ) {
        (self.key, self.values, self.command, self.context) = (key, values, command, context)
        (self.inner, self.isParallel, self.text) = (inner, isParallel, text)
    }

    package init(_ node: FlowNode, in context: MapContext? = nil) {
        func name(_ id: AnyHashable?) -> EffectKey? { id.map { EffectKey($0, in: context) } }
        switch node {
        case .none: self.init(["none"]) { _ in "none" }
        case .send(let action): self.init(sending: context?.mapped(action.address) ?? action)
        case .execute(let command): self.init(command, name(command.id), context)
        case .post(let fact): self.init(["post"], [fact.any]) { _ in "post(\(fact.any))" }
        case .output(let output):
            if let context {
                self = context.mapped(output: output.address).map { FlowStep(sending: $0) } ?? FlowStep(.none)
            } else {
                self.init(["output"], [output.any]) { _ in "output(\(output.any))" }
            }
        case .transition(let transition):
            let own = context.map { $0.mapped(transition: transition.address) } ?? transition
            self.init(["transition"], [own?.any as Any]) { _ in "transition(\(own?.any ?? "nowhere"))" }
        case .input(let message):
            let (input, port) = (message.stored.input, message.stored.portName)
            self.init(["input", port], [input]) { _ in "send(\(input), to: \(port))" }
        case .cancel(let id): self.init(["cancel", name(id.stored)]) { _ in "cancel(\(id.stored))" }
        case .cancelAll(let id):
            self.init(["cancelAll", name(id.stored)]) { _ in "cancel(\(id.stored), includingChildren: true)" }
        case .delay(let delay):
            self.init(
                [delay.kind, delay.duration, name(delay.id)], in: context, inner: [delay.node], delay.description)
        case .sequence(let list): self.init(links: list.elements, in: context)
        case .merge(let list):
            self.init(["merge"], in: context, inner: list.elements.map(\.node)) { flows in
                flows[0] + flows.dropFirst().map { ".and(\($0))" }.joined()
            }
        case .group(let group):
            self.init([group.kind, group.policy, name(group.id)], in: context, inner: [group.node]) {
                group.description(of: $0[0], in: context)
            }
        case .fault(let fault): self.init(["fault"], [fault.stored]) { _ in "fault(\(fault.stored.kind))" }
        case .mapped(let mapping): self.init(mapping.child, in: MapContext(mapping, in: context))
        }
    }

    private init(links: [FlowList.Element], in context: MapContext?) {
        let ends = links.map { $0.evenAfterFailure ? ", evenAfterFailure: true)" : ")" }
        self.init(["sequence", ends], in: context, inner: links.map(\.node), isParallel: false) { flows in
            flows[0] + zip(flows, ends).dropFirst().map { ".then(\($0)\($1)" }.joined()
        }
    }

    private init(sending action: AnyBox) { self.init(["send"], [action.any]) { _ in "send(\(action.any))" } }

    private init(_ command: CommandNode, _ name: EffectKey?, _ context: MapContext?) {
        self.init(["execute", name], command: command, in: context) { _ in
            var parts = ["\(command.command)"]
            if let name, !(name.id.base is CommandName) { parts.append("id: \(name.id)") }
            if command.policy != .concurrent { parts.append("policy: \(command.policy)") }
            if command.retry.attempts > 0 { parts.append("retry: \(command.retry.attempts)") }
            if let timeout = command.options?.timeout { parts.append("timeout: \(timeout)") }
            if let action = command.options?.cancelled {
                parts.append("onCancel: \((context?.mapped(action.address) ?? action).any)")
            }
            return "execute(\(parts.joined(separator: ", ")))"
        }
    }

    /// The flows in the step.
    package var steps: [FlowStep] { inner.map { FlowStep($0, in: context) } }

    /// Calls `body` with each command in the flow, in order.
    ///
    /// - Parameter onlyFirst: Whether the commands are left out that wait for the end of a link. A flow that is not performed
    ///   discards the other ones.
    package func forEachCommand(onlyFirst: Bool = false, _ body: (CommandNode, MapContext?) -> Void) {
        if let command { body(command, context) }
        for node in onlyFirst && !isParallel ? Array(inner.prefix(1)) : inner {
            FlowStep(node, in: context).forEachCommand(onlyFirst: onlyFirst, body)
        }
    }

    func isSame(as other: FlowStep, by compare: (Any, Any) -> Bool) -> Bool {
        key == other.key && values.elementsEqual(other.values, by: compare)
            && steps.elementsEqual(other.steps) { $0.isSame(as: $1, by: compare) }
            && (command.map { one in other.command.map { one.isSame(as: $0, by: compare) } ?? false } ?? true)
    }

    var description: String { text(steps.map(\.description)) }
}

extension DelayNode {
    fileprivate func description(of flows: [String]) -> String {
        let id = id.map { ", id: \($0)" } ?? ""
        return switch kind {
        case .after: "after(\(duration), \(flows[0])\(id))"
        case .debounce: "debounce(\(duration)\(id), \(flows[0]))"
        case .throttle(let latest): "throttle(\(duration)\(id)\(latest ? "" : ", latest: false"), \(flows[0]))"
        }
    }
}

extension GroupNode {
    fileprivate func description(of flow: String, in context: MapContext?) -> String {
        guard kind != .plain else {
            return "\(flow).id(\(id.map { "\($0)" } ?? "")\(policy == .concurrent ? "" : ", policy: \(policy)"))"
        }
        guard kind != .runner, case .merge = node else { return flow }
        let flows = FlowStep(node, in: context).steps.map(\.description).joined(separator: ", ")
        return kind == .race ? "race([\(flows)])" : "all([\(flows)], stopsAtFirstFailure: true)"
    }
}
