#if SQLite || App
    /// Encodes and decodes the state of a store, in rows.
    struct StateCoding<State: Codable> {
        private let rows: [DurableRows<State>]

        init() {
            func rows<Durable: DurableState>(of type: Durable.Type) -> [DurableRows<State>] {
                Durable.rows as? [DurableRows<State>] ?? []
            }
            self.rows = (State.self as? any DurableState.Type).map { rows(of: $0) } ?? []
        }

        /// Returns the values that differ between two states. Without an old state, all values do.
        ///
        /// - Parameter rest: The bytes of the rest that were stored last.
        func changes(
            from old: State?, to new: State, of store: String, _ rest: inout [UInt8]?
        ) throws -> [StoredID: StoredValue?] {
            var changes: [StoredID: StoredValue?] = [:]
            for list in rows {
                for change in try list.changes(old, new) {
                    changes[StoredID(store: store, part: list.name, key: change.key)] = .some(change.value)
                }
            }
            var remainder = new
            for list in rows { list.clear(&remainder) }
            let bytes = try JSONCoding.encode(remainder)
            if bytes != rest { changes[StoredID(store: store)] = .some(StoredValue(bytes)) }
            rest = bytes
            return changes
        }

        /// Returns the state that these values contain; `nil` if nothing is stored.
        ///
        /// - Returns: Also the bytes of its rest; `nil` if a collection was a part of the rest until now, so that all must be written.
        func decode(_ values: [StoredID: StoredValue]) throws -> (state: State, rest: [UInt8]?)? {
            guard let rest = values.first(where: { $0.key.part.isEmpty })?.value.bytes else { return nil }
            var state: State = try JSONCoding.decode(rest)
            let groups = Dictionary(grouping: values) { $0.key.part }
            var isComplete = true
            for list in rows {
                guard let group = groups[list.name] else {
                    isComplete = false
                    continue
                }
                try list.load(
                    &state,
                    group.map { StoredRow(key: $0.key.key, bytes: $0.value.bytes, position: $0.value.position) })
            }
            let known = Set(rows.map(\.name) + [""])
            if let other = groups.keys.first(where: { !known.contains($0) }) { throw UnknownRows(name: other) }
            return (state, isComplete ? rest : nil)
        }

        /// The storage has rows that the state does not name.
        private struct UnknownRows: Error, CustomStringConvertible {
            let name: String
            var description: String { "It has no rows with the name \(name)." }
        }
    }
#endif
