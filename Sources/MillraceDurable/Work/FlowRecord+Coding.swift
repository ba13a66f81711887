#if SQLite || App
    import Millrace

    extension FlowRecord {
        /// Why a flow cannot be stored.
        struct Problem: Error {
            /// The command, the delay or the id that cannot be stored.
            let what: Any
            let reason: String
        }

        /// Returns the first command or delay in a flow that cannot be stored; `nil` if there is none.
        ///
        /// - Parameter isInner: Whether the flow belongs to a child, a group or a sequence.
        static func problem(in node: FlowNode, isInner: Bool = false) -> Problem? {
            switch node {
            case .none, .send, .post, .output, .transition, .input, .cancel, .cancelAll, .fault: return nil
            case .execute(let command): return problem(with: command, isInner: isInner)
            case .merge(let list): return list.elements.lazy.compactMap { problem(in: $0.node, isInner: isInner) }.first
            case .delay(let delay):
                if isInner { return Problem(what: delay.duration, reason: innerReason) }
                if case .throttle = delay.kind {
                    return Problem(what: delay.duration, reason: "it is the interval of a throttle")
                }
                if let id = delay.id, IDRecord(id) == nil { return Problem(what: id, reason: idReason) }
                return problem(in: delay.node) ?? undelayed(delay.node)
            case .sequence(let list):
                return list.elements.lazy.compactMap { problem(in: $0.node, isInner: true) }.first
            case .group(let group): return problem(in: group.node, isInner: true)
            case .mapped(let mapping): return problem(in: mapping.child, isInner: true)
            }
        }

        /// Returns the problem of a flow that is stored as what follows a delay.
        private static func undelayed(_ node: FlowNode) -> Problem? {
            switch node {
            case .none, .execute, .delay: nil
            case .send(let action):
                action.any is any Codable
                    ? nil : Problem(what: action.any, reason: "it follows a delay, and is not Codable")
            case .merge(let list): list.elements.lazy.compactMap { undelayed($0.node) }.first
            default: Problem(what: "a flow after a delay", reason: "only actions and commands can follow a delay")
            }
        }

        private static let innerReason = "it belongs to a child, a group or a sequence"
        private static let idReason = "its id is neither a String nor an Int"

        private static func problem(with node: CommandNode, isInner: Bool) -> Problem? {
            let command = node.command
            func problem(_ reason: String) -> Problem { Problem(what: command, reason: reason) }
            if !(command is any DurableCommand) { return problem("it is not a DurableCommand") }
            if isInner { return problem(innerReason) }
            if !node.respondsByType { return problem("its events become actions by a closure") }
            if node.options?.timeout != nil { return problem("it has a timeout") }
            if let id = node.options?.givenID?.stored, IDRecord(id) == nil { return problem(idReason) }
            if let action = node.options?.cancelled, !(action.any is any Codable) {
                return problem("its onCancel action is not Codable")
            }
            return nil
        }

        /// Encodes a flow that has no ``problem(in:isInner:)``.
        init(_ node: FlowNode, _ actions: ActionCoding) throws {
            switch node {
            case .send(let action): self = .send(try actions.encode(action.any))
            case .execute(let command): self = .execute(try CommandRecord(command, actions))
            case .merge(let list): self = .merge(try list.elements.map { try FlowRecord($0.node, actions) })
            case .delay(let delay):
                let id = delay.id.flatMap { IDRecord($0) }
                self = .delay(
                    DelayRecord(
                        isDebounce: delay.kind == .debounce, nanoseconds: nanoseconds(delay.duration), id: id,
                        flow: try FlowRecord(delay.node, actions)))
            default: self = .merge([])
            }
        }

        /// Returns the flow.
        func node(_ types: [String: CommandType], _ actions: ActionCoding) throws -> FlowNode {
            switch self {
            case .send(let action): .send(try actions.decode(action))
            case .execute(let command):
                try types[command.name].map { .execute(try $0.node(command, actions)) } ?? .none
            case .merge(let flows): try flows.reduce(.none) { $0.and(try $1.node(types, actions)) }
            case .delay(let delay): .delay(try delay.node(after: .nanoseconds(delay.nanoseconds), types, actions))
            }
        }

        /// The names of the types of commands in the flow.
        var names: [String] {
            switch self {
            case .send: []
            case .execute(let command): [command.name]
            case .merge(let flows): flows.flatMap(\.names)
            case .delay(let delay): delay.flow.names
            }
        }
    }

    extension DelayRecord {
        func node(after duration: Duration, _ types: [String: CommandType], _ actions: ActionCoding) throws -> DelayNode
        {
            DelayNode(isDebounce ? .debounce : .after, duration, id?.id, try flow.node(types, actions))
        }
    }

    extension CommandRecord {
        init(_ node: CommandNode, _ actions: ActionCoding) throws {
            func encode(_ command: some DurableCommand) throws -> (String, String) {
                (type(of: command).durableName, try JSONCoding.text(command))
            }
            guard let command = node.command as? any DurableCommand else {
                throw ActionCoding.NotCodable(type: "\(type(of: node.command))")
            }
            (name, value) = try encode(command)
            id = node.options?.givenID.flatMap { IDRecord($0.stored) }
            (policy, retry) = (PolicyRecord(node.policy), node.retry == .never ? nil : RetryRecord(node.retry))
            cancelled = try node.options?.cancelled.map { try actions.encode($0.any) }
        }
    }
#endif
