#if SQLite || App
    import Millrace

    /// A type of commands that can be stored.
    struct CommandType {
        let name: String
        /// The type of the commands, and that of their actions.
        let type: ObjectIdentifier
        let response: ObjectIdentifier
        /// Returns the request for a stored command.
        let node: (CommandRecord, ActionCoding) throws -> CommandNode
        /// Returns how a command goes on whose handler had started.
        let interruption: (CommandNode) -> Outcome

        enum Outcome {
            case runAgain(starts: Int)
            /// Sends this action.
            case end(AnyBox)
            case cancel
        }

        init<C: DurableCommand>(_ type: C.Type) {
            (name, self.type) = (C.durableName, ObjectIdentifier(type))
            response = ObjectIdentifier(C.Response.self)
            node = { record, actions in
                let command: C = try JSONCoding.decode(Array(record.value.utf8))
                let options = CommandOptions.make(
                    C.self, boxedID(record.id?.id), record.policy.policy, record.retry?.retry ?? .never, nil,
                    try record.cancelled.map { try actions.decode($0) })
                return CommandRequestNode(responding: command, options)
            }
            interruption = { node in
                switch C.interruption.kind {
                case .runAgain(let starts): return .runAgain(starts: starts)
                case .cancel: return .cancel
                case .fail(let failure):
                    guard let command = node.command as? C else { return .cancel }
                    return .end(Box(command.response(to: .failure(failure))))
                }
            }
        }
    }
#endif
