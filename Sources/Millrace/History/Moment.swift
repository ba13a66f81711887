/// What a history keeps of one turn: of a message's own, or of a later one in which a message that was held went on.
@usableFromInline final class Moment {
    /// The number of the turn.
    private(set) var id: UInt64
    private(set) var cause: UInt64
    private(set) var root: UInt64
    private(set) var time: Duration
    /// The message's own turn, where this is a later one.
    let start: Moment?
    // Safe unchecked: only the history's actor touches it, and no access calls anything.
    @exclusivity(unchecked) @usableFromInline var fold: AnyFold?
    /// What only few have; apart, so that the others are smaller and quicker to use anew.
    private var rest: Rest?
    /// What it counts in the budget.
    var bytes = 0
    private(set) var store: StoreID?
    private(set) var outcome = Record.Outcome.pending
    private(set) var kind: Message.Kind
    /// Whether it ended in its own turn, as most do.
    private var hasEndedAtOnce = false
    /// Whether it has not given way to newer ones.
    var isKept = true

    private final class Rest {
        /// What the message holds, where that is not what its one store has folded.
        var payload: Any?
        /// What further stores made of it.
        var folds: [AnyFold] = []
        /// When it ended, where that is not its own turn.
        var end: (id: UInt64, time: Duration)?

        init(_ payload: Any? = nil) { self.payload = payload }
    }

    init(
        _ kind: Message.Kind, _ payload: Any?, store: StoreID?, id: UInt64, cause: UInt64, root: UInt64, time: Duration,
        start: Moment? = nil
    ) {
        (self.kind, self.store, self.id, self.cause, self.root) = (kind, store, id, cause, root)
        (self.time, self.start) = (time, start)
        if payload != nil { rest = Rest(payload) }
    }

    /// Whether it can be used anew, if nobody else has it: it has ended well, and holds no more than what one store made
    /// of it. Then nothing is let go of by using it anew.
    var isPlain: Bool {
        guard case .done = outcome else { return false }
        return start == nil && rest == nil
    }

    /// Stands for another action from now on. What the last was folded to stays, to be used anew.
    func renew(store: StoreID, id: UInt64, cause: UInt64, root: UInt64, time: Duration, bytes: Int) {
        kind = .action
        self.store = store
        self.id = id
        self.cause = cause
        self.root = root
        self.time = time
        self.bytes = bytes
        outcome = .pending
        hasEndedAtOnce = false
        isKept = true
    }

    /// What the stores made of it in this turn, in order.
    var folds: [AnyFold] { fold.map { [$0] + (rest?.folds ?? []) } ?? [] }

    /// The turn in which it ended, and when.
    private var end: (id: UInt64, time: Duration)? { hasEndedAtOnce ? (id, time) : rest?.end }

    private func needRest() -> Rest {
        let rest = rest ?? Rest()
        self.rest = rest
        return rest
    }

    /// Whether it knows what the message holds without what was folded of it.
    var holdsPayload: Bool { rest?.payload != nil || start != nil || fold != nil }

    /// What the message holds.
    var held: Any { rest?.payload ?? fold?.payload ?? () }

    /// What it is known as outside, without what the stores made of it in later turns.
    var record: Record {
        let message = start ?? self
        return Record(
            id: id, cause: cause, root: root, kind: kind, payload: message.held, store: store, time: time,
            outcome: message.outcome, end: message.end, folds: folds)
    }

    func add(_ fold: AnyFold) {
        if self.fold == nil { return self.fold = fold }
        needRest().folds.append(fold)
    }

    /// Says what the message held when it had its turn, where middleware changed it.
    func change(to payload: Any) {
        (start ?? self).needRest().payload = payload
    }

    /// Says that the message has ended, in the turn that `engine` is at; only the first time counts.
    func end(_ outcome: Record.Outcome, _ engine: Engine) {
        if let start { return start.end(outcome, engine) }
        guard case .pending = self.outcome else { return }
        self.outcome = outcome
        // The time stands still in a turn: to read the clock is most of what a record costs.
        if engine.cause == id { return hasEndedAtOnce = true }
        needRest().end = (engine.turn, engine.now)
    }

    /// Says that the message has ended in its own turn.
    func endAtOnce() {
        (outcome, hasEndedAtOnce) = (.done, true)
    }

    /// Says that the message failed with `error`, or was cancelled, if that is what the error says.
    func end(because error: any Error, _ engine: Engine) {
        switch error {
        case is CancellationError, is EngineShutDown, is EngineReset: end(.cancelled, engine)
        default: end(.failed(error), engine)
        }
    }
}
