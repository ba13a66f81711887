extension Fault {
    static func noHandler(_ command: some Command) -> Fault {
        Fault(
            .noHandler, "The command \(command) was executed, but the engine has no handler for \(type(of: command)).",
            "It cannot be done and has ended. To fix this, call engine.handle(\(type(of: command)).self) { … } "
                + "before it is executed, or make the command ExecutableCommand.")
    }

    static func handlerReplaced(_ type: Any.Type, old: Site, new: Site) -> Fault {
        Fault(
            .handlerReplaced, "A second handler for \(type), registered at \(new), replaced the one from \(old).",
            "A command has exactly one handler, so the first is no longer called. To fix this, remove one of the two, "
                + "or cancel the first one's subscription before.")
    }

    static func unhandledFailure(_ command: some Command, _ error: any Error) -> Fault {
        Fault(
            .unhandledFailure, "The command \(command) failed with \(error), and nobody heard.",
            "Its flow has no `as:`, and nobody reacts to it. To fix this, pass `as:` to .execute, or register "
                + "engine.listen(to: \(type(of: command)).self, onFailure: { … }).")
    }

    package static func shutDown(_ what: String) -> Fault {
        Fault(
            .shutDown, "\(what) came after engine.shutdown().",
            "A closed engine turns no more, so it was not done. To fix this, stop sending when you shut the engine "
                + "down, or make a new engine.")
    }

    package static func storeReleased(_ what: String) -> Fault {
        Fault(
            .storeReleased, "\(what) waited for a store that has gone.",
            "It was not reduced. To fix this, keep the store until what was sent to it has been reduced.")
    }

    static func missingChild(_ child: Any.Type, action: Any, at site: Site) -> Fault {
        Fault(
            .missingChild, "The action \(action) came to the child \(child) at \(site), which is not there.",
            "It was not reduced. To fix this, send it only while the child is there, or map the child's flow with its "
                + "key path, .map(…, at: \\.child), so that its work ends when it goes.")
    }

    static func missingChildPath(_ child: Any.Type, in parent: Any.Type) -> Fault {
        Fault(
            .missingChildPath, "A flow of \(child) was mapped into \(parent) without the child's key path.",
            "Work in it belongs to a grandchild that may go, and nobody would notice. To fix this, write "
                + ".map(…, at: \\.child) in \(parent).")
    }

    static func runaway(turns: Int, chain: [String]) -> Fault {
        Fault(
            .runaway, "\(turns) turns followed one another without an end: \(chain.joined(separator: " → ")) → …",
            "Each of them asked for the next, so the loop gives its actor back between slices and goes on. To fix this, "
                + "break the circle in one of these, or raise engine.turnsPerSlice if the chain is meant to be long.")
    }

    static func unknownHeldMessage(_ id: UInt64) -> Fault {
        Fault(
            .unknownHeldMessage, "engine.resume(\(id)) was called, but no message with that id is held.",
            "It was never held, or was already resumed, so the call did nothing. To fix this, call resume once for each "
                + "time that intercept returned .hold, with the id of that message, after intercept has returned.")
    }

    static func heldAtShutdown(_ message: Message) -> Fault {
        Fault(
            .heldAtShutdown, "Middleware still held \(message) when the engine was shut down.",
            "It can no longer be resumed, so it was cancelled. To fix this, resume or cancel every held message before "
                + "engine.shutdown().")
    }

    static func wrongPayload(_ payload: Any, for message: Message) -> Fault {
        Fault(
            .wrongPayload, "A middleware put \(type(of: payload)) in the place of \(message).",
            "A store reduces its own actions only, and an event belongs to its command, so the message was cancelled. "
                + "To fix this, pass a payload of the same type, or redirect to a flow.")
    }

    static func otherEngine(_ reducer: Any.Type, _ message: Message) -> Fault {
        Fault(
            .otherEngine, "A middleware redirected \(message) to a store of \(reducer) on another engine.",
            "Two engines never meet, so the message was cancelled. To fix this, redirect to a store of the same engine, or "
                + "send to the other through its inbox.")
    }

    static func circularWait(for message: Any.Type, _ circle: [String]) -> Fault {
        Fault(
            .circularWait,
            "In a delivery of \(message), listeners wait for each other: "
                + "\(circle.joined(separator: " → ")).",
            "None of them can be first, so the last wait was passed over, and each heard once. To fix this, take one "
                + "delivery.wait(for:) out of the circle.")
    }

    static func ineffectiveWait(for message: Any.Type, _ waiter: String) -> Fault {
        Fault(
            .ineffectiveWait, "In a delivery of \(message), \(waiter) waits for a listener that cannot come before it.",
            "It listens to something else, or hears only when every store has reduced, so the wait was passed over. To "
                + "fix this, wait for a subscription to the same message: a store for a store, a listener for either.")
    }

    static func replyDropped(_ command: some Command) -> Fault {
        Fault(
            .replyDropped, "The handler of \(command) let its reply go without ending the command.",
            "The command would never end, so it was cancelled. To fix this, call reply.finish() or reply.fail(…) on "
                + "every path.")
    }

    static func replyAfterEnd(_ command: some Command) -> Fault {
        Fault(
            .replyAfterEnd, "The handler of \(command) replied after it had ended the command.",
            "A command ends exactly once, so the reply went nowhere. To fix this, reply before finish() or fail(…).")
    }

    package static func noOwner(_ what: String, _ reducer: Any.Type) -> Fault {
        Fault(
            .noOwner, "\(what) was asked for in a store of \(reducer) that has no owner.",
            "Nothing knows where it leads, so it was discarded. To fix this, give the store an owner, "
                + "observe it with store.onTransition or store.onInput, or assert it in a TestStore.")
    }
}
