import Millrace

private let expectedAndActual = "- expected, + actual"

/// Returns "an action" for one, and "3 actions" for three.
private func counted(_ count: Int, _ one: String, _ many: String) -> String { count == 1 ? one : "\(count) \(many)" }

// MARK: States

extension Failure {
    static func wrongState<State>(_ call: Call, expected: State, actual: State, _ origin: [String]) -> Failure {
        Failure(
            problem: "After \(call), the state differs from the state that the closure describes.",
            detail: comparison(expected, actual, expectedAndActual), origin: origin,
            fix: "change the closure so that it describes the new state, or fix the reducer.")
    }

    static func unsaidChange<State>(_ call: Call, before: State, after: State, _ origin: [String]) -> Failure {
        Failure(
            problem: "\(call) changed the state, but has no closure that describes the change.",
            detail: comparison(before, after, "- before, + after"), origin: origin,
            fix: "add a closure that changes the old state into the new state, { $0.… = … }, or fix the reducer."
        )
    }

    static func nothingChanged(_ call: Call) -> Failure {
        Failure(
            problem: "The closure of \(call) does not change the state, and the action did not change it either.",
            fix: "remove the closure, or describe the expected change in it.")
    }

    static func moreChanged<State>(_ call: Call, expected: State, after: State) -> Failure {
        Failure(
            problem: "\(call) changed more than its closure describes.",
            detail: comparison(expected, after, expectedAndActual))
    }

    static func closureThrew(_ call: Call, _ error: any Error) -> Failure {
        Failure(
            problem: "The closure of \(call) threw: \(error)",
            fix:
                "throw from the closure only if it cannot describe the new state, for example because a value is missing."
        )
    }
}

// MARK: Effects of a call

extension Failure {
    /// Values that the test had not asserted before its next call, or before it ended.
    static func unasserted(_ kind: Kind, _ values: [String], before next: String, _ origin: [String]) -> Failure {
        Failure(
            problem:
                "This caused \(counted(values.count, kind.singular, kind.plural)) that the test did not assert before "
                + "\(next).",
            detail: list(values), origin: origin,
            fix: "add \(kind.fix) for each, in this order, or fix the reducer.")
    }

    /// No value is left that the test could assert.
    static func noneLeft(_ kind: Kind, _ call: Call, pending: [String]) -> Failure {
        let others = pending.isEmpty ? "No command is pending." : "These commands are pending:"
        return Failure(
            problem: "\(call) failed: there is no \(kind.name) left to assert. \(others)",
            detail: pending.isEmpty ? nil : list(pending),
            fix:
                "first make the call that causes the \(kind.name), such as store.complete(…, with: …) or "
                + "store.clock.advance(by: …), or remove this line.")
    }

    static func wrong<Value>(
        _ kind: Kind, _ call: Call, expected: Value, actual: Value, _ origin: [String]
    ) -> Failure {
        Failure(
            problem: "\(call) failed: the next \(kind.name) is a different one.",
            detail: comparison(expected, actual, expectedAndActual), origin: origin, fix: assertInOrder(kind))
    }

    /// The next value does not satisfy the condition.
    static func unmatched(_ kind: Kind, _ call: Call, actual: Any, _ origin: [String]) -> Failure {
        Failure(
            problem: "\(call) failed: the next \(kind.name) is a different one.", detail: dump(actual), origin: origin,
            fix: assertInOrder(kind))
    }

    private static func assertInOrder(_ kind: Kind) -> String {
        "assert the \(kind.plural) in the order in which they occurred, or fix the reducer."
    }

    static func notReduced(_ call: Call, _ kind: Message.Kind) -> Failure {
        Failure(
            problem: "\(call) failed: the store did not reduce the \(kind).",
            fix:
                "do not make this call during a turn, and check that no middleware holds, changes or drops the \(kind)."
        )
    }

    static func fault(_ fault: Fault, before next: String, _ origin: [String]) -> Failure {
        Failure(
            problem: "This caused a fault that the test did not assert before \(next).", detail: fault.description,
            origin: origin,
            fix: "do what the fault says, or add store.fault(.\(fault.kind)) if the test expects the fault."
        )
    }
}

// MARK: Commands

