public import Millrace

// Typed middleware: each form receives one type of message, and passes all others.
extension Middleware where Self == Interceptor {
    /// Calls `decide` for each action of the stores whose reducer is an `R`.
    ///
    /// ```swift
    /// engine.middleware = [
    ///     .intercept(Cart.self) { action in
    ///         guard case .add(let item, let count) = action, count > 99 else { return .pass }
    ///         return .change(to: .add(item, 99))
    ///     }
    /// ]
    /// ```
    /// The actions of a child belong to the store of its parent: name the parent. To read the state before the action, take the
    /// message as the second parameter, and use ``Message/state(of:)``. To throw is to fail the action.
    public static func intercept<R: Reducer>(
        _ reducer: R.Type, _ decide: @escaping (_ action: R.Action) throws -> ActionDecision<R>
    ) -> Interceptor { intercept(reducer) { action, _ in try decide(action) } }

    /// Calls `decide` for each action of the stores whose reducer is an `R`, with the action's message.
    public static func intercept<R: Reducer>(
        _ reducer: R.Type, _ decide: @escaping (_ action: R.Action, _ message: Message) throws -> ActionDecision<R>
    ) -> Interceptor {
        typed(.action) { (action: R.Action, message) in
            guard message.content.store?.id.reducer == reducer else { return .pass }
            return try decide(action, message).decision(about: message)
        }
    }

    /// Calls `decide` for each command of this type, before its handler is called.
    ///
    /// To fail the command with an error of its own type, return ``TypedDecision/fail(with:)``.
    public static func intercept<C: Command>(
        _ command: C.Type, _ decide: @escaping (_ command: C) -> CommandDecision<C>
    ) -> Interceptor { intercept(command) { command, _ in decide(command) } }

    /// Calls `decide` for each command of this type, with the command's message.
    public static func intercept<C: Command>(
        _ command: C.Type,
        _ decide: @escaping (_ command: C, _ message: Message) -> CommandDecision<C>
    ) -> Interceptor { typed(.command) { decide($0, $1).decision(about: $1) } }

    /// Calls `decide` for each event of the commands of this type, before a store or a listener receives the event.
    ///
    /// With ``TypedDecision/fail(with:)``, the command ends with this failure.
    public static func intercept<C: Command>(
        eventsOf command: C.Type, _ decide: @escaping (_ event: Event<C>) -> EventDecision<C>
    ) -> Interceptor { intercept(eventsOf: command) { event, _ in decide(event) } }

    /// Calls `decide` for each event of the commands of this type, with the event's message.
    public static func intercept<C: Command>(
        eventsOf command: C.Type,
        _ decide: @escaping (_ event: Event<C>, _ message: Message) -> EventDecision<C>
    ) -> Interceptor { typed(.event) { decide($0, $1).decision(about: $1) } }

    /// Calls `decide` for each fact of this type, before a listener receives the fact.
    public static func intercept<F: Fact>(
        _ fact: F.Type, _ decide: @escaping (_ fact: F) throws -> FactDecision<F>
    ) -> Interceptor { intercept(fact) { fact, _ in try decide(fact) } }

    /// Calls `decide` for each fact of this type, with the fact's message.
    public static func intercept<F: Fact>(
        _ fact: F.Type, _ decide: @escaping (_ fact: F, _ message: Message) throws -> FactDecision<F>
    ) -> Interceptor { typed(.fact) { try decide($0, $1).decision(about: $1) } }

    /// Calls `decide` for each message of a kind with a payload of the type `Payload`.
    private static func typed<Payload>(
        _ kind: Message.Kind, _ decide: @escaping (Payload, Message) throws -> Decision
    ) -> Interceptor {
        Interceptor { message in
            guard message.kind == kind, let payload = message.payload(as: Payload.self) else { return .pass }
            return try decide(payload, message)
        }
    }
}
