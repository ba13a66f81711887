import Millrace

/// The record of one turn in a timeline: of a message's own turn, or of a later turn in which the held message was resumed.
///
/// A record is filled and emptied in place, because moving it costs more than recording a turn.
struct TurnRecord {
    var id: UInt64 = 0
    /// The turn that caused the message, and the first of the chain of causes.
    var origin: (cause: UInt64, root: UInt64) = (0, 0)
    var time = Duration.zero
    /// The turn in which the message ended, and its time; turn 0 until then.
    private(set) var end: (id: UInt64, time: Duration) = (0, .zero)
    var kind = Message.Kind.action
    /// The number of the branch that contains the record; 0 if the record belongs to the current timeline.
    var branch: Int32 = 0
    /// The bytes of the budget that the record uses.
    var bytes = 0
    var values = Values()

    /// The values that a record retains, and the indices of stores in ``Timeline/stores``; -1 if there is none.
    struct Values {
        /// The payload of the message; `nil` only in an empty record.
        var payload: AnyBox!
        var outcome = Message.Outcome.pending
        /// The store that receives or sends the message.
        var store: Int32 = -1
        // The first reduction. The action is `nil` if it is the payload.
        var reducer: Int32 = -1
        var action: AnyBox?
        var before: AnyBox?
        var after: AnyBox?
        var flow = FlowNode.none
        var extras: [Extra] = []
    }

    /// The parts of a record that only few records have.
    enum Extra {
        /// The number of the message's own turn, if this is a later turn. Always the first part.
        case start(UInt64)
        /// A further reduction.
        case reduction(StoreReduction)
        /// The pause before a retry of the command.
        case pause(Duration)
    }

    /// The number of the message's own turn.
    var start: UInt64 { if case .start(let turn) = values.extras.first { turn } else { id } }

    /// Adds a reduction.
    @inline(__always) mutating func add(
        _ reduction: Reduction, after: consuming AnyBox, by store: Int32, _ reference: @autoclosure () -> StoreReference
    ) {
        let (before, flow) = (reduction.before, reduction.flow)
        if values.reducer >= 0 {
            let action = reduction.action
            let further = StoreReduction(store: reference(), action: action, before: before, after: after, flow: flow)
            return values.extras.append(.reduction(further))
        }
        // The store of an action reduces the payload itself. A replacement has no action.
        if kind == .action ? values.store != store : kind != .replacement { values.action = reduction.action }
        (values.reducer, values.before, values.after, values.flow) = (store, before, after, flow)
    }

    /// Sets the outcome of the message, which has ended in `turn`. Only the first call has an effect.
    @inline(__always) mutating func end(_ outcome: Message.Outcome, in turn: UInt64, at time: Duration) {
        if end.id == 0 { (values.outcome, end) = (outcome, (turn, time)) }
    }

    /// Makes the record empty, and moves its values to `target`, which must be empty.
    @inline(__always) mutating func clear(to target: UnsafeMutablePointer<Values>) {
        (bytes, branch, end) = (0, 0, (0, .zero))
        target.moveInitialize(from: &values, count: 1)
        withUnsafeMutablePointer(to: &values) { $0.initialize(to: Values()) }
    }
}
