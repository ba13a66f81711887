import MillraceInspection
public import Millrace

/// Which of the commands that are pending is meant.
struct Pick<C: Command> {
    var index = 0
    var command: C?

    /// As a call says it.
    var description: String {
        if let command { return shortDescription(of: command) }
        return index == 0 ? "\(C.self).self" : "\(C.self).self, at: \(index)"
    }
}

extension TestStore {
    /// The commands that are pending, in the order in which they were asked for: no handler is there for them, and the
    /// test has not ended them.
    ///
    /// A command that waits for one before it (`policy: .queue`), or for its pause before another try, is not among
    /// them yet.
    public var pending: [any Command] {
        engine.processPending()
        return requests.all.map(\.anyCommand)
    }

    /// Demands that `command` was asked for, and that the test has not spoken of it before: neither expected nor
    /// answered it.
    ///
    /// It may be pending, or have been cancelled or handled since. Commands are the same as flows that execute them
    /// are. A command need not be expected before it is answered.
    ///
    /// - Fails: when there is none like it.
    public func expect<C: Command>(
        _ command: C, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let call = Call(Place(fileID, filePath, line, column), "expect(\(shortDescription(of: command)))")
        guard look(call), !log.speak(of: command) else { return }
        Failure.notAsked(command, others: log.unspoken(C.self), pending: pendingLines).report(at: call.place)
    }

    /// Says something for the handler of a command that is pending, and demands that the state after the event is what
    /// `assert` makes of the state before.
    func answer<C: Command>(
        _ verb: String, _ pick: Pick<C>, _ place: Place, _ assert: ((inout R.State) throws -> Void)? = nil,
        _ say: (Reply<C>) -> Void
    ) {
        let call = Call(place, "\(verb)(\(pick.description))")
        guard begin(call) else { return }
        let isMeant = pick.command.map { command in { areSame($0, command) } }
        guard let request = requests.find(C.self, at: pick.index, where: isMeant) else {
            log.current = nil
            let isHandled = engine.hasHandler(for: C.self) && !requests.serves(C.self)
            return Failure.notPending(call, pending: pendingLines, isHandled: isHandled).report(at: call.place)
        }
        log.speak(of: request.turn)
        say(request.reply)
        endLine()
        let isEvent = log.steps.first?.value.kind == .event
        check(isEvent ? log.steps.popFirst() : nil, call, assert)
    }
}
