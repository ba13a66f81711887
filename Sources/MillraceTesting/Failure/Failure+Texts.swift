import Millrace

private let expectedAndThere = "- expected, + there"

/// "an action", "3 actions".
private func counted(_ count: Int, _ one: String, _ many: String) -> String { count == 1 ? one : "\(count) \(many)" }

// MARK: States

extension Failure {
    static func wrongState<State>(_ call: Call, expected: State, there: State, _ origin: [String]) -> Failure {
        Failure(
            what: "After \(call) the state is not what the closure makes of it.",
            detail: comparison(expected, there, expectedAndThere), origin: origin,
            fix: "say in the closure what the state is then, or mend the reducer.")
    }

    static func unsaidChange<State>(_ call: Call, before: State, after: State, _ origin: [String]) -> Failure {
        Failure(
            what: "\(call) changed the state, and the test does not say how.",
            detail: comparison(before, after, "- before, + after"), origin: origin,
            fix: "add a closure that makes the state before into the state after, { $0.… = … }, or mend the reducer."
        )
    }

    static func nothingChanged(_ call: Call) -> Failure {
        Failure(
            what: "The closure of \(call) changes nothing, and nothing has changed.",
            fix: "leave the closure out, or say in it what should have changed.")
    }

    static func moreChanged<State>(_ call: Call, said: State, after: State) -> Failure {
        Failure(what: "\(call) changed more than the test says.", detail: comparison(said, after, "- said, + there"))
    }

    static func closureThrew(_ call: Call, _ error: any Error) -> Failure {
        Failure(
            what: "The closure of \(call) threw: \(error)",
            fix: "let the closure change the state that it is given, and throw only where that cannot be done.")
    }
}

// MARK: What follows

extension Failure {
    /// What a test has not spoken of when it goes on, or when it ends.
    static func left(_ kind: Kind, _ things: [String], before next: String, _ origin: [String]) -> Failure {
        Failure(
            what:
                "This led to \(counted(things.count, kind.one, kind.many)), of which the test says nothing before "
                + "\(next).",
            detail: list(things), origin: origin,
            fix: "write \(kind.fix) for each, in this order, or mend the reducer.")
    }

    /// There is nothing to speak of.
    static func nothing(_ kind: Kind, _ call: Call, pending: [String]) -> Failure {
        let others = pending.isEmpty ? "No command is pending." : "These commands are pending:"
        return Failure(
            what: "\(call) finds no \(kind.name) that is left. \(others)",
            detail: pending.isEmpty ? nil : list(pending),
            fix:
                "do what leads to it before, such as store.complete(…, with: …) or store.clock.advance(by: …), or "
                + "leave the line out.")
    }

    static func wrong<Value>(_ kind: Kind, _ call: Call, expected: Value, there: Value, _ origin: [String]) -> Failure {
        Failure(
            what: "\(call) finds another \(kind.name).", detail: comparison(expected, there, expectedAndThere),
            origin: origin, fix: "speak of what happened, in the order in which it happened, or mend the reducer.")
    }

    /// One that a condition does not mean.
    static func unmatched(_ kind: Kind, _ call: Call, there: Any, _ origin: [String]) -> Failure {
        Failure(
            what: "\(call) finds another \(kind.name).", detail: dump(there), origin: origin,
            fix: "speak of what happened, in the order in which it happened, or mend the reducer.")
    }

    static func notReduced(_ call: Call, _ kind: Message.Kind) -> Failure {
        Failure(
            what: "\(call) was not reduced.",
            fix:
                "send outside of a turn, and have no middleware hold, change or drop the "
                + "\(kind).")
    }

    static func fault(_ fault: Fault, before next: String, _ origin: [String]) -> Failure {
        Failure(
            what: "This led to a fault, of which the test says nothing before \(next).", detail: fault.description,
            origin: origin,
            fix: "mend the wiring as it says, or write store.fault(.\(fault.kind)) where the fault is what you test."
        )
    }
}

// MARK: Commands

