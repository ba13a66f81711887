public import Millrace

/// A processed message in a history.
public struct Record: Identifiable, CustomStringConvertible {
    /// The outcome of a message.
    public enum Outcome {
        /// It has not ended: a command runs, or a middleware holds the message.
        case pending
        /// It had its turn, or the command ended with its last data.
        case done
        /// The command failed, the message could not be delivered, or middleware threw the error.
        case failed(any Error)
        /// It was cancelled, or its store was released.
        case cancelled
        /// Middleware replaced it by a flow.
        case redirected
        /// Middleware dropped it. It ended without an error.
        case dropped
        /// It was discarded: the event of a command that had ended, or an input for a module that was removed.
        case discarded
    }

    /// The number of its turn. A later turn has a greater number.
    public let id: UInt64
    /// The number of the turn that caused it; 0 for a message from outside.
    public let cause: UInt64
    /// The number of the message from outside that started its chain of causes, as far as the history remembers.
    public let root: UInt64
    /// The kind of the message.
    public let kind: Message.Kind
    /// The action, the command, the `Event`, the fact, the output, the input, the transition or the ``Navigator/Request``.
    public var payload: Any { content.any }
    let content: AnyBox
    /// The store that it is for or comes from; `nil` if there is none.
    public let store: StoreID?
    /// The time at which its turn began, on the engine's clock.
    public let time: Duration
    /// The outcome. ``Outcome/pending`` until it has ended.
    public let outcome: Outcome
    /// The turn in which it ended, and the time; `nil` until then. If it ended in its own turn, this is the time at which that
    /// turn began.
    public let end: (id: UInt64, time: Duration)?
    /// The number of the message's own turn.
    let start: UInt64
    /// The reductions, in order.
    var reductions: [StoreReduction]

    init(_ turn: TurnRecord, _ references: borrowing StoreReferences) {
        (id, cause, root, kind, time) = (turn.id, turn.cause, turn.root, turn.kind, turn.time)
        (content, start, outcome) = (turn.contents.payload.unsafelyUnwrapped, turn.start, turn.contents.outcome)
        (store, reductions) = (turn.store < 0 ? nil : references[turn.store].id, turn.reductions(references))
        if case .pending = outcome { end = nil } else { end = turn.end }
    }

    /// One record for each message: the reductions of its later turns are in the record of its own turn, if that is among
    /// the records of `turns`.
    static func merged(_ turns: [Record]) -> [Record] {
        var records: [Record] = []
        for turn in turns {
            let index = countBefore(among: records.count) { records[$0].id < turn.start }
            if index < records.count, records[index].id == turn.start {
                records[index].reductions += turn.reductions
            } else {
                records.append(turn)
            }
        }
        return records
    }

    /// The type of the payload.
    public var type: Any.Type { Swift.type(of: payload) }

    /// The stores that reduced it, in order.
    public var stores: [StoreID] { reductions.map(\.store.id) }

    /// An action that a store reduced: the state before and after it, and the flow that the reducer returned.
    public typealias Reduction<R: Reducer> = (action: R.Action, before: R.State, after: R.State, flow: Flow<R>)

    /// Returns the state of `store` before and after the message, and the flow that its reducer returned; `nil` if the store
    /// did not reduce it.
    public func reduction<R: Reducer>(by store: Store<R>) -> (before: R.State, after: R.State, flow: Flow<R>)? {
        let reductions = reductions(by: store)
        guard let first = reductions.first, let last = reductions.last else { return nil }
        return (first.before, last.after, .merge(reductions.map(\.flow)))
    }

    /// Returns each action of the message that `store` reduced, in order.
    ///
    /// A store may reduce an event or a fact more than once in a turn: because it requested the command, and because it
    /// listens.
    public func reductions<R: Reducer>(by store: Store<R>) -> [Reduction<R>] { reductions(by: store.id, as: R.self) }

    /// Returns each action of the message that a store reduced. The store may have been released; see ``stores``.
    public func reductions<R: Reducer>(by store: StoreID, as type: R.Type) -> [Reduction<R>] {
        reductions.compactMap { reduction in
            guard reduction.store.id == store, reduction.store.reducer is R else { return nil }
            return (
                reduction.action.value(as: R.Action.self), reduction.before.value(as: R.State.self),
                reduction.after.value(as: R.State.self), Flow(reduction.node)
            )
        }
    }

    /// Its number, the number of its cause, its payload and its outcome.
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
        case .discarded: self = .discarded
        }
    }
}
