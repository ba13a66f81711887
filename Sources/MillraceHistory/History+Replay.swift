public import Millrace

/// Where a replay first differs from the record.
public struct Difference: CustomStringConvertible {
    /// What differs.
    public enum Subject: Hashable, Sendable {
        /// The state after the message.
        case state
        /// What the reducer asked for.
        case flow
    }

    /// The message that was folded differently.
    public let record: Record
    /// The store that folded it.
    public let store: StoreID
    /// What differs.
    public let subject: Subject
    /// What the record says: the state, or the flow.
    public let recorded: Any
    /// What the replay gave.
    public let replayed: Any

    /// A sentence.
    public var description: String {
        "The store \(store) differs in its \(subject) after record \(record.id), \(record.kind) \(record.payload): "
            + "recorded was \(recorded), replayed is \(replayed)."
    }
}

/// What came of folding a store's past anew.
public struct Replayed<R: Reducer> {
    /// The state in the end: of the replay, which is that of the record where nothing differs.
    public let state: R.State
    /// How many actions were folded.
    public let count: Int
    /// Where it first differs from the record.
    public let difference: Difference?
}

extension History {
    /// Folds every action of ``records`` anew, each store from its first remembered state, gone ones too, and performs
    /// nothing.
    ///
    /// States and flows are compared as two flows are: by `==` where there is one, else part by part; functions are
    /// never the same, so messages and states that hold one always differ.
    ///
    /// - Returns: where a state or a flow first differs from the record, or `nil` if none does. Then a reducer is not
    ///   pure (law 4), or is another than it was.
    public func replay() -> Difference? {
        let replaying = Replaying()
        for turn in timeline.past {
            for fold in turn.folds { replaying.reduce(fold) }
            if let found = replaying.found { return difference(found, in: turn) }
        }
        return nil
    }

    /// Folds the actions of one store anew, through its own reducer or another of the same type, and performs nothing.
    ///
    /// Give the state to a new store to go on from there: `Store(replay.state, reducer, on: engine)`.
    ///
    /// - Returns: the state that comes of it, and where it first differs from the record; `nil` if nothing of the store
    ///   is remembered.
    public func replay<R: Reducer>(_ store: Store<R>, through reducer: R? = nil) -> Replayed<R>? {
        replay(store.id, as: R.self, through: reducer)
    }

    /// Folds the actions of a store anew that may have gone; ``Record/stores`` names it.
    public func replay<R: Reducer>(_ id: StoreID, as type: R.Type, through reducer: R? = nil) -> Replayed<R>? {
        let replaying = Replaying()
        var first: Difference?
        var count = 0
        for turn in timeline.past {
            for fold in turn.folds where fold.store.id == id {
                replaying.reduce(fold, through: reducer)
                count += 1
                if first == nil, let found = replaying.found { first = difference(found, in: turn) }
            }
        }
        guard let state = replaying.states[id.number] else { return nil }
        return Replayed(state: state.value(as: R.State.self), count: count, difference: first)
    }

    private func difference(_ found: Replaying.Found, in turn: TurnRecord) -> Difference {
        let start = turn.start ?? turn
        let record = timeline.records([start] + (turn === start ? [] : [turn]))[0]
        return Difference(
            record: record, store: found.store, subject: found.subject, recorded: found.recorded,
            replayed: found.replayed)
    }
}

/// A replay under way.
final class Replaying {
    struct Found {
        let store: StoreID
        let subject: Difference.Subject
        let recorded: Any
        let replayed: Any
    }

    /// The state of each store, as it is replayed.
    private(set) var states: [UInt64: AnyBox] = [:]
    /// The state of each store, as it was recorded.
    private var recorded: [UInt64: AnyBox] = [:]
    /// The first difference.
    private(set) var found: Found?

    /// Reduces one action again, and compares.
    func reduce(_ fold: Fold, through reducer: Any? = nil) {
        let id = fold.store.id
        var state = fold.before
        // Where the history was off for a while, or was cleared, it continues from what was recorded.
        if let last = recorded[id.number], let mine = states[id.number],
            last === fold.before || areSame(last.any, fold.before.any)
        {
            state = mine
        }
        let (after, node) = fold.store.reduce(state, fold.action, by: reducer)
        (states[id.number], recorded[id.number]) = (after, fold.after)
        if found != nil { return }
        if !areSame(after.any, fold.after.any) {
            found = Found(store: id, subject: .state, recorded: fold.after.any, replayed: after.any)
        } else if !areSame(fold.store.flow(node), fold.flow) {
            found = Found(store: id, subject: .flow, recorded: fold.flow, replayed: fold.store.flow(node))
        }
    }
}
