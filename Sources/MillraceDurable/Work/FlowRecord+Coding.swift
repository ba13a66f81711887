#if SQLite || App
    import Millrace

    extension FlowRecord {
        /// Encodes a flow that has no ``problem(in:_:isInner:)``.
        init(_ node: FlowNode, _ coding: ReducerCoding) throws {
            switch node {
            case .send(let action): self = .send(try coding.actions.encode(action.any))
            case .execute(let command): self = .execute(try CommandRecord(command, coding))
            case .merge(let list): self = .merge(try list.elements.map { try FlowRecord($0.node, coding) })
            case .delay(let delay):
                self = .delay(
                    DelayRecord(
                        isDebounce: delay.kind == .debounce, nanoseconds: nanoseconds(delay.duration),
                        id: try delay.id.flatMap { try coding.types.record(of: $0) },
                        flow: try FlowRecord(delay.node, coding)))
            case .mapped(let mapping):
                guard let child = coding.child(of: mapping) else { throw UnknownChild(name: "\(mapping.childType)") }
                self = try [(child, mapping.key)].record(of: FlowRecord(mapping.child, child.coding))
            default: self = .merge([])
            }
        }

        /// Returns the flow.
        func node(_ coding: ReducerCoding) throws -> FlowNode {
            switch self {
            case .send(let action): .send(try coding.actions.decode(action))
            case .execute(let command):
                try coding.types.commands[command.name].map { .execute(try $0.node(command, coding)) } ?? .none
            case .merge(let flows): try flows.reduce(.none) { $0.and(try $1.node(coding)) }
            case .delay(let delay): .delay(try delay.node(after: .nanoseconds(delay.nanoseconds), coding))
            case .child(let record):
                try record.child(of: coding).map(record.flow.node(record.child(of: coding).coding), record.key)
            }
        }

        /// The commands in the flow.
        var commands: [CommandRecord] {
            switch self {
            case .send: []
            case .execute(let command): [command]
            case .merge(let flows): flows.flatMap(\.commands)
            case .delay(let delay): delay.flow.commands
            case .child(let record): record.flow.commands
            }
        }

        /// The names of the types of commands in the flow.
        var names: [String] { commands.map(\.name) }
    }

    extension ChildRecord {
        /// Returns the child.
        func child(of parent: ReducerCoding) throws -> ReducerCoding.Child {
            guard let child = parent.child(named: name) else { throw UnknownChild(name: name) }
            return child
        }
    }

    /// Work of a child that is not declared.
    struct UnknownChild: Error, CustomStringConvertible {
        let name: String
        var description: String { "The child \"\(name)\" is not one of the durableChildren." }
    }

    extension DelayRecord {
        func node(after duration: Duration, _ coding: ReducerCoding) throws -> DelayNode {
            DelayNode(
                isDebounce ? .debounce : .after, duration, try id.map { try coding.types.id($0) },
                try flow.node(coding))
        }
    }

    extension CommandRecord {
        init(_ node: CommandNode, _ coding: ReducerCoding) throws {
            func encode(_ command: some DurableCommand) throws -> (String, String) {
                (type(of: command).durableName, try JSONCoding.text(command))
            }
            guard let command = node.command as? any DurableCommand else {
                throw ActionCoding.NotCodable(type: "\(type(of: node.command))")
            }
            (name, value) = try encode(command)
            id = try node.options?.givenID.flatMap { try coding.types.record(of: $0.stored) }
            (policy, retry) = (PolicyRecord(node.policy), node.retry == .never ? nil : RetryRecord(node.retry))
            cancelled = try node.options?.cancelled.map { try coding.actions.encode($0.any) }
        }
    }
#endif
