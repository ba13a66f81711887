public import Millrace

/// The messages of an engine with their causes: records that can be read, rewound to, and replayed.
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
    /// The size limits of a history. Above them it discards branches first, then the oldest records.
    public struct Budget: Hashable, Sendable {
        /// The largest number of turns.
        public var records: Int
        /// The largest number of bytes: of the records, their messages and states in memory, and of ``History/payloadSize``. `nil`
        /// for no limit.
        public var bytes: Int?
    }

    /// The error of a rewind.
    public enum Failure: Error, Hashable, CustomStringConvertible {
        /// There is no record of this number. It never existed, or was discarded.
        case unknown(UInt64)
        /// A turn is in progress.
        case busy
        /// The history has no engine, or its engine was shut down or released.
        case noEngine

        /// A sentence.
        public var description: String {
            switch self {
            case .unknown(let id): "The history has no record \(id): it was never made, or has given way to newer ones."
            case .busy: "The history cannot go to another record while a turn is under way; do it after the turn."
            case .noEngine: "The history belongs to no engine that runs, so there are no stores to put back."
            }
        }
    }

    /// The size limits.
    public let budget: Budget
    // Unchecked accesses, because a check costs more than the access. Safe: only the actor of the engine touches a history, and
    // no access calls anything: what is discarded is released after the access.

    /// Returns the bytes that a message holds on the heap, for the budget. Called once for each message. Defaults to `nil`: 0
    /// bytes.
    @exclusivity(unchecked) public var payloadSize: ((Any) -> Int)?
    @exclusivity(unchecked) var timeline = Timeline()
    /// The number of the current turn, if it is recorded; else 0.
    @exclusivity(unchecked) var current: UInt64 = 0
    /// A box for the next state, during a turn.
    @exclusivity(unchecked) var spareState: AnyBox?
    /// What the record refers to that is discarded for the current one.
    ///
    /// Safe: freed with the history, and initialized only while a turn is recorded.
    let leaving = UnsafeMutablePointer<TurnRecord.Contents>.allocate(capacity: 1)
    /// The turns in which messages went on that were held, by the numbers of their messages, until they end.
    @exclusivity(unchecked) var resumed: [UInt64: [UInt64]] = [:]
    /// The engine, for its own calls. A weak reference costs more than the rest of a call.
    ///
    /// Safe: the engine exists during its calls, and nothing else uses it.
    @exclusivity(unchecked) private(set) var source: Unmanaged<Engine>?
    private(set) weak var engine: Engine?
    /// What tells the engine that it remembers from others, also when that has gone.
    private var name: PostedJobs?

    /// Creates a history of at most `records` turns, at least one, and `bytes` bytes.
    public init(records: Int, bytes: Int? = nil) {
        budget = Budget(records: max(1, records), bytes: bytes.map { max(1, $0) })
    }

    deinit { leaving.deallocate() }

    /// The records up to the present position, in the order in which the messages started.
    public var records: [Record] { Record.merged(timeline.past) }

    /// What passed after the turn of number `id`, in the same order; the cost is that of what it returns.
    ///
    /// A message that was held and had its turn after that is there with that turn's number.
    public func records(after id: Record.ID) -> [Record] { Record.merged(timeline.past(after: id)) }

    /// What passed after the turn of number `id`, each turn by itself and in its order; the cost is that of what it
    /// returns.
    ///
    /// A message that was held is there once for its own turn, and once more for each in which it went on, with that
    /// turn's number and what was reduced then. A turn that is under way is not there yet.
    public func turns(after id: Record.ID) -> [Record] {
        let underWay = engine.flatMap { $0.isRunning ? $0.cause : nil }
        return timeline.past(after: id).filter { $0.id != underWay }
    }

    /// What is remembered of the turn of number `id`, up to where the stores are now; `nil` if nothing is.
    public subscript(id: Record.ID) -> Record? { timeline.record(id) }

    /// What comes after where the stores are now, when one has gone back and done nothing since.
    public var future: [Record] { Record.merged(timeline.future) }

    /// The number of the turn where the stores are: that of the last record, or of a later turn of one that was held;
    /// else 0.
    public var position: UInt64 { timeline.position }

    /// The futures that were left when one went back and did something else, the oldest first.
    public var branches: [Branch] {
        timeline.branches.map {
            Branch(number: $0.number, fork: $0.fork, records: Record.merged(timeline.records($0.turns)))
        }
    }

    /// A future that was left.
    public struct Branch: Identifiable {
        /// Grows in the order in which branches were left.
        public let number: Int
        /// The record after which it departs; 0 where it departs at the beginning.
        public let fork: UInt64
        /// What passed in it.
        public let records: [Record]
        /// Its number.
        public var id: Int { number }
    }

    /// The bytes of the budget that are used.
    public var bytes: Int { timeline.bytes }

    /// Takes it from the engine that it belonged to, if that is another; what it remembers of that is forgotten.
    func attach(to engine: Engine) {
        if let other = self.engine, other !== engine { other.detach(self) }
        if let name, name !== engine.posted { clear() }
        (self.engine, source, name) = (engine, .passUnretained(engine), engine.posted)
        engine.attach(self)
    }

    /// Keeps the records, and records no more.
    func detach() {
        engine?.detach(self)
        (engine, source) = (nil, nil)
    }

    /// Discards all records, and continues to record. The stores do not change.
    public func clear() {
        var old = Timeline()
        swap(&old, &timeline)
        let spare = spareState.take()
        (current, resumed) = (0, [:])
        // Released after the replacement: deinitializers of its values may use the history.
        withExtendedLifetime(spare) {}
        _ = consume old
    }
}

extension Engine {
    /// Records every message. Defaults to `nil`: no recording, no cost.
    ///
    /// A history belongs to one engine: giving it to another takes it from the first, and it begins anew, because the
    /// numbers of two engines are not one order. Takes effect with the next turn.
    public var history: History? {
        get { observers.lazy.compactMap { $0 as? History }.first }
        set {
            let old = history
            if old !== newValue { old?.detach() }
            newValue?.attach(to: self)
        }
    }
}
