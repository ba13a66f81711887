import Millrace

/// The record of one turn: of a message's own turn, or of a later turn in which the held message was resumed.
///
/// A record is in the memory of a ``TurnQueue``, so recording allocates only the copies of values. A record is filled and
/// emptied in place, because moving it costs more than recording a turn.
struct TurnRecord {
    private(set) var id: UInt64 = 0
    private(set) var cause: UInt64 = 0
    private(set) var root: UInt64 = 0
    /// The number of the message's own turn.
    private(set) var start: UInt64 = 0
    private(set) var time = Duration.zero
    /// The turn in which the message ended, and its time. Only valid if ``Contents/outcome`` is not pending.
    private(set) var end: (id: UInt64, time: Duration) = (0, .zero)
    private(set) var kind = Message.Kind.action
    /// Whether middleware has changed the payload.
    private var isChanged = false
    /// The index of the store that receives or sends the message in ``StoreReferences``; -1 if there is none.
    private(set) var store: Int32 = -1
    /// The index of the store that reduced the message first; -1 if there is none.
    private var reducer: Int32 = -1
    /// The bytes of the budget that the record uses.
    var bytes = 0
    private(set) var contents = Contents()

    /// The values that a record retains.
    struct Contents {
        /// The payload of the message; `nil` only in an empty record.
        var payload: AnyBox?
        /// The action of the first reduction; `nil` if it is the payload.
        var action: AnyBox?
        var before: AnyBox?
        var after: AnyBox?
        var flow = FlowNode.none
        var outcome = Record.Outcome.pending
        /// The parts that only few records have.
        fileprivate var more: More?
    }

    /// The parts of a record that only few records have. Two records never share an object.
    final class More {
        /// Further reductions, in order.
        fileprivate var reductions: [StoreReduction] = []
        /// The pauses before the retries of a command, in order.
        fileprivate var pauses: [Duration] = []
    }

    /// Fills an empty record.
    @inline(__always) mutating func fill(
        _ id: UInt64, _ origin: (cause: UInt64, root: UInt64), _ time: Duration, _ kind: Message.Kind, _ store: Int32,
        _ payload: consuming AnyBox, bytes: Int
    ) {
        (self.id, cause, root, start, self.time) = (id, origin.cause, origin.root, id, time)
        (self.kind, self.store, self.bytes, isChanged, reducer) = (kind, store, bytes, false, -1)
        contents.payload = payload
    }

    /// Fills an empty record with a later turn of the message of `other`.
    mutating func fill(_ id: UInt64, _ time: Duration, resuming other: TurnRecord, bytes: Int) {
        self = other
        (self.id, self.time, self.bytes, reducer) = (id, time, bytes, -1)
        (contents.action, contents.before, contents.after, contents.flow, contents.more) = (nil, nil, nil, .none, nil)
    }

    /// Empties the record, and moves its contents to `place`.
    ///
    /// The caller releases the contents after the timeline is consistent again, because a release may call other code.
    @inline(__always) mutating func moveContents(to place: UnsafeMutablePointer<Contents>) {
        withUnsafeMutablePointer(to: &contents) {
            place.moveInitialize(from: $0, count: 1)
            $0.initialize(to: Contents())
        }
    }

    /// Adds a reduction.
    @inline(__always) mutating func add(
        _ reduction: Reduction, _ after: consuming AnyBox, _ store: Int32, _ stores: borrowing StoreReferences
    ) {
        if reducer >= 0 { return addFurther(reduction, after, stores[store]) }
        reducer = store
        // The store of an action reduces the payload itself.
        if kind != .action || isChanged || self.store != store, kind != .replacement {
            contents.action = reduction.action
        }
        (contents.before, contents.after) = (reduction.before, after)
        contents.flow = reduction.flow
    }

    private mutating func addFurther(_ reduction: Reduction, _ after: AnyBox, _ store: StoreReference) {
        let (action, flow) = (reduction.action, reduction.flow)
        let further = StoreReduction(store: store, action: action, before: reduction.before, after: after, node: flow)
        requireMore().reductions.append(further)
    }

    private mutating func requireMore() -> More {
        let more = contents.more ?? More()
        contents.more = more
        return more
    }

    /// Adds the pause before a retry of the command.
    mutating func add(_ pause: Duration, bytes: Int) {
        requireMore().pauses.append(pause)
        self.bytes += bytes
    }

    /// The pauses before the retries of the command, in order.
    var pauses: [Duration] { contents.more?.pauses ?? [] }

    /// The reductions of this turn, in order.
    func reductions(_ stores: borrowing StoreReferences) -> [StoreReduction] {
        guard let before = contents.before, let after = contents.after, let action = contents.action ?? contents.payload
        else { return [] }
        let first = StoreReduction(
            store: stores[reducer], action: action, before: before, after: after, node: contents.flow)
        return [first] + (contents.more?.reductions ?? [])
    }

    /// Replaces the payload, because middleware has changed it.
    ///
    /// - Returns: the old payload, for the caller to release.
    mutating func change(to payload: AnyBox) -> AnyBox? {
        defer { (contents.payload, isChanged) = (payload, true) }
        return contents.payload.take()
    }

    /// Sets the outcome of the message, which has ended in `turn`. Only the first call has an effect.
    ///
    /// - Parameter time: the time of `turn`; `nil` for the time of this record's turn.
    @inline(__always) mutating func end(_ outcome: Record.Outcome, in turn: UInt64, at time: Duration?) {
        guard case .pending = contents.outcome else { return }
        (contents.outcome, end) = (outcome, (turn, time ?? self.time))
    }
}
