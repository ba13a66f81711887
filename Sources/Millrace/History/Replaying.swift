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
        for moment in timeline.past {
            for fold in moment.folds { fold.replay(replaying) }
            if let found = replaying.found { return difference(found, in: moment) }
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
        for moment in timeline.past {
            for case let fold as Fold<R> in moment.folds where fold.store.id == id {
                replaying.fold(fold, through: reducer)
                count += 1
                if first == nil, let found = replaying.found { first = difference(found, in: moment) }
            }
        }
        guard let state = replaying.states[id.number] as? R.State else { return nil }
        return Replayed(state: state, count: count, difference: first)
    }

    private func difference(_ found: Replaying.Found, in moment: Moment) -> Difference {
        let start = moment.start ?? moment
        let record = timeline.records([start] + (moment === start ? [] : [moment]))[0]
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
    private(set) var states: [UInt64: Any] = [:]
    /// The state of each store, as it was recorded.
    private var recorded: [UInt64: Any] = [:]
    /// The first difference.
    private(set) var found: Found?

    /// Folds one action anew, and compares.
    func fold<R: Reducer>(_ fold: Fold<R>, through reducer: R? = nil) {
        let id = fold.store.id
        var state = fold.before
        // Where the history was off for a while, or was cleared, it goes on from what was recorded.
        if let last = recorded[id.number], areSame(last, fold.before), let mine = states[id.number] as? R.State {
            state = mine
        }
        let flow = (reducer ?? fold.store.reducer).reduce(&state, fold.action)
        (states[id.number], recorded[id.number]) = (state, fold.after)
        if found != nil { return }
        if !areSame(state, fold.after) {
            found = Found(store: id, subject: .state, recorded: fold.after, replayed: state)
        } else if flow != fold.flow {
            found = Found(store: id, subject: .flow, recorded: fold.flow, replayed: flow)
        }
    }
}