extension Failure {
    static func notRequested<C: Command>(_ command: C, others: [C], pending: [String]) -> Failure {
        let call = "expect(\(shortDescription(of: command)))"
        if let other = others.first {
            return Failure(
                problem: "\(call) failed: no such command was requested. "
                    + "\(counted(others.count, "A different command", "different commands")) of its type "
                    + "\(others.count == 1 ? "was" : "were") requested.",
                detail: comparison(command, other, expectedAndActual),
                fix: "expect the command that was requested, or fix the reducer.")
        }
        return Failure(
            problem: "\(call) failed: there is no command of its type left to assert. "
                + (pending.isEmpty ? "No command is pending." : "These commands are pending:"),
            detail: pending.isEmpty ? nil : list(pending),
            fix:
                "first make the call that requests it, return .execute(\(shortDescription(of: command)), …) from the "
                + "reducer, or remove this line."
        )
    }

    static func notPending(_ call: Call, pending: [String], isHandled: Bool) -> Failure {
        let reason = isHandled ? " A handler is registered for its type." : ""
        return Failure(
            problem: "\(call) failed: no such command is pending.\(reason) "
                + (pending.isEmpty ? "No command is pending." : "These commands are pending:"),
            detail: pending.isEmpty ? nil : list(pending),
            fix:
                "first make the call that requests it, once for each answer. A command is not pending if it has ended, "
                + "was cancelled, has a handler, or is queued behind another command (policy: .queue).")
    }

    static func pending(_ command: any Command, attempt: Int, _ origin: [String]) -> Failure {
        let attempts = attempt > 1 ? " in attempt \(attempt)" : ""
        return Failure(
            problem: "A command that this line requested is still pending\(attempts) at the end of the test.",
            detail: dump(command), origin: origin,
            fix:
                "answer the command with store.complete(\(type(of: command)).self, with: …), store.fail(…) or "
                + "store.answer(…, with: .cancel), or cancel it in the reducer.")
    }

    static func running(_ command: any Command, _ origin: [String]) -> Failure {
        Failure(
            problem:
                "A command that this line requested has not ended at the end of the test. Its handler is running, its "
                + "retry is scheduled, it is queued behind another command, or middleware holds it.",
            detail: dump(command), origin: origin,
            fix:
                "wait for the handler with await store.finish(), advance the clock to the retry with "
                + "store.clock.advance(by: …), or cancel the command in the reducer.")
    }
}

// MARK: Time and the end

extension Failure {
    static func scheduled(_ delay: Duration, _ effects: [String], _ origin: [String]) -> Failure {
        Failure(
            problem: "A timer is still scheduled at the end of the test. In \(delay), it would cause:",
            detail: list(effects), origin: origin,
            fix:
                "advance the clock with store.clock.advance(by: …) or store.clock.run() and assert the effects, or "
                + "cancel the timer's effect in the reducer.")
    }

    /// The test waits, and nothing can happen.
    static func hangs(_ limit: Duration, _ effects: [String]) -> Failure {
        Failure(
            problem:
                "Nothing has happened in the test store for \(limit), and effects are in flight. A wait for them, such as "
                + "await store.finish() or await receipt.finished(), would never end. The engine was shut down.",
            detail: list(effects),
            fix:
                "before the wait, answer pending commands with store.complete(…, with: …) and advance the clock with "
                + "store.clock.advance(by: …). End each command in its handler. If handlers take longer, raise "
                + "store.waitLimit.")
    }

    static func workers(_ count: Int) -> Failure {
        Failure(
            problem: "\(counted(count, "A worker is", "workers are")) still running at the end of the test.",
            fix:
                "wait for workers with await store.finish(), or cancel their subscription before the end of the test.")
    }

    static func backwards(_ duration: Duration) -> Failure {
        Failure(
            problem: "clock.advance(by: \(duration)) failed: the duration is negative. The clock did not change.",
            fix: "pass a duration of zero or more.")
    }

    static func endless(_ call: Call, _ limit: Int, left: Int, at time: Duration) -> Failure {
        Failure(
            problem:
                "\(call) stopped at its limit: it fired \(counted(max(0, limit), "1 timer", "timers")), and "
                + "\(counted(left, "1 timer is", "timers are")) still scheduled. The time of the clock is \(time).",
            fix:
                "cancel the repeating timer in the reducer, advance by a shorter duration, or pass a greater limit.")
    }

    static func nested(_ call: Call, within place: Place) -> Failure {
        Failure(
            problem: "\(call) was called while the call at \(place) was running. It did nothing.",
            fix:
                "make one call after the other. To send from an observer or a handler, use store.store, the store under "
                + "test."
        )
    }

    static func finished(_ call: Call, at place: Place) -> Failure {
        Failure(
            problem: "\(call) was called after finish() at \(place). It did nothing.",
            fix: "call finish() at the end of the test, or create another test store.")
    }
}