extension Failure {
    static func notAsked<C: Command>(_ command: C, others: [C], pending: [String]) -> Failure {
        let call = "expect(\(shortDescription(of: command)))"
        if let other = others.first {
            return Failure(
                what: "\(call) finds no such command; \(others.count == 1 ? "one" : "\(others.count)") of its type "
                    + "\(others.count == 1 ? "was" : "were") asked for otherwise.",
                detail: comparison(command, other, expectedAndThere),
                fix: "expect what was asked for, or mend the reducer.")
        }
        return Failure(
            what: "\(call) finds no command of its type that is left. "
                + (pending.isEmpty ? "No command is pending." : "These commands are pending:"),
            detail: pending.isEmpty ? nil : list(pending),
            fix:
                "do what asks for it before, have the reducer return .execute(\(shortDescription(of: command)), …), or leave the line "
                + "out."
        )
    }

    static func notPending(_ call: Call, pending: [String], isHandled: Bool) -> Failure {
        let why = isHandled ? " A handler answers commands of its type." : ""
        return Failure(
            what: "\(call) finds no such command that is pending.\(why) "
                + (pending.isEmpty ? "No command is pending." : "These commands are pending:"),
            detail: pending.isEmpty ? nil : list(pending),
            fix:
                "do what asks for it before, once for each answer; a command that has ended, was cancelled, has a handler "
                + "or still waits behind another (policy: .queue) cannot be answered.")
    }

    static func pending(_ command: any Command, attempt: Int, _ origin: [String]) -> Failure {
        let tries = attempt > 1 ? ", in attempt \(attempt)," : ""
        return Failure(
            what: "A command that was asked for here is still pending\(tries) when the test ends.",
            detail: dump(command), origin: origin,
            fix:
                "answer it, store.complete(\(type(of: command)).self, with: …), fail or cancel it, or have the reducer "
                + "cancel it before.")
    }

    static func running(_ command: any Command, _ origin: [String]) -> Failure {
        Failure(
            what:
                "A command that was asked for here has not ended when the test ends: its handler is at work, it waits "
                + "to be tried again, or a middleware holds it.",
            detail: dump(command), origin: origin,
            fix:
                "end the test with await store.finish(), which waits for handlers; let the time of a pause pass with "
                + "store.clock.advance(by: …); or have the reducer cancel it before.")
    }
}

// MARK: Time and the end

extension Failure {
    static func waiting(_ delay: Duration, _ things: [String], _ origin: [String]) -> Failure {
        Failure(
            what: "Something that waits for the clock has not happened when the test ends. It is due in \(delay):",
            detail: list(things), origin: origin,
            fix:
                "let the time pass with store.clock.advance(by: …) or store.clock.run(), and speak of what follows; or "
                + "have the reducer cancel it before.")
    }

    static func workers(_ count: Int) -> Failure {
        Failure(
            what: "\(counted(count, "A worker is", "workers are")) at work when the test ends.",
            fix:
                "end the test with await store.finish(), which waits for workers, or cancel their subscription before.")
    }

    static func backwards(_ duration: Duration) -> Failure {
        Failure(
            what: "clock.advance(by: \(duration)) would turn time back; none has passed.",
            fix: "advance by zero or more.")
    }

    static func endless(_ call: Call, _ limit: Int, left: Int, at time: Duration) -> Failure {
        Failure(
            what:
                "\(call) did \(max(0, limit)) things that had waited, and \(left) still "
                + "\(left == 1 ? "waits" : "wait"); the clock stands "
                + "at \(time).",
            fix:
                "have the reducer cancel what waits again and again, advance by a duration that has an end, or pass a "
                + "greater limit.")
    }

    static func nested(_ call: Call, within place: Place) -> Failure {
        Failure(
            what: "\(call) came in the middle of the line at \(place), and did nothing.",
            fix:
                "have the test say one line after the other; what an observer or a handler wants to send goes "
                + "to store.store."
        )
    }

    static func finished(_ call: Call, at place: Place) -> Failure {
        Failure(
            what: "\(call) came after the test store was finished at \(place), and did nothing.",
            fix: "finish at the end of the test, or make another test store.")
    }
}
