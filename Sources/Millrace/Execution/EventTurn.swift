/// What a handler has said, as the event of its command.
final class EventTurn: TurnContent, Turn {
    let task: EffectTask
    private let attempt: Int32
    private let answer: Answer
    private let event: AnyBox?
    /// Whether the command ends with it.
    var isLast = false
    /// Whether the command's end waits for it.
    var isHeld = false
    private var hasEnded = false

    init(_ task: EffectTask, attempt: Int32, _ answer: Answer, on engine: Engine, scope: Int32, cause: UInt64) {
        (self.task, self.attempt, self.answer, event) = (task, attempt, answer, answer.event)
        super.init(.event, on: engine, scope: scope, cause: cause)
    }

    override var payload: Any { event?.any ?? () }
    override var subject: AnyObject? { task.store }
    var label: String { event.map { "\(task.commandName).\(caseName(of: $0.any))" } ?? task.commandName }
    override var isReported: Bool { isLast && task.isFailureReported }

    func prepare() -> Bool {
        if case .copy = answer {
            guard engine.machine.isLive(task.handle) else { return discard() }
            isHeld = true
        } else if !engine.machine.accepts(task.handle, attempt: attempt) {
            return discard()
        }
        scope = engine.machine[task.handle].scope
        switch answer {
        case .event, .copy: return true
        case .end(let event):
            isLast = true
            if event == nil { engine.end(task) }
            return event != nil
        case .failure:
            if engine.retries(task) { return false }
            isLast = true
            return true
        case .released:
            if let command = task.command { engine.report(.replyDropped(command)) }
            fallthrough
        case .cancelled:
            engine.cancel(task, because: CancellationError())
            return false
        }
    }

    /// Counts an event of a command that has ended.
    private func discard() -> Bool {
        guard event != nil else { return false }
        engine.lateResults += 1
        if engine.observers.isEmpty { return false }
        engine.beginTurn()
        id = engine.turn
        for observer in engine.observers { observer.discarded(Message(self)) }
        return false
    }

    func begin() {
        // The end takes effect before the reduction, so that what follows finds the command's name free.
        if isLast, let event { hasEnded = engine.end(task, with: event) }
    }

    func reduce() {
        guard let event else { return }
        engine.respond(task, event)
        engine.listeners[TypeKey(event.type)]?.reduce(event.address)
    }

    func notify() {
        guard let event else { return }
        task.reaction?(event.address)
        let listeners = engine.listeners[TypeKey(event.type)]
        listeners?.notify(event.address)
        if listeners?.handlesFailures != true { engine.reportUnhandled(event, of: task, scope: scope) }
    }

    var isForMiddleware: Bool { true }
    func perform() -> TurnOutcome? { .done }

    func end() {
        if hasEnded { engine.release(task) }
    }

    // MARK: Decisions of middleware

    func replacing(_ payload: Any) -> (any Turn)? {
        guard let box = event?.boxing(payload) else { return nil }
        return copy(isLast ? .end(box) : .event(box))
    }

    private func copy(_ answer: Answer) -> EventTurn {
        let turn = EventTurn(task, attempt: attempt, answer, on: engine, scope: scope, cause: cause)
        (turn.isLast, turn.isHeld) = (isLast, isHeld)
        return turn
    }

    func addCopy(_ payload: Any, isFinal: Bool) -> Bool {
        guard let box = event?.boxing(payload) else { return false }
        let endsLater = isLast && isFinal
        if isFinal { isLast = false }
        if !endsLater { engine.machine.holdEvent(of: task.handle) }
        let attempt = engine.machine.isLive(task.handle) ? engine.machine[task.handle].attempt : 0
        engine.answer(task, attempt, endsLater ? .end(box) : .copy(box))
        return true
    }

    var heldCommand: EffectTask? { isHeld ? task : nil }

    /// Keeps the command from ending until it is released.
    func hold() {
        if isHeld { return }
        engine.machine.holdEvent(of: task.handle, isLast: isLast)
        isHeld = true
    }

    var isLate: Bool {
        !engine.machine.isLive(task.handle) || isLast && engine.machine.isEnding(task.handle)
    }

    func drop(because reason: (any Error)?) {
        if isLast { engine.end(task, .dropped, because: reason) }
    }

    func fail(_ error: any Error) {
        guard let command = task.command, let event = failureEvent(error, of: command) else {
            return engine.cancel(task, because: error)
        }
        let failed = copy(.end(event))
        (failed.id, failed.isLast) = (id, true)
        if !failed.isLate { engine.carryOut(failed) }
    }
}

/// The event of a failure; `nil` where the command cannot fail with this error.
func failureEvent<C: Command>(_ error: any Error, of command: C) -> AnyBox? {
    (error as? C.Failure).map { Box(Event<C>.failure($0)) }
}
