import Millrace

/// What a history keeps of one turn: of a message's own, or of a later one in which a message that was held went on.
final class TurnRecord {
    /// The number of the turn.
    let id: UInt64
    let cause: UInt64
    let root: UInt64
    let kind: Message.Kind
    let store: StoreID?
    let time: Duration
    /// The message's own turn, where this is a later one.
    let start: TurnRecord?
    private(set) var payload: Any
    private(set) var outcome = Record.Outcome.pending
    /// The turn in which it ended, and when.
    private var end: (id: UInt64, time: Duration)?
    /// What the stores made of it in this turn, in order.
    private(set) var folds: [Fold] = []
    /// What it counts in the budget.
    var bytes = 0
    /// Whether it was not discarded for newer ones.
    var isKept = true

    init(
        _ kind: Message.Kind, _ payload: Any, store: StoreID?, id: UInt64, cause: UInt64, root: UInt64, time: Duration,
        start: TurnRecord?
    ) {
        (self.kind, self.payload, self.store, self.id, self.cause) = (kind, payload, store, id, cause)
        (self.root, self.time, self.start) = (root, time, start)
    }

    /// What it is known as outside, without what the stores made of it in later turns.
    var record: Record {
        let message = start ?? self
        return Record(
            id: id, cause: cause, root: root, kind: kind, payload: message.payload, store: store, time: time,
            outcome: message.outcome, end: message.end, folds: folds)
    }

    func add(_ fold: Fold) { folds.append(fold) }

    /// Middleware has changed the payload.
    func change(to payload: Any) { (start ?? self).payload = payload }

    /// The message has ended in a turn; only the first time counts.
    func end(_ outcome: Record.Outcome, turn: UInt64, time: @autoclosure () -> Duration) {
        if let start { return start.end(outcome, turn: turn, time: time()) }
        guard case .pending = self.outcome else { return }
        self.outcome = outcome
        // The time stands still in a turn: reading the clock is most of what a record costs.
        end = (turn, turn == id ? self.time : time())
    }
}
