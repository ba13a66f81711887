/// The recorded actions of a store.
package struct RecordedActions: Sendable {
    /// The first recorded state; `nil` if there is none.
    package var first: JSON?
    /// The actions that the store has reduced since, in order.
    package var actions: [JSON] = []

    package init(first: JSON?, actions: [JSON] = []) { (self.first, self.actions) = (first, actions) }
}

extension RingReader {
    /// Returns the actions that stores have reduced in one file of a run, up to a turn. Stops early if the task is cancelled.
    ///
    /// The first states are those at the beginning of the file, or of stores that were new. `nil` if the order of the actions is unknown,
    /// because one line counts different messages.
    package func actions(
        of stores: Set<UInt64>, file number: Int, of name: String, upTo id: UInt64
    ) -> [UInt64: RecordedActions] {
        guard let run = run(name), let file = run.file(number) else { return [:] }
        var found: [UInt64: RecordedActions] = [:]
        for line in file.stores.compactMap({ self.line($0.bytes, of: file.url) }) {
            guard let store = line["store"]?.integer, stores.contains(store), found[store] == nil else { continue }
            found[store] = RecordedActions(first: line["state"])
        }
        for turn in run.turns[run.positions(in: number)] where turn.id <= id && !Task.isCancelled {
            let line = line(turn.bytes, of: file.url) ?? .null
            let hasOrder = line["messages"]?.elements?.count ?? 1 == 1
            for (store, action) in line.reducedActions where stores.contains(store) {
                found[store]?.actions.append(action)
                if !hasOrder { found[store]?.first = nil }
            }
        }
        return found
    }
}

extension JSON {
    /// The actions that a line of a turn, or of several turns, describes, with the stores that have reduced them.
    fileprivate var reducedActions: [(store: UInt64, action: JSON)] {
        let messages = self["messages"]?.elements.map { $0.map { ($0["count"]?.integer ?? 1, $0["message"] ?? .null) } }
        let reductions = self["reductions"]?.elements ?? []
        return (messages ?? [(1, self)]).flatMap { count, message in
            reductions.flatMap { reduction -> [(store: UInt64, action: JSON)] in
                guard let store = reduction["store"]?.integer,
                    let action = reduction["action"] ?? message.action(of: store)
                else { return [] }
                return Array(repeating: (store, action), count: Int(min(count, 10_000)))
            }
        }
    }

    /// The payload of a message that is an action of a store; `nil` for another message.
    private func action(of store: UInt64) -> JSON? {
        self["kind"]?.text == "action" && self["store"]?.integer == store ? self["payload"] : nil
    }
}
