#if SQLite || App
    import Millrace

    /// Encodes and decodes the states of a store, without their type.
    protocol AnyStateCoding: AnyObject {
        /// Whether the state is stored in other rows than from now on.
        var isMoved: Bool { get }
        /// Returns the values that differ between two states. Without an old state, all values do.
        func changes(from old: AnyBox?, to new: AnyBox, of store: String) throws -> [StoredID: StoredValue?]
        /// Returns the places of all values of a state.
        func places(of state: AnyBox, in store: String) throws -> [StoredID]
        /// Returns the state that these values contain; `nil` if nothing is stored.
        func anyState(_ values: [StoredID: StoredValue]) throws -> Any?
    }

    extension StateCoding: AnyStateCoding {
        var isMoved: Bool { !moved.isEmpty }

        func changes(from old: AnyBox?, to new: AnyBox, of store: String) throws -> [StoredID: StoredValue?] {
            try changes(from: old?.value(as: State.self), to: new.value(as: State.self), of: store)
        }

        func places(of state: AnyBox, in store: String) throws -> [StoredID] {
            try rows.reduce(into: [StoredID(store: store)]) { places, list in
                for change in try list.changes(nil, state.value(as: State.self)) {
                    places.append(StoredID(store: store, part: list.name, key: change.key))
                }
            }
        }

        func anyState(_ values: [StoredID: StoredValue]) throws -> Any? { try decode(values) }
    }

    /// Encodes and decodes the state of a store, in rows.
    final class StateCoding<State: Codable> {
        fileprivate let rows: [DurableRows<State>]
        /// The bytes of the rest that were stored last.
        private var rest: [UInt8]?
        /// The collections that were a part of the rest until now. All of their rows are written next time.
        private(set) var moved: Set<String> = []

        init() {
            func rows<Durable: DurableState>(of type: Durable.Type) -> [DurableRows<State>] {
                Durable.rows as? [DurableRows<State>] ?? []
            }
            self.rows = (State.self as? any DurableState.Type).map { rows(of: $0) } ?? []
        }

        /// Returns the values that differ between two states. Without an old state, all values do.
        func changes(from old: State?, to new: State, of store: String) throws -> [StoredID: StoredValue?] {
            var changes: [StoredID: StoredValue?] = [:]
            for list in rows {
                for change in try list.changes(moved.contains(list.name) ? nil : old, new) {
                    changes[StoredID(store: store, part: list.name, key: change.key)] = .some(change.value)
                }
            }
            var remainder = new
            for list in rows { list.clear(&remainder) }
            let bytes = try JSONCoding.encode(remainder)
            if bytes != rest { changes[StoredID(store: store)] = .some(StoredValue(bytes)) }
            (rest, moved) = (bytes, [])
            return changes
        }

        /// Returns a state after it was encoded and decoded.
        static func copy(of state: State) throws -> State { try JSONCoding.decode(try JSONCoding.encode(state)) }

        /// Returns the state that these values contain; `nil` if nothing is stored.
        func decode(_ values: [StoredID: StoredValue]) throws -> State? {
            guard let bytes = values.first(where: { $0.key.part.isEmpty })?.value.bytes else { return nil }
            var state: State = try JSONCoding.decode(bytes)
            let groups = Dictionary(grouping: values) { $0.key.part }
            for list in rows {
                guard let group = groups[list.name] else {
                    if !list.isEmpty(state) { moved.insert(list.name) }
                    continue
                }
                try list.load(
                    &state,
                    group.map { StoredRow(key: $0.key.key, bytes: $0.value.bytes, position: $0.value.position) })
            }
            let known = Set(rows.map(\.name) + [""])
            if let other = groups.keys.first(where: { !known.contains($0) }) { throw UnknownRows(name: other) }
            rest = bytes
            return state
        }

        /// The storage has rows that the state does not name.
        private struct UnknownRows: Error, CustomStringConvertible {
            let name: String
            var description: String { "It has no rows with the name \(name)." }
        }
    }
#endif
