import MillraceHistory
public import Millrace

/// Selects a pending command: by its index, or by its value.
struct CommandSelection<C: Command> {
    var index = 0
    var command: C?

    /// The command argument of the call, as it is written in the test.
    var description: String {
        if let command { return shortDescription(of: command) }
        return index == 0 ? "\(C.self).self" : "\(C.self).self, at: \(index)"
    }
}

extension TestStore {
    /// The pending commands, in the order in which they were requested. Only the test can answer them.
    ///
    /// A pending command has no handler, and the test has not ended it. Commands that are queued behind another command
    /// (`policy: .queue`), or that wait for a retry delay, are not pending yet.
    public var pending: [any Command] {
        engine.processPending()
        return requests.all.map(\.anyCommand)
    }

    /// Asserts that `command` was requested, and that the test has neither expected nor answered it before.
    ///
    /// The command can be pending, or it may have been cancelled or handled since. Commands are compared like those of
    /// equal flows. A test can answer a command without expecting it first.
    ///
    /// Fails the test if no such command was requested.
    public func expect<C: Command>(
        _ command: C, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let call = Call(Place(fileID, filePath, line, column), "expect(\(shortDescription(of: command)))")
        guard beginAssertion(call), !log.markAsserted(command) else { return }
        Failure.notRequested(command, others: log.unasserted(C.self), pending: pendingLines).report(at: call.place)
    }

    /// Answers a pending command in place of its handler.
    ///
    /// Asserts that the event changes the state as `assert` does.
    func answer<C: Command>(
        _ selection: CommandSelection<C>, _ outcome: Outcome<C>, _ place: Place,
        _ assert: ((inout R.State) throws -> Void)? = nil
    ) {
        let call = Call(place, outcome.call(for: selection.description))
        guard beginCall(call) else { return }
        let matches = selection.command.map { command in { areSame($0, command) } }
        guard let request = requests.find(C.self, at: selection.index, where: matches) else {
            log.current = nil
            let isHandled = engine.hasHandler(for: C.self) && !requests.serves(C.self)
            return Failure.notPending(call, pending: pendingLines, isHandled: isHandled).report(at: call.place)
        }
        log.markAsserted(request.turn)
        outcome.send(to: request.reply)
        endCall()
        let isEvent = log.steps.first?.value.kind == .event
        check(isEvent ? log.steps.popFirst() : nil, call, assert)
    }
}
