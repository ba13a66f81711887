/// What a history remembers of one message.
public struct Record: Identifiable, CustomStringConvertible {
    /// What became of a message.
    public enum Outcome {
        /// It has not ended: a command runs, or a middleware holds the message.
        case pending
        /// It had its turn; a command ended with its last answer.
        case done
        /// It failed: a command with its failure, another message with what could not be done or what middleware threw.
        case failed(any Error)
        /// It was cancelled, or what it belonged to has gone.
        case cancelled
        /// A middleware put a flow in its place.
        case redirected
        /// A middleware ended it as though it were done.
        case dropped
        /// The result of a command that had ended, or an input for a module that had gone: it went nowhere.
        case late
    }

    /// The number of its turn; numbers grow.
    public let id: UInt64
    /// The number of the turn that asked for it; 0 when it came from outside.
    public let cause: UInt64
    /// The number of the message from outside that it came of in the end, as far back as the history remembers.
    public let root: UInt64
    /// What it is.
    public let kind: Message.Kind
    /// What it holds: the action, the command, the `Event`, the fact, the output, the input, the transition or the
    /// ``Navigator/Request``, of its own type.
    public let payload: Any
    /// The store that it is for or comes from, if there is one.
    public let store: StoreID?
    /// When its turn began, on the engine's clock.
    public let time: Duration
    /// What became of it.
    public let outcome: Outcome
    /// The turn in which it ended, and when, if it has. What ends in its own turn ends when that began: to the record,
    /// a turn takes no time.
    public let end: (id: UInt64, time: Duration)?
    var folds: [AnyFold]

    /// The type of what it holds.
    public var type: Any.Type { Swift.type(of: payload) }

    /// The stores that folded it, in order.
    public var stores: [StoreID] { folds.map(\.past.id) }

    /// The state of `store` before it folded the message and after, and what it asked for; `nil` if it did not fold it.
    ///
    /// They share their contents with the state that followed, as values do, until that is changed.
    public func fold<R: Reducer>(by store: Store<R>) -> (before: R.State, after: R.State, flow: Flow<R>)? {
        let folds = folds.compactMap { $0 as? Fold<R> }.filter { $0.store.id == store.id }
        guard let first = folds.first, let last = folds.last else { return nil }
        return (first.before, last.after, .merge(folds.map(\.flow)))
    }

    /// Each action that `store` folded of the message, in order: the state before and after it, and what it asked for.
    ///
    /// An event or a fact may be folded more than once in its turn: by who asked for it, and by who listens.
    public func folds<R: Reducer>(by store: Store<R>) -> [(
        action: R.Action, before: R.State, after: R.State, flow: Flow<R>
    )] {
        folds(by: store.id, as: R.self)
    }

    /// Each action that a store folded of the message, which may have gone; ``stores`` names it.
    public func folds<R: Reducer>(by store: StoreID, as type: R.Type) -> [(
        action: R.Action, before: R.State, after: R.State, flow: Flow<R>
    )] {
        folds.compactMap { $0 as? Fold<R> }.filter { $0.store.id == store }
            .map { ($0.action, $0.before, $0.after, $0.flow) }
    }

    /// Its number, that of its cause, what it holds and what became of it.
    public var description: String {
        let origin = cause == 0 ? "" : " because of \(cause)"
        return "\(id)\(origin): \(kind) \(payload), \(outcome)"
    }
}

/// Names a store in records, when it has gone too.
public struct StoreID: Hashable, Sendable, CustomStringConvertible {
    /// Grows in the order in which the stores of one engine were made.
    public let number: UInt64
    /// The type of its reducer.
    public let reducer: any Reducer.Type

    @usableFromInline init(number: UInt64, reducer: any Reducer.Type) {
        (self.number, self.reducer) = (number, reducer)
    }

    /// Whether both name the same store of an engine.
    public static func == (one: StoreID, other: StoreID) -> Bool { one.number == other.number }

    /// Hashes the number.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }

    /// The reducer's name, and the number.
    public var description: String { "\(reducer) \(number)" }
}

extension Store: Identifiable {
    /// Names the store in the records of a history.
    public var id: StoreID { core.id }
}
