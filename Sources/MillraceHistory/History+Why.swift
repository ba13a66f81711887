public import Millrace

extension History {
    /// Returns the chain of causes that led to the current value of a part of a store's state.
    ///
    /// - Returns: the records, from the message from outside to the message that last changed the part; empty if no record
    ///   changed the part. If the record of a cause was discarded, the chain begins after it.
    public func why<R: Reducer, Value>(_ path: KeyPath<R.State, Value>, of store: Store<R>) -> [Record] {
        func value(in state: AnyBox) -> Value { state.value(as: R.State.self)[keyPath: path] }
        let last = timeline.past().last { record in
            record.reductions.contains {
                $0.store.id == store.id && !areSame(value(in: $0.before), value(in: $0.after))
            }
        }
        guard let last else { return [] }
        // The record of a held message's own turn may have been discarded.
        return chain(to: self[last.turn.start] == nil ? last.id : last.turn.start)
    }

    /// Returns the causes of record `id`, from the message from outside to the record itself; empty if there is no such
    /// record.
    public func chain(to id: Record.ID) -> [Record] {
        guard let record = self[id] else { return [] }
        return sequence(first: record) { self[$0.cause] }.reversed()
    }
}
