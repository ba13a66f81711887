extension Fault {
    /// The command fails with the fault if its `Failure` type can hold a fault. Otherwise, it is cancelled.
    package static func noHandler<C: Command>(_ command: C) -> Fault {
        let outcome = custom("", cause: "", fix: "") as any Error is C.Failure ? "failed" : "was cancelled"
        return Fault(
            .noHandler, "The command \(command) was executed, but the engine has no handler for \(type(of: command)).",
            cause: "A command without a handler cannot run, so it \(text: outcome) at once.",
            fix: "Call engine.handle(\(type(of: command)).self) { … } first, or make the command an ExecutableCommand.")
    }

    package static func handlerReplaced(_ type: Any.Type, old: Site, new: Site) -> Fault {
        Fault(
            .handlerReplaced,
            "A second handler for \(type), registered at \(text: new), replaced the one from \(text: old).",
            cause: "A command has exactly one handler, so the first one is no longer called.",
            fix: "Remove one of the two, or cancel the first one's subscription before you register the second.")
    }

    package static func unhandledFailure(_ command: some Command, _ error: any Error) -> Fault {
        Fault(
            .unhandledFailure, "The command \(command) failed with \(error), and nothing handled the failure.",
            cause: "Its flow has no `as:`, no listener handles its failures, and no caller awaits its receipt.",
            fix: """
                Handle the failure with as: in .execute, with engine.listen(to: \(type(of: command)).self, onFailure: { … }), \
                or by awaiting receipt.finished().
                """)
    }

    package static func shutDown(_ what: FaultText) -> Fault {
        Fault(
            .shutDown, "\(what) came after engine.shutdown().",
            cause: "An engine that was shut down processes nothing, so this was ignored.",
            fix: "Send nothing after shutdown(), or create a new engine.")
    }

    package static func storeReleased(_ what: FaultText) -> Fault {
        Fault(
            .storeReleased, "\(what) could not be delivered: the store was released.",
            cause: "No store is left to receive this, so it was discarded.",
            fix: "Keep a strong reference to the store as long as messages are sent to it.")
    }

    static func missingChild(_ child: Any.Type, action: Any, at site: Site) -> Fault {
        Fault(
            .missingChild, "The child \(child) does not exist, so it did not reduce \(action) (at \(text: site)).",
            cause: "It was removed before the action arrived, or was never created.",
            fix: """
                If an effect of the removed child sent the action, map the flow with .map(…, at: \\.child). Otherwise do not send \
                the action.
                """)
    }

    static func missingChildPath(_ child: Any.Type, in parent: Any.Type) -> Fault {
        Fault(
            .missingChildPath, "A flow of \(child) was mapped into \(parent) without the child's key path.",
            cause: "Without it, effects of an optional child within \(child) are not cancelled when it is removed.",
            fix: "Write .map(…, at: \\.child) in \(parent).")
    }

    package static func runaway(turns: Int, chain: [String]) -> Fault {
        Fault(
            .runaway,
            "\(text: turns) turns followed one another without a pause: \(text: chain.joined(separator: " → ")) → …",
            cause: "Each message caused the next. The engine continues, but lets its actor run other work.",
            fix: "Make one of these stop sending the next. If the chain is intended, raise engine.turnsPerSlice.")
    }

    package static func unknownHeldMessage(_ id: UInt64) -> Fault {
        Fault(
            .unknownHeldMessage, "engine.resume(\(text: id)) was called, but no message with that id is held.",
            cause: "The message was never held, or was already resumed, so the call did nothing.",
            fix: "Call resume once for each held message, with message.id, after intercept(_:) has returned .hold.")
    }

    package static func circularWait(for message: Any.Type, _ cycle: [String]) -> Fault {
        Fault(
            .circularWait,
            "In a delivery of \(message), listeners wait in a cycle: \(text: cycle.joined(separator: " → ")).",
            cause: "Each waits for the next, so none can be called first. The last wait was ignored.",
            fix: "Remove one delivery.wait(for:) from the cycle.")
    }

    package static func ineffectiveWait(for message: Any.Type, _ waiter: String) -> Fault {
        Fault(
            .ineffectiveWait,
            "In a delivery of \(message), \(text: waiter) waits for a listener that cannot be called first.",
            cause: "That listener receives another message, or receives this one after every store has reduced it.",
            fix: "Wait for a subscription to the same message. A store can wait only for another store.")
    }

    package static func replyDropped(_ command: some Command) -> Fault {
        Fault(
            .replyDropped, "The handler of \(command) released its reply without ending the command.",
            cause: "The command could never end, so it was cancelled.", fix: "Call finish() or fail(…) on every path.")
    }

    package static func replyAfterEnd(_ command: some Command) -> Fault {
        Fault(
            .replyAfterEnd, "The handler of \(command) used its reply after the command had ended.",
            cause: "A command ends exactly once, so the reply was ignored.", fix: "Reply before finish() or fail(…).")
    }

    package static func noOwner(_ what: FaultText, _ reducer: Any.Type) -> Fault {
        Fault(
            .noOwner, "\(what) came from a store of \(reducer) that no navigator presents.",
            cause: "Nothing can deliver it, so it was discarded.",
            fix: """
                Present the module in a navigator. Without one, handle it with store.onTransition or store.onInput, or use a \
                TestStore in a test.
                """)
    }
}
