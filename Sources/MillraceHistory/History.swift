public import Millrace

/// What passed on an engine, with its causes: a past that can be looked at, gone back to, and replayed.
///
/// ```swift
/// let history = History(records: 10_000)
/// engine.history = history
/// …
/// print(history.why(\.books, of: library))       // the chain of causes that gave the field its value
/// try history.rewind(to: history.records[3].id)  // the stores are as they were
/// print(history.replay() ?? "as it was")         // folds it all anew, and performs nothing
/// ```
/// Off unless an engine is given one; then each turn of the loop becomes a record, in the order in which the messages
/// start, and their ends are noted in them. Like the engine it is bound to its actor. It survives the stores and the
/// engine that it remembers.
///
/// States are kept as values: they share their contents with the state that goes on, until that is changed. A large
/// array that changes at every turn is therefore copied at every turn, and kept as often as there are records.
public final class History {
    /// How much a history keeps; what is over it gives way, the oldest first, branches before the present.
    public struct Budget: Hashable, Sendable {
        /// How many turns at most.
        public var records: Int
        /// How many bytes at most: those of the records, of their messages and states as they stand in memory, and what
        /// ``History/weigh`` adds. `nil` for no limit.
        public var bytes: Int?
    }

    /// Why there is no going back.
    public enum Failure: Error, Hashable, CustomStringConvertible {
        /// There is no record of this number: it was never made, or has given way.
        case unknown(UInt64)
        /// A turn is under way.
        case busy
        /// The history belongs to no engine, or its engine was shut down or has gone.
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

    /// How much it keeps.
    public let budget: Budget
    // Unchecked, because it is looked at in each turn. Safe: only the actor touches it, and no access calls anything.
    /// How many bytes a message holds elsewhere (in strings, arrays, classes), for the budget; asked once for each
    /// message. 0 unless set.
    public var weigh: ((Any) -> Int)?
    // Safe unchecked: only the history's actor touches it, and no access calls anything: what gives way is let go later.
    var timeline = Timeline()
    /// The stores that were recorded, by their numbers.
    var references: [UInt64: StoreReference] = [:]
    /// The record of the turn that is under way.
    var current: TurnRecord?
    /// The records of commands and held messages that have not ended, by the numbers of their messages.
    var pending: [UInt64: TurnRecord] = [:]
    private(set) weak var engine: Engine?
    /// What tells the engine that it remembers from others, also when that has gone.
    private var name: PostedJobs?

    /// A history that keeps at most `records` turns and `bytes` bytes; at least one record.
    public init(records: Int, bytes: Int? = nil) {
        budget = Budget(records: max(1, records), bytes: bytes.map { max(1, $0) })
    }

    /// What passed, in the order in which it started, up to where the stores are now.
    public var records: [Record] { timeline.records(timeline.past) }

    /// What passed after the turn of number `id`, in the same order; the cost is that of what it returns.
    ///
    /// A message that was held and had its turn after that is there with that turn's number.
    public func records(after id: Record.ID) -> [Record] { timeline.records(timeline.past(after: id)) }

    /// What passed after the turn of number `id`, each turn by itself and in its order; the cost is that of what it
    /// returns.
    ///
    /// A message that was held is there once for its own turn, and once more for each in which it went on, with that
    /// turn's number and what was folded then. A turn that is under way is not there yet.
    public func turns(after id: Record.ID) -> [Record] {
        let underWay = engine.flatMap { $0.isRunning ? $0.cause : nil }
        return timeline.past(after: id).filter { $0.id != underWay }.map(\.record)
    }

    /// What is remembered of the turn of number `id`, up to where the stores are now; `nil` if nothing is.
    public subscript(id: Record.ID) -> Record? { timeline.turn(id)?.record }

    /// What comes after where the stores are now, when one has gone back and done nothing since.
    public var future: [Record] { timeline.records(timeline.future) }

    /// The number of the turn where the stores are: that of the last record, or of a later turn of one that was held;
    /// else 0.
    public var position: UInt64 { timeline.position }

    /// The futures that were left when one went back and did something else, the oldest first.
    public var branches: [Branch] {
        timeline.branches.map { Branch(number: $0.number, fork: $0.fork, records: timeline.records($0.turns)) }
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

    /// How many bytes of the budget are used.
    public var bytes: Int { timeline.bytes }

    /// Takes it from the engine that it belonged to, if that is another; what it remembers of that is forgotten.
    func attach(to engine: Engine) {
        if let other = self.engine, other !== engine { other.detach(self) }
        if let name, name !== engine.posted { clear() }
        (self.engine, name) = (engine, engine.posted)
        engine.attach(self)
    }

    /// Goes on with what it remembers, but records no more.
    func detach() {
        engine?.detach(self)
        engine = nil
    }

    /// Forgets everything, and goes on recording. The stores stay as they are.
    public func clear() {
        // Let go when the new timeline is whole, since what it holds may look at the history as it goes.
        let old = timeline
        withExtendedLifetime(old) { timeline = Timeline() }
        (references, current, pending) = ([:], nil, [:])
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
