// The faults of middleware that name a message.
extension Fault {
    static func heldAtShutdown(_ message: Message) -> Fault {
        Fault(
            .heldAtShutdown, "Middleware still held \(message) at shutdown().",
            cause: "It can no longer be resumed, so it was cancelled.",
            fix: "Before shutdown(), call engine.resume(id) or engine.resume(id, with: .cancel()).")
    }

    static func wrongPayload(_ payload: Any, changing message: Message) -> Fault {
        Fault(
            .wrongPayload,
            "A middleware changed the payload of \(message) to the type \(type(of: payload)), which does not fit.",
            cause: "Only commands and facts may change type, to another command or fact. The message was cancelled.",
            fix: "Pass a payload of the old type, or use .redirect(to:).")
    }

    static func wrongPayload(_ payload: Any, copying message: Message) -> Fault {
        Fault(
            .wrongPayload,
            "A middleware made a copy of \(message) with a payload of the type \(type(of: payload)), which does not fit.",
            cause: "The copy was ignored.", fix: "Create the copy with message.with(…) and a payload of the old type.")
    }

    static func wrongPayload(redirecting message: Message, to reducer: Any.Type) -> Fault {
        Fault(
            .wrongPayload,
            "A middleware redirected \(message) to a flow of \(reducer), but the message belongs to no store of \(reducer).",
            cause: "The message was cancelled.", fix: "Use .redirect(to:on:) to name the store.")
    }

    static func otherEngine(_ reducer: Any.Type, _ message: Message) -> Fault {
        Fault(
            .otherEngine, "A middleware redirected \(message) to a store of \(reducer) on another engine.",
            cause: "Engines share no messages, so the message was cancelled.",
            fix: "Redirect it to a store of the same engine, or call store.inbox.offer(…) of the other store.")
    }
}

extension Message: FaultDescribable {
    /// The kind of the message and the name of its payload, such as `"action Account.Action.logIn"`.
    public var faultDescription: String { "\(kind) \(Fault.name(of: payload))" }
}
