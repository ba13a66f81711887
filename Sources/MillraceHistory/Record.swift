public import Millrace

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
        /// A middleware dropped it: it ended as though it were done.
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
    public internal(set) var payload: Any
    /// The store that it is for or comes from, if there is one.
    public let store: StoreID?
    /// When its turn began, on the engine's clock.
    public let time: Duration
    /// What became of it.
    public internal(set) var outcome = Outcome.pending
    /// The turn in which it ended, and when, if it has. What ends in its own turn ends when that began: to the record,
    /// a turn takes no time.
    public internal(set) var end: (id: UInt64, time: Duration)?
    /// The reductions, in order.
    var folds: [Fold] = []

    /// The type of what it holds.
    public var type: Any.Type { Swift.type(of: payload) }

    /// The stores that reduced it, in order.
    public var stores: [StoreID] { folds.map(\.store.id) }

    /// An action that a store reduced: the state before and after it, and the flow that the reducer returned.
    public typealias Reduction<R: Reducer> = (action: R.Action, before: R.State, after: R.State, flow: Flow<R>)

    /// The state of `store` before it reduced the message and after, and what it asked for; `nil` if it did not.
    ///
    /// They share their contents with the state that followed, as values do, until that is changed.
    public func fold<R: Reducer>(by store: Store<R>) -> (before: R.State, after: R.State, flow: Flow<R>)? {
        let folds = folds(by: store)
        guard let first = folds.first, let last = folds.last else { return nil }
        return (first.before, last.after, .merge(folds.map(\.flow)))
    }

    /// Each action that `store` reduced of the message, in order: the state before and after it, and what it asked for.
    ///
    /// An event or a fact may be reduced more than once in its turn: by who asked for it, and by who listens.
    public func folds<R: Reducer>(by store: Store<R>) -> [Reduction<R>] { folds(by: store.id, as: R.self) }

    /// Each action that a store reduced of the message, which may have been released; ``stores`` names it.
    public func folds<R: Reducer>(by store: StoreID, as type: R.Type) -> [Reduction<R>] {
        folds.compactMap { fold in
            guard fold.store.id == store, fold.store.reducer is R else { return nil }
            return (
                fold.action.value(as: R.Action.self), fold.before.value(as: R.State.self),
                fold.after.value(as: R.State.self), Flow(fold.node)
            )
        }
    }

    /// Its number, that of its cause, what it holds and what became of it.
    public var description: String {
        "\(id)\(cause == 0 ? "" : " because of \(cause)"): \(kind) \(payload), \(outcome)"
    }
}

extension Record.Outcome {
    init(_ outcome: TurnOutcome) {
        switch outcome {
        case .done: self = .done
        case .failed(let error): self = .failed(error)
        case .cancelled: self = .cancelled
        case .redirected: self = .redirected
        case .dropped: self = .dropped
        case .late: self = .late
        }
    }
}
