public import Millrace

/// A processed message in a history.
public struct Record: Identifiable, CustomStringConvertible {
    /// The outcome of a message.
    public typealias Outcome = Message.Outcome

    /// The recorded turn. The record of a message also has the reductions of the later turns in which it was resumed.
    private(set) var turn: TurnRecord
    /// ``Timeline/stores``.
    let table: [StoreReference]

    /// The number of the message's turn. A later turn has a greater number.
    public var id: UInt64 { turn.id }
    /// The number of the turn that caused the message; 0 for a message from outside.
    public var cause: UInt64 { turn.origin.cause }
    /// The number of the message from outside that started the chain of causes. If that record was discarded, the number of the
    /// oldest known cause.
    public var root: UInt64 { turn.origin.root }
    /// The kind of the message.
    public var kind: Message.Kind { turn.kind }
    /// The action, the command, the `Event`, the fact, the output, the input, the transition, the ``Navigator/Request`` or the
    /// new state.
    public var payload: Any { turn.values.payload.any }
    /// The type of the payload.
    public var type: Any.Type { Swift.type(of: payload) }
    /// The store that receives or sends the message; `nil` if there is none.
    public var store: StoreID? { turn.values.store < 0 ? nil : table[Int(turn.values.store)].id }
    /// The time at which the message's turn began, on the engine's clock.
    public var time: Duration { turn.time }
    /// The outcome of the message. ``Message/Outcome/pending`` until the message has ended.
    public var outcome: Outcome { turn.values.outcome }
    /// The turn in which the message ended, and the time; `nil` until then. If the message ended in its own turn, the time is
    /// that at which the turn began.
    public var end: (id: UInt64, time: Duration)? { turn.end.id == 0 ? nil : turn.end }
    /// The pauses before the retries of a command, in order.
    public var pauses: [Duration] {
        turn.values.extras.compactMap { if case .pause(let pause) = $0 { pause } else { nil } }
    }
    /// The ids of the stores that reduced the message, in order.
    public var stores: [StoreID] { reductions.map(\.store.id) }

    /// The reductions of the message, in order.
    var reductions: [StoreReduction] {
        let values = turn.values
        let further = values.extras.compactMap { if case .reduction(let reduction) = $0 { reduction } else { nil } }
        guard let before = values.before, let after = values.after else { return further }
        let (store, action) = (table[Int(values.reducer)], values.action ?? values.payload!)
        return [StoreReduction(store: store, action: action, before: before, after: after, flow: values.flow)] + further
    }

    /// Returns one record for each message. The reductions of a message's later turns are added to the record of its own turn,
    /// if `turns` contains that record.
    static func merged(_ turns: [Record]) -> [Record] {
        turns.reduce(into: []) { records, record in
            let start = record.turn.start
            guard start != record.id, let index = records.lastIndex(where: { $0.id == start }) else {
                return records.append(record)
            }
            records[index].turn.values.extras += record.reductions.map { .reduction($0) }
        }
    }

    /// An action that a store reduced, with the state before and after it and the flow that the reducer returned.
    public typealias Reduction<R: Reducer> = (action: R.Action, before: R.State, after: R.State, flow: Flow<R>)

    /// Returns the state of `store` before and after the message, and the flow that its reducer returned; `nil` if the store
    /// did not reduce it. A replacement has an empty flow.
    public func reduction<R: Reducer>(by store: Store<R>) -> (before: R.State, after: R.State, flow: Flow<R>)? {
        let own = reductions.filter { $0.store.id == store.id }
        guard let first = own.first, let last = own.last else { return nil }
        return (
            first.before.value(as: R.State.self), last.after.value(as: R.State.self), .merge(own.map { Flow($0.flow) })
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
                reduction.after.value(as: R.State.self), Flow(reduction.flow)
            )
        }
    }

    /// The number of the turn, the number of its cause, the payload and the outcome.
    public var description: String {
        "\(id)\(cause == 0 ? "" : " because of \(cause)"): \(kind) \(payload), \(outcome)"
    }
}
