/// What a history keeps of one turn: of a message's own, or of a later one in which a message that was held went on.
final class Moment {
    /// The number of the turn.
    let id: UInt64
    let cause: UInt64
    let root: UInt64
    let kind: Message.Kind
    let store: StoreID?
    let time: Duration
    /// The message's own turn, where this is a later one.
    let start: Moment?
    /// What the message holds, where that is not what its one store has folded.
    private var payload: Any?
    private var fold: (any AnyFold)?
    private var otherFolds: [any AnyFold] = []
    private(set) var outcome = Record.Outcome.pending
    private(set) var end: (id: UInt64, time: Duration)?
    /// What it counts in the budget.
    var bytes = 0
    /// Whether it has not given way to newer ones.
    var isKept = true

    init(
        _ kind: Message.Kind, _ payload: Any?, store: StoreID?, id: UInt64, cause: UInt64, root: UInt64, time: Duration,
        start: Moment? = nil
    ) {
        (self.kind, self.payload, self.store, self.id, self.cause, self.root) = (kind, payload, store, id, cause, root)
        (self.time, self.start) = (time, start)
    }

    /// What the stores made of it in this turn, in order.
    var folds: [any AnyFold] { fold.map { [$0] + otherFolds } ?? [] }

    /// Whether it knows what the message holds without what was folded of it.
    var holdsPayload: Bool { payload != nil || start != nil || fold != nil }

    /// What the message holds.
    var held: Any { payload ?? fold?.payload ?? () }

    /// What it is known as outside, with what the stores made of it in later turns.
    func record(with later: [any AnyFold]) -> Record {
        let message = start ?? self
        return Record(
            id: id, cause: cause, root: root, kind: kind, payload: message.held, store: store, time: time,
            outcome: message.outcome, end: message.end, folds: folds + later)
    }

    func add(_ fold: any AnyFold) {
        if self.fold == nil { self.fold = fold } else { otherFolds.append(fold) }
    }

    /// Says what the message held when it had its turn, where middleware changed it.
    func change(to payload: Any) { (start ?? self).payload = payload }

    /// Says that the message has ended, in the turn that `engine` is at; only the first time counts.
    func end(_ outcome: Record.Outcome, _ engine: Engine) {
        if let start { return start.end(outcome, engine) }
        guard case .pending = self.outcome else { return }
        self.outcome = outcome
        end = (engine.turn, engine.now)
    }

    /// Says that the message failed with `error`, or was cancelled, if that is what the error says.
    func end(because error: any Error, _ engine: Engine) {
        switch error {
        case is CancellationError, is EngineShutDown, is EngineReset: end(.cancelled, engine)
        default: end(.failed(error), engine)
        }
    }
}
