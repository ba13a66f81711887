#if SQLite || App
    import Millrace

    /// A type of commands that can be stored.
    struct CommandType {
        let name: String
        let type: ObjectIdentifier
        /// Returns the request for a stored command.
        let node: (CommandRecord, ReducerCoding) throws -> CommandNode
        /// Returns how a command goes on whose handler had started.
        let interruption: (CommandNode) -> Outcome

        /// The events of a command become actions of another type than those of its reducer.
        private struct OtherResponse: Error, CustomStringConvertible {
            let command: String
            var description: String { "The events of the command \(command) are not actions of the store any more." }
        }

        enum Outcome {
            /// Calls the handler again. `asks` if the outside is asked before.
            case runAgain(starts: Int, asks: Bool)
            /// Sends this action.
            case end(AnyBox)
            case cancel
        }

        init<C: DurableCommand>(_ type: C.Type) {
            let response = ObjectIdentifier(C.Response.self)
            (name, self.type) = (C.durableName, ObjectIdentifier(type))
            node = { record, coding in
                guard response == coding.actionType else { throw OtherResponse(command: record.name) }
                let command: C = try JSONCoding.decode(Array(record.value.utf8))
                let id = try record.id.map { try coding.types.id($0) }
                let options = CommandOptions.make(
                    C.self, boxedID(id), record.policy.policy, record.retry?.retry ?? .never, nil,
                    try record.cancelled.map { try coding.actions.decode($0) })
                return CommandRequestNode(responding: command, options)
            }
            interruption = { node in
                switch C.interruption.kind {
                case .runAgain(let starts): return .runAgain(starts: starts, asks: false)
                case .ask(let starts): return .runAgain(starts: starts, asks: true)
                case .cancel: return .cancel
                case .fail(let failure):
                    guard let command = node.command as? C else { return .cancel }
                    return .end(Box(command.response(to: .failure(failure))))
                }
            }
        }
    }
#endif
