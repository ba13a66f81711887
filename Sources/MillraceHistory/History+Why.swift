public import Millrace

extension History {
    /// The chain of causes that gave a part of a store's state the value that it has where the stores are now.
    ///
    /// - Returns: the records, the message from outside first, the one that the store folded last; empty if no record
    ///   changed the part. Where a cause has given way to newer records, the chain begins after it.
    public func why<R: Reducer, Value>(_ path: KeyPath<R.State, Value>, of store: Store<R>) -> [Record] {
        let change = timeline.past.last { turn in
            turn.record.folds(by: store).contains { !areSame($0.before[keyPath: path], $0.after[keyPath: path]) }
        }
        guard let change else { return [] }
        // The start of one that was held may have given way.
        let chain = change.start.map { self.chain(to: $0.id) } ?? []
        return chain.isEmpty ? self.chain(to: change.id) : chain
    }

    /// The records that led to record `id`, the message from outside first, and that record last; empty if there is
    /// none.
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
