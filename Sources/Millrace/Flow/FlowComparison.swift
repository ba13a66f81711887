extension Flow: Equatable {
    /// Whether both flows do the same: the same steps in the same order, with actions, commands, facts and outputs that
    /// are the same. The functions that make actions of events are not compared, as functions cannot be.
    public static func == (one: Flow, other: Flow) -> Bool {
        switch (one.storage, other.storage) {
        case (.none, .none): true
        case (.send(let one), .send(let other)): areSame(one, other)
        case (.execute(let one), .execute(let other)): one.isSame(as: other)
        case (.step(let one), .step(let other)): one.isSame(as: other)
        default: false
        }
    }
}

extension Step {
    fileprivate func isSame(as other: Step) -> Bool {
        switch (self, other) {
        case (.post(let one), .post(let other)): areSame(one, other)
        case (.output(let one), .output(let other)): areSame(one, other)
        case (.transition(let one), .transition(let other)): areSame(one, other)
        case (.tell(let one), .tell(let other)): one.isSame(as: other)
        case (.cancel(let one), .cancel(let other)): one == other
        case (.delay(let one), .delay(let other)):
            one.kind == other.kind && one.duration == other.duration && one.key == other.key && one.flow == other.flow
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
        switch storage {
        case .none: "none"
        case .send(let action): "send(\(action))"
        case .execute(let execution): execution.summary
        case .step(let step): step.summary
        }
    }
}

extension Step {
    fileprivate var summary: String {
        switch self {
        case .post(let fact): "post(\(fact))"
        case .output(let output): "output(\(output))"
        case .transition(let transition): "transition(\(transition))"
        case .tell(let telling): "tell(\(telling.port), \(telling.input))"
        case .cancel(let key): "cancel(\(key.id))"
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

extension Delay {
    fileprivate var summary: String {
        let id = key.map { ", id: \($0.id)" } ?? ""
        return switch kind {
        case .after: "after(\(duration), \(flow)\(id))"
        case .debounce: "debounce(\(duration)\(id), \(flow))"
        case .throttle(let latest): "throttle(\(duration)\(id)\(latest ? "" : ", latest: false"), \(flow))"
        }
    }
}
