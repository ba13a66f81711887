import Millrace

/// What a history keeps of one turn: of a message's own, or of a later one in which a held message was resumed.
final class TurnRecord {
    private var own: Record
    /// The message's own turn, if this is a later one. It has the payload and the end of the message.
    let start: TurnRecord?
    /// The bytes of the budget that it uses.
    var bytes = 0
    /// Whether it was not discarded for newer ones.
    var isKept = true

    init(_ record: Record, start: TurnRecord?) { (own, self.start) = (record, start) }

    var id: UInt64 { own.id }
    var root: UInt64 { own.root }
    /// The reductions of this turn, in order.
    var folds: [Fold] { own.folds }

    /// The public record, without the reductions of later turns.
    var record: Record {
        guard let start else { return own }
        var record = own
        (record.payload, record.outcome, record.end) = (start.own.payload, start.own.outcome, start.own.end)
        return record
    }

    func add(_ fold: Fold) { own.folds.append(fold) }

    /// Middleware has changed the payload.
    func change(to payload: Any) { (start ?? self).own.payload = payload }

    /// The message has ended in a turn. Only the first call has an effect.
    func end(_ outcome: Record.Outcome, turn: UInt64, time: @autoclosure () -> Duration) {
        if let start { return start.end(outcome, turn: turn, time: time()) }
        guard case .pending = own.outcome else { return }
        own.outcome = outcome
        // The time of a turn is that of its beginning: reading the clock is most of the cost of a record.
        own.end = (turn, turn == id ? own.time : time())
    }
}
