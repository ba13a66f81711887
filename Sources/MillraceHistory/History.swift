public import Millrace

/// The recorded messages of an engine with their causes, to read, rewind to, and replay.
///
/// ```swift
/// let history = History(records: 10_000)
/// engine.history = history
/// …
/// print(history.why(\.books, of: library))       // the chain of causes of the field's value
/// try history.rewind(to: history.records[3].id)  // the stores have their earlier states
/// print(history.replay() ?? "no difference")     // reduces all actions again, and performs nothing
/// ```
/// An engine has no history by default. With one, each turn becomes a record, in the order in which the messages start; the
/// record gets its outcome when the message ends. A history is bound to the actor of its engine. It does not retain the engine
/// or the stores.
///
/// States are stored as values, which share their contents until one of them changes. So a large array that changes in
/// every turn is copied in every turn, and stored once for each record.
public final class History {
    /// The size limits of a history. Above a limit, the history discards branches first, then the oldest records.
    public struct Budget: Hashable, Sendable {
        /// The maximum number of turns to keep.
        public var records: Int
        /// The maximum total size in bytes: of the records, their states, and their payloads as measured by
        /// ``History/payloadSize``. `nil` for no limit.
        public var bytes: Int?
    }

    /// The error of a rewind.
    public enum Failure: Error, Hashable, CustomStringConvertible {
        /// The history has no record of this number. The record never existed, or was discarded.
        case unknown(UInt64)
        /// A turn is in progress.
        case busy
        /// The history has no engine, or its engine was shut down or released.
        case noEngine

        /// The problem, its cause and the fix.
        public var description: String {
            switch self {
            case .unknown(let id): "The history has no record \(id), or has discarded it. Rewind to a recorded turn."
            case .busy: "The history cannot rewind, because a turn is in progress. Rewind after the turn."
            case .noEngine: "The history cannot rewind, because it has no running engine. Set engine.history."
            }
        }
    }

    /// The size limits.
    public let budget: Budget
    // Unchecked accesses, because a check costs more than the access. Safe: only the actor of the engine accesses a history,
    // and no access calls other code: discarded values are released after the access.

    /// Returns the number of bytes on the heap that a message refers to, for the budget.
    ///
    /// Called with the payload, once for each message, on the engine's actor. Defaults to `nil`: messages count as 0 bytes on
    /// the heap.
    @exclusivity(unchecked) public var payloadSize: ((Any) -> Int)?
    @exclusivity(unchecked) var timeline = Timeline()
    /// A box to reuse for the next state of the current turn.
    @exclusivity(unchecked) var spareState: AnyBox?
    /// The engine, for use in calls from that engine. A weak reference would cost more than the rest of a call.
    ///
    /// Safe: the engine exists during its calls, and no other code uses this reference.
    @exclusivity(unchecked) private(set) var unmanagedEngine: Unmanaged<Engine>?
    /// The engine of the records. It may have detached the history.
    private(set) weak var engine: Engine?

    /// Creates a history of at most `records` turns and `bytes` bytes.
    ///
    /// Numbers below 1 count as 1. `bytes` defaults to `nil`: no limit.
    public init(records: Int, bytes: Int? = nil) {
        budget = Budget(records: max(1, records), bytes: bytes.map { max(1, $0) })
    }

    /// The records up to ``position``, in the order in which the messages started.
    public var records: [Record] { Record.merged(timeline.past()) }

    /// Returns the records up to ``position`` after turn `id`, in the order of ``records``. The cost depends only on the number
    /// of returned records.
    ///
    /// If a message was held before turn `id` and resumed after it, its record has the number of the later turn.
    public func records(after id: Record.ID) -> [Record] { Record.merged(timeline.past(after: id)) }

    /// Returns a record for each turn after turn `id` up to ``position``, in order. The cost depends only on the number of
    /// returned records.
    ///
    /// A held message has one record for its own turn and one for each turn in which it was resumed. Each has that turn's
    /// number and reductions. A turn in progress is not included.
    public func turns(after id: Record.ID) -> [Record] {
        let underWay = engine.flatMap { $0.isRunning ? $0.cause : nil }
        return timeline.past(after: id).filter { $0.id != underWay }
    }

    /// The record of turn `id`; `nil` if the turn is not recorded, or is after ``position``.
    public subscript(id: Record.ID) -> Record? { timeline.record(id) }

    /// The records after ``position``. Empty, except after a rewind; the next message moves them to a branch.
    public var future: [Record] { Record.merged(timeline.future) }

    /// The number of the last turn whose result the stores have: the newest turn or, after a rewind, an earlier one. 0 if there
    /// is none.
    public var position: UInt64 { timeline.position }

    /// The records that no longer belong to the current timeline because messages followed a rewind. Oldest branch first.
    public var branches: [Branch] {
        timeline.branches.map { branch in
            let records = timeline.records(after: branch.fork) { $0.branch == branch.number }
            return Branch(number: Int(branch.number), fork: branch.fork, records: Record.merged(records))
        }
    }

    /// A series of records that was replaced by other messages after a rewind.
    public struct Branch: Identifiable {
        /// The branch's number. A newer branch has a greater number.
        public let number: Int
        /// The id of the last record before the branch; 0 if the branch begins before the first record.
        public let fork: UInt64
        /// The records of the branch, in order.
        public let records: [Record]
        /// The branch's number.
        public var id: Int { number }
    }

    /// The number of bytes that the history uses, as limited by ``Budget/bytes``.
    public var bytes: Int { timeline.bytes }

    /// Detaches the history from its previous engine, and attaches it to `engine`. Records of another engine are discarded.
    fileprivate func attach(to engine: Engine) {
        if self.engine !== engine {
            self.engine?.detach(self)
            clear()
            (self.engine, unmanagedEngine) = (engine, .passUnretained(engine))
        }
        engine.attach(self)
    }

    /// Discards all records and continues to record. The stores do not change.
    public func clear() {
        // Released after the replacement, because deinitializers of the values may use the history.
        var old = Timeline()
        swap(&old, &timeline)
    }
}

extension Engine {
    /// Records every message. Defaults to `nil`: no recording, no cost.
    ///
    /// A history belongs to one engine. Setting it on another engine removes it from the first one and discards its records,
    /// because two engines number their turns independently. A change takes effect with the next turn.
    public var history: History? {
        get { observers.first(of: History.self) }
        set {
            if let old = history, old !== newValue { detach(old) }
            newValue?.attach(to: self)
        }
    }
}
