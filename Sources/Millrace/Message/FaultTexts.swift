extension Fault {
    static func noHandler(_ command: some Command) -> Fault {
        Fault(
            .noHandler, "The command \(command) was executed, but the engine has no handler for \(type(of: command)).",
            cause: "A command without a handler cannot run, so it ended at once.",
            fix: "Call engine.handle(\(type(of: command)).self) { … } first, or make the command an ExecutableCommand.")
    }

    static func handlerReplaced(_ type: Any.Type, old: Site, new: Site) -> Fault {
        Fault(
            .handlerReplaced, "A second handler for \(type), registered at \(new), replaced the one from \(old).",
            cause: "A command has exactly one handler, so the first one is no longer called.",
            fix: "Remove one of the two, or cancel the first one's subscription before you register the second.")
    }

    static func unhandledFailure(_ command: some Command, _ error: any Error) -> Fault {
        Fault(
            .unhandledFailure, "The command \(command) failed with \(error), and nothing handled the failure.",
            cause: "Its flow has no `as:`, no listener handles its failures, and no caller awaits its receipt.",
            fix: "Pass `as:` to .execute, or call engine.listen(to: \(type(of: command)).self, onFailure: { … }).")
    }

    package static func shutDown(_ what: String) -> Fault {
        Fault(
            .shutDown, "\(what) came after engine.shutdown().",
            cause: "The engine processes nothing more.", fix: "Send nothing after shutdown(), or create a new engine.")
    }

    package static func storeReleased(_ what: String) -> Fault {
        Fault(
            .storeReleased, "\(what) could not be delivered: the store was released.",
            cause: "A released store reduces nothing.", fix: "Retain the store until it has reduced everything.")
    }

    static func missingChild(_ child: Any.Type, action: Any, at site: Site) -> Fault {
        Fault(
            .missingChild, "The action \(action) was sent to the child \(child) at \(site), which does not exist.",
            cause: "The child was removed, so the action was not reduced.",
            fix: "Map the child's flow with its key path, .map(…, at: \\.child), so that its effects end with it.")
    }

    static func missingChildPath(_ child: Any.Type, in parent: Any.Type) -> Fault {
        Fault(
            .missingChildPath, "A flow of \(child) was mapped into \(parent) without the child's key path.",
            cause: "A removed grandchild's effects would not be cancelled.",
            fix: "Write .map(…, at: \\.child) in \(parent).")
    }

    static func runaway(turns: Int, chain: [String]) -> Fault {
        Fault(
            .runaway, "\(turns) turns followed one another without an end: \(chain.joined(separator: " → ")) → …",
            cause: "Each turn caused the next; the engine continues, and its actor runs other jobs in between.",
            fix: "Break the cycle in one of these, or raise engine.turnsPerSlice if the chain is meant to be long.")
    }

    static func unknownHeldMessage(_ id: UInt64) -> Fault {
        Fault(
            .unknownHeldMessage, "engine.resume(\(id)) was called, but no message with that id is held.",
            cause: "The message was never held, or was already resumed, so the call did nothing.",
            fix: "Call resume once for each message that intercept held, with its id, after intercept has returned.")
    }

    static func heldAtShutdown(_ message: Message) -> Fault {
        Fault(
            .heldAtShutdown, "Middleware still held \(message) when the engine was shut down.",
            cause: "It can no longer be resumed, so it was cancelled.", fix: "Resume or cancel it before shutdown().")
    }

    static func wrongPayload(_ payload: Any, for message: Message) -> Fault {
        Fault(
            .wrongPayload, "A middleware replaced the payload of \(message) by one of the type \(type(of: payload)).",
            cause: "A store reduces only its own actions, and an event belongs to its command, so it was cancelled.",
            fix: "Pass a payload of the same type, or redirect the message to a flow.")
    }

    static func otherEngine(_ reducer: Any.Type, _ message: Message) -> Fault {
        Fault(
            .otherEngine, "A middleware redirected \(message) to a store of \(reducer) on another engine.",
            cause: "Engines share no messages, so the message was cancelled.",
            fix: "Redirect it to a store of the same engine, or send to the other store through its inbox.")
    }

    static func circularWait(for message: Any.Type, _ cycle: [String]) -> Fault {
        Fault(
            .circularWait, "In a delivery of \(message), listeners wait in a cycle: \(cycle.joined(separator: " → ")).",
            cause: "None of these listeners can be first, so the last wait was ignored.",
            fix: "Remove one delivery.wait(for:) from the cycle.")
    }

    static func ineffectiveWait(for message: Any.Type, _ waiter: String) -> Fault {
        Fault(
            .ineffectiveWait, "In a delivery of \(message), \(waiter) waits for a listener that cannot come before it.",
            cause: "That listener receives another message, or receives this one after every store has reduced it.",
            fix: "Wait for a subscription to the same message: a store for a store, a listener for either.")
    }

    static func replyDropped(_ command: some Command) -> Fault {
        Fault(
            .replyDropped, "The handler of \(command) released its reply without ending the command.",
            cause: "The command could never end, so it was cancelled.", fix: "Call finish() or fail(…) on every path.")
    }

    static func replyAfterEnd(_ command: some Command) -> Fault {
        Fault(
            .replyAfterEnd, "The handler of \(command) used its reply after the command had ended.",
            cause: "A command ends exactly once, so the reply was ignored.", fix: "Reply before finish() or fail(…).")
    }

    package static func noOwner(_ what: String, _ reducer: Any.Type) -> Fault {
        Fault(
            .noOwner, "\(what) was requested by a store of \(reducer) that has no owner.",
            cause: "Only an owner can deliver it, so it was discarded.",
            fix: "Present the module, observe store.onTransition or store.onInput, or assert it in a TestStore.")
    }
}
