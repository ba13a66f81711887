extension Flow: Equatable {
    /// Whether both flows do the same: the same steps in the same order, with actions, commands, facts and outputs that
    /// are the same. The closures that make actions of events are not compared.
    public static func == (one: Flow, other: Flow) -> Bool { one.content.isSame(as: other.content) }
}

extension Flow.Content {
    fileprivate func isSame(as other: Flow.Content) -> Bool {
        switch (self, other) {
        case (.none, .none): true
        case (.send(let one), .send(let other)): areSame(one, other)
        case (.execute(let one), .execute(let other)): one.isSame(as: other)
        case (.post(let one), .post(let other)): areSame(one, other)
        case (.output(let one), .output(let other)): areSame(one, other)
        case (.transition(let one), .transition(let other)): areSame(one, other)
        case (.tell(let one, let input), .tell(let other, let otherInput)):
            one == other && areSame(input, otherInput)
        case (.cancel(let one), .cancel(let other)): one == other
        case (.delay(let one), .delay(let other)):
            one.kind == other.kind && one.duration == other.duration && one.name == other.name && one.flow == other.flow
        case (.sequence(let one, _), .sequence(let other, _)):
            one.elementsEqual(other) { $0.flow == $1.flow && $0.evenAfterFailure == $1.evenAfterFailure }
        case (.merge(let one), .merge(let other)): one == other
        case (.fault(let one), .fault(let other)): one == other
        default: false
        }
    }
}

extension Flow: CustomStringConvertible {
    /// The flow as one would write it: `execute(FetchBooks(), policy: latest).then(send(refresh))`.
    public var description: String {
        switch content {
        case .none: "none"
        case .send(let action): "send(\(action))"
        case .execute(let request): request.summary
        case .post(let fact): "post(\(fact))"
        case .output(let output): "output(\(output))"
        case .transition(let transition): "transition(\(transition))"
        case .tell(let port, let input): "tell(\(port), \(input))"
        case .cancel(let name): "cancel(\(name))"
        case .delay(let delay): delay.summary
        case .sequence(let links, _):
            links.dropFirst().reduce("\(links[0].flow)") {
                $0 + ".then(\($1.flow)" + ($1.evenAfterFailure ? ", evenAfterFailure: true)" : ")")
            }
        case .merge(let flows): flows.dropFirst().reduce("\(flows[0])") { $0 + ".and(\($1))" }
        case .fault(let fault): "fault(\(fault.kind))"
        }
    }
}

extension CommandRequest {
    fileprivate var summary: String {
        var parts = ["\(command)"]
        if let name, name.command == nil { parts.append("id: \(name.id)") }
        if policy != .concurrent { parts.append("policy: \(policy)") }
        if retry != .never { parts.append("retry: \(retry.attempts)") }
        if let timeout { parts.append("timeout: \(timeout.duration)") }
        if let cancelled { parts.append("onCancel: \(cancelled)") }
        return "execute(\(parts.joined(separator: ", ")))"
    }
}

extension Flow.Delayed {
    fileprivate var summary: String {
        let id = name.map { ", id: \($0.id)" } ?? ""
        return switch kind {
        case .after: "after(\(duration), \(flow)\(id))"
        case .debounce: "debounce(\(duration)\(id), \(flow))"
        case .throttle(let latest): "throttle(\(duration)\(id)\(latest ? "" : ", latest: false"), \(flow))"
        }
    }
}
