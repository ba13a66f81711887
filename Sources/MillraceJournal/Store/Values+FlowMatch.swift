import MillraceHistory
package import Millrace

extension Values {
    /// Whether `flow` is equal to the flow that was recorded as `json`.
    ///
    /// Values with other JSON are decoded and compared by their contents if possible, because the order of a set differs in JSON.
    package func matches<R: Reducer>(_ flow: Flow<R>, _ json: JSON, in state: R.State) throws -> Bool {
        let today = try self.json(flow, in: state)
        if today == json { return true }
        switch flow.content {
        case .send(let action): return isSame(action, today["send"], json["send"])
        case .post(let fact): return isSame(fact, today["post"], json["post"])
        case .output(let output): return isSame(output, today["output"], json["output"])
        case .transition(let transition): return isSame(transition, today["transition"], json["transition"])
        case .input(_, let input): return today["port"] == json["port"] && isSame(input, today["input"], json["input"])
        case .execute(let request): return isSame(request.command, today["execute"], json["execute"])
        case .delay(let delay): return try matches(delay.flow, today, json, caseName(of: delay.kind), in: state)
        case .group(let group): return try matches(group.flow, today, json, caseName(of: group.kind), in: state)
        case .sequence(let links, _):
            guard today["of"] == json["of"], let others = json["sequence"]?.elements, others.count == links.count,
                let ones = today["sequence"]?.elements
            else { return false }
            for ((one, other), link) in zip(zip(ones, others), links) {
                guard one.without("flow") == other.without("flow") else { return false }
                guard try matches(link.flow, other["flow"] ?? .null, in: state) else { return false }
            }
            return true
        case .merge(let flows):
            guard let others = json["merge"]?.elements, others.count == flows.count else { return false }
            return try zip(flows, others).allSatisfy { try matches($0, $1, in: state) }
        case .none, .cancel, .cancelIncludingChildren, .fault: return false
        }
    }

    /// Whether the active commands of a state are equal to the recorded ones. `today` is their JSON.
    package func areAlike<R: Reducer>(
        active today: [JSON], _ recorded: [JSON], of reducer: R, for state: R.State
    ) -> Bool {
        let requests = reducer.activeRequests(for: state)
        guard today.count == recorded.count, today.count == requests.count else { return false }
        return requests.indices.allSatisfy { index in
            let (today, recorded) = (today[index], recorded[index])
            if today == recorded { return true }
            guard today["id"] == recorded["id"] else { return false }
            return isSame(requests[index].request.command, today["execute"], recorded["execute"])
        }
    }

    /// Whether a step with an inner flow equals a recorded one. The step's name is its kind.
    private func matches<R: Reducer>(
        _ flow: Flow<R>, _ today: JSON, _ json: JSON, _ kind: String, in state: R.State
    ) throws -> Bool {
        guard let one = today[kind], let other = json[kind], one.without("flow") == other.without("flow") else {
            return false
        }
        return try matches(flow, other["flow"] ?? .null, in: state)
    }

    /// Whether a value equals a recorded one. Both JSON objects contain the type, the case and the value.
    private func isSame(_ value: Any, _ today: JSON?, _ recorded: JSON?) -> Bool {
        guard let today, let recorded, today.without("value") == recorded.without("value"),
            let json = recorded["value"], let decodable = value as? any Decodable
        else { return false }
        return areAlike(decodable, json)
    }
}
