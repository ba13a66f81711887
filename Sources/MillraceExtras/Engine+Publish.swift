public import Millrace

extension Engine {
    /// Publishes an event without a command, for tests, previews and simulations.
    ///
    /// ```swift
    /// engine.publish(Event<FetchBooks>.data([.dune]))
    /// ```
    /// In its turn, stores that listen to the command's type reduce it, then listeners receive it. Within a turn, it waits its
    /// turn. Middleware decides about it, and it is recorded. No command ends or is answered, no handler is called, and the
    /// `as:` functions of flows and active commands do not receive it. A failure that no listener handles is not a fault.
    ///
    /// - Returns: The receipt, which ends with what the event caused.
    @discardableResult
    public func publish<C: Command>(_ event: Event<C>) -> Receipt {
        dispatch("The event \(event)") { scope in
            effects.enqueue(scope: scope) { [unowned self] in
                withTurn(.event, subject: nil, scope) { turn in
                    turn.setPayload(Box(event))
                    process(turn)
                }
            }
        }
    }
}
