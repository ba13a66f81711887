#if SQLite || App
    import Millrace
    import MillraceExtras

    extension FlowRecord {
        /// Why a flow cannot be stored.
        struct Problem {
            /// The command, the delay or the id that cannot be stored.
            let what: Any
            let reason: String
        }

        /// Returns the first command or delay in a flow that cannot be stored; `nil` if there is none.
        ///
        /// - Parameters:
        ///   - coding: The coding of the reducer that returned the flow; `nil` for a child whose work is not stored.
        ///   - isInner: Whether the flow belongs to a group or a sequence.
        static func problem(in node: FlowNode, _ coding: ReducerCoding?, isInner: Bool = false) -> Problem? {
            switch node {
            case .none, .send, .post, .output, .transition, .input, .cancel, .cancelAll, .fault: return nil
            case .execute(let command): return problem(with: command, coding, isInner: isInner)
            case .merge(let list):
                return list.elements.lazy.compactMap { problem(in: $0.node, coding, isInner: isInner) }.first
            case .delay(let delay): return problem(with: delay, coding, isInner: isInner)
            case .sequence(let list):
                return list.elements.lazy.compactMap { problem(in: $0.node, coding, isInner: true) }.first
            case .group(let group): return problem(in: group.node, coding, isInner: true)
            case .mapped(let mapping):
                return problem(in: mapping.child, coding?.child(of: mapping)?.coding, isInner: isInner)
            }
        }

        private static let innerReason = "it belongs to a group or a sequence"
        private static let childReason = "it belongs to a child that is not one of the durableChildren of its parent"
        private static let idReason = "its id is neither a String nor an Int, nor of a registered type"

        private static func problem(with delay: DelayNode, _ coding: ReducerCoding?, isInner: Bool) -> Problem? {
            if isInner { return Problem(what: delay.duration, reason: innerReason) }
            guard let coding else { return Problem(what: delay.duration, reason: childReason) }
            if case .throttle = delay.kind {
                return Problem(what: delay.duration, reason: "it is the interval of a throttle")
            }
            if let id = delay.id, !coding.types.canStore(id) { return Problem(what: id, reason: idReason) }
            return problem(in: delay.node, coding) ?? undelayed(delay.node, coding)
        }

        /// Returns the problem of a flow that is stored as what follows a delay.
        private static func undelayed(_ node: FlowNode, _ coding: ReducerCoding) -> Problem? {
            switch node {
            case .execute(let node) where node.command is any RemoteMessage || node.command is any TransientCommand:
                return Problem(what: node.command, reason: "it follows a delay; send it from an action after the delay")
            case .none, .execute, .delay: return nil
            case .send(let action):
                return action.any is any Codable
                    ? nil : Problem(what: action.any, reason: "it follows a delay, and is not Codable")
            case .merge(let list): return list.elements.lazy.compactMap { undelayed($0.node, coding) }.first
            case .mapped(let mapping):
                guard let child = coding.child(of: mapping) else {
                    return Problem(what: "a flow after a delay", reason: childReason)
                }
                return undelayed(mapping.child, child.coding)
            default:
                return Problem(what: "a flow after a delay", reason: "only actions and commands can follow a delay")
            }
        }

        /// Returns why a message to another engine cannot be stored in the inbox of its receiver with this turn.
        private static func messageProblem(_ node: CommandNode, isInner: Bool) -> Problem? {
            func problem(_ reason: String) -> Problem { Problem(what: node.command, reason: reason) }
            if isInner { return problem(innerReason) }
            if node.options?.timeout != nil { return problem("it has a timeout") }
            return switch node.policy {
            case .concurrent, .latest, .first: nil
            case .queue, .limit: problem("its policy lets it wait for another message")
            }
        }

        private static func problem(
            with node: CommandNode, _ coding: ReducerCoding?, isInner: Bool
        ) -> Problem? {
            let command = node.command
            func problem(_ reason: String) -> Problem { Problem(what: command, reason: reason) }
            func cancellationProblem() -> Problem? {
                guard let action = node.options?.cancelled, !(action.any is any Codable) else { return nil }
                return problem("its onCancel action is not Codable")
            }
            if command is any RemoteMessage { return messageProblem(node, isInner: isInner) }
            if command is any TransientCommand { return cancellationProblem() }
            if !(command is any DurableCommand) {
                return problem("it is neither a DurableCommand nor a TransientCommand")
            }
            if isInner { return problem(innerReason) }
            guard let coding else { return problem(childReason) }
            if !node.respondsByType { return problem("its events become actions by a closure") }
            if node.options?.timeout != nil { return problem("it has a timeout") }
            if let id = node.options?.givenID?.stored, !coding.types.canStore(id) { return problem(idReason) }
            return cancellationProblem()
        }
    }
#endif
