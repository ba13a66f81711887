public import Millrace

/// A processed message in a history.
public struct Record: Identifiable, CustomStringConvertible {
    /// The outcome of a message.
    public enum Outcome {
        /// The message has not ended: its command runs, or middleware holds the message.
        case pending
        /// The message was processed. A command ended with its last data.
        case done
        /// The command failed with the error, the message could not be delivered, or middleware threw the error.
        case failed(any Error)
        /// The message was cancelled, or its store was released.
        case cancelled
        /// Middleware replaced the message by a flow.
        case redirected
        /// Middleware dropped the message. The message ended without an error.
        case dropped
        /// The message was discarded: it was the event of a command that had ended, or an input for a module that was removed.
        case discarded
    }

    /// The number of the message's turn. A later turn has a greater number.
    public let id: UInt64
    /// The number of the turn that caused the message; 0 for a message from outside.
    public let cause: UInt64
    /// The number of the message from outside that started the chain of causes. If that record was discarded, the number of the
    /// oldest known cause.
    public let root: UInt64
    /// The kind of the message.
    public let kind: Message.Kind
    /// The action, the command, the `Event`, the fact, the output, the input, the transition, the ``Navigator/Request`` or the
    /// new state.
    public var payload: Any { content.any }
    let content: AnyBox
    /// The store that receives or sends the message; `nil` if there is none.
    public let store: StoreID?
    /// The time at which the message's turn began, on the engine's clock.
    public let time: Duration
    /// The outcome of the message. ``Outcome/pending`` until the message has ended.
    public let outcome: Outcome
    /// The turn in which the message ended, and the time; `nil` until then. If the message ended in its own turn, the time is
    /// that at which the turn began.
    public let end: (id: UInt64, time: Duration)?
    /// The pauses before the retries of a command, in order.
    public let pauses: [Duration]
    /// The number of the message's own turn.
    let start: UInt64
    /// The reductions of the message, in order.
    var reductions: [StoreReduction]

    init(_ turn: TurnRecord, _ references: borrowing StoreReferences) {
        pauses = turn.pauses
        (id, cause, root, kind, time) = (turn.id, turn.cause, turn.root, turn.kind, turn.time)
        (content, start, outcome) = (turn.contents.payload.unsafelyUnwrapped, turn.start, turn.contents.outcome)
        (store, reductions) = (turn.store < 0 ? nil : references[turn.store].id, turn.reductions(references))
        if case .pending = outcome { end = nil } else { end = turn.end }
    }

    /// Returns one record for each message. The reductions of a message's later turns are added to the record of its own turn,
    /// if `turns` contains that record.
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

    /// The ids of the stores that reduced the message, in order.
    public var stores: [StoreID] { reductions.map(\.store.id) }

    /// An action that a store reduced, with the state before and after it and the flow that the reducer returned.
    public typealias Reduction<R: Reducer> = (action: R.Action, before: R.State, after: R.State, flow: Flow<R>)

    /// Returns the state of `store` before and after the message, and the flow that its reducer returned; `nil` if the store
    /// did not reduce it. A replacement has an empty flow.
    public func reduction<R: Reducer>(by store: Store<R>) -> (before: R.State, after: R.State, flow: Flow<R>)? {
        let own = reductions.filter { $0.store.id == store.id }
        guard let first = own.first, let last = own.last else { return nil }
        return (
            first.before.value(as: R.State.self), last.after.value(as: R.State.self), .merge(own.map { Flow($0.node) })
        )
    }

    /// Returns each action of the message that `store` reduced, in order.
    ///
    /// A store may reduce an event or a fact more than once in a turn: for example, an event as the requester of the command
    /// and again as a listener.
    public func reductions<R: Reducer>(by store: Store<R>) -> [Reduction<R>] { reductions(by: store.id, as: R.self) }

    /// For this message, returns each action that the store with this id reduced. The store may have been released; see
    /// ``stores``.
    public func reductions<R: Reducer>(by store: StoreID, as type: R.Type) -> [Reduction<R>] {
        reductions.compactMap { reduction in
            guard kind != .replacement, reduction.store.id == store, reduction.store.reducer is R else { return nil }
            return (
                reduction.action.value(as: R.Action.self), reduction.before.value(as: R.State.self),
                reduction.after.value(as: R.State.self), Flow(reduction.node)
            )
        }
    }

    /// The number of the turn, the number of its cause, the payload and the outcome.
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
