public import Millrace

extension History {
    /// Returns the chain of causes that led to the current value of a part of a store's state.
    ///
    /// - Returns: the records, from the message from outside to the message that last changed the part; empty if no record
    ///   changed the part. If the record of a cause was discarded, the chain begins after it.
    public func why<R: Reducer, Value>(_ path: KeyPath<R.State, Value>, of store: Store<R>) -> [Record] {
        let change = timeline.past.last { turn in
            turn.reductions.contains { reduction in
                let states = [reduction.before, reduction.after]
                guard reduction.store.id == store.id else { return false }
                let values = states.map { $0.value(as: R.State.self)[keyPath: path] }
                return !areSame(values[0], values[1])
            }
        }
        guard let change else { return [] }
        // The record of a held message's own turn may have been discarded.
        let chain = self.chain(to: change.start)
        return chain.isEmpty ? self.chain(to: change.id) : chain
    }

    /// Returns the causes of record `id`, from the message from outside to the record itself; empty if there is no such
    /// record.
    public func chain(to id: Record.ID) -> [Record] {
        var chain: [Record] = []
        var next = self[id]
        while let record = next {
            chain.append(record)
            next = record.cause < record.id ? self[record.cause] : nil
        }
        return chain.reversed()
    }
}
