#if SQLite || App
    import Millrace
    import MillraceDurable

    /// A call of a handler on a real engine, whose outcomes an explorer has declared.
    final class HostedCall<R: Reducer> {
        let command: any Command
        /// The number of the command's turn.
        let turn: UInt64
        /// Returns the possible outcomes, each with the function that gives it.
        let outcomes: (OutcomeContext<R>) -> [HostedOutcome]

        init(
            _ command: any Command, _ turn: UInt64, _ outcomes: @escaping (OutcomeContext<R>) -> [HostedOutcome]
        ) {
            (self.command, self.turn, self.outcomes) = (command, turn, outcomes)
        }
    }

    /// A possible outcome of a call.
    struct HostedOutcome {
        let label: String
        /// Whether no other outcome can follow.
        let isLast: Bool
        let perform: () -> Void
    }

    extension Model {
        /// Registers the declared types and a handler for each of them, which passes its calls on.
        func host(on durable: DurableEngine, _ receive: @escaping (HostedCall<R>) -> Void) {
            for type in durableTypes { durable.register(type) }
            for host in hosts.values { host(durable.engine, receive) }
        }

        /// Returns a function that registers a handler on an engine, which passes its calls on.
        static func host<C: Command>(
            _ type: C.Type, _ outcomes: @escaping @Sendable (C, OutcomeContext<R>) -> [Outcome<C>]
        ) -> (Engine, @escaping (HostedCall<R>) -> Void) -> Void {
            { engine, receive in
                engine.handle(type) { (command: C, reply: Reply<C>) in
                    receive(
                        HostedCall(command, reply.turn) { context in
                            outcomes(command, context).map { outcome in
                                HostedOutcome(label: outcome.label, isLast: outcome.verb.isLast) {
                                    outcome.send(to: reply)
                                }
                            }
                        })
                }
            }
        }
    }
#endif
