/// A message that waits for its turn with what it holds, and in whose place middleware may put another of the same type.
protocol PayloadTurn: TurnTaker {
    associatedtype Payload
    var payload: Payload { get }
    var kind: Message.Kind { get }
    var engine: Engine { get }
    /// What the message concerns: the core of a store, or a window's scenes.
    var subject: AnyObject? { get }
    /// Whether middleware is asked; not where nothing can come of the message any more.
    var isForMiddleware: Bool { get }
    /// The turn itself.
    func take(_ payload: Payload, job: Job?)
    /// The same message, holding something else.
    func copy(holding payload: Payload) -> Self
}

extension PayloadTurn {
    var isForMiddleware: Bool { true }
    var label: String { caseName(of: payload) }

    func takeTurn(_ entry: Entry) {
        if engine.isAttended, isForMiddleware {
            engine.receive(Message(kind, payload, store: subject, entry, turn: engine.turn), self, job: entry.job)
        } else {
            take(payload, job: entry.job)
        }
    }

    func proceed(with payload: Any, job: Job?) -> Bool {
        guard let payload = payload as? Payload else { return false }
        take(payload, job: job)
        return true
    }

    func `repeat`(with payload: Any, job: Job?) -> Bool {
        guard let payload = payload as? Payload else { return false }
        engine.enqueue(copy(holding: payload), job: job)
        return true
    }

    func drop(because reason: (any Error)?) {}
}
