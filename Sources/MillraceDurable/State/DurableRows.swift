#if SQLite || App
    import Foundation

    /// A collection of a state that is stored element by element.
    public struct DurableRows<State> {
        let name: String
        /// Returns the rows that differ between two states. Without an old state, all rows do.
        let changes: (_ old: State?, _ new: State) throws -> [RowChange]
        /// Whether the collection is empty.
        let isEmpty: (State) -> Bool
        /// Empties the collection.
        let clear: (inout State) -> Void
        /// Sets the collection to the stored rows.
        let load: (inout State, [StoredRow]) throws -> Void

        /// An array, whose elements have unique ids.
        ///
        /// - Parameters:
        ///   - name: The name of the collection in the storage. It stays the same when the property gets another name.
        ///   - path: The array.
        @inlinable
        public static func elements<Element: Codable & Equatable & Identifiable>(
            _ name: String, _ path: WritableKeyPath<State, [Element]>
        ) -> DurableRows where Element.ID: Codable { elements(name, path) { $0 } }

        /// A collection that keeps an order, such as an `IdentifiedArray`, whose elements have unique ids.
        ///
        /// - Parameters:
        ///   - name: The name of the collection in the storage.
        ///   - path: The collection.
        ///   - make: Creates the collection from its elements.
        @inlinable
        public static func elements<Elements: RandomAccessCollection>(
            _ name: String, _ path: WritableKeyPath<State, Elements>, _ make: @escaping ([Elements.Element]) -> Elements
        ) -> DurableRows where Elements.Element: Codable & Equatable & Identifiable, Elements.Element.ID: Codable {
            elements(name, path, make, sameEnds: sameEnds)
        }

        /// Returns how many elements at the beginning and at the end of two collections are equal and have the same id.
        ///
        /// This is the only comparison whose cost grows with the collection. So it is compiled for the type of the elements.
        @inlinable
        static func sameEnds<Elements: RandomAccessCollection>(
            _ old: Elements, _ new: Elements
        ) -> (first: Int, last: Int) where Elements.Element: Equatable & Identifiable {
            func areSame(_ old: Elements.Element, _ new: Elements.Element) -> Bool { old == new && old.id == new.id }
            var (first, last) = (0, 0)
            for (old, new) in zip(old, new) {
                guard areSame(old, new) else { break }
                first += 1
            }
            for (old, new) in zip(old.dropFirst(first).reversed(), new.dropFirst(first).reversed()) {
                guard areSame(old, new) else { break }
                last += 1
            }
            return (first, last)
        }

        @usableFromInline
        static func elements<Elements: RandomAccessCollection>(
            _ name: String, _ path: WritableKeyPath<State, Elements>,
            _ make: @escaping ([Elements.Element]) -> Elements,
            sameEnds: @escaping (Elements, Elements) -> (first: Int, last: Int)
        ) -> DurableRows where Elements.Element: Codable & Equatable & Identifiable, Elements.Element.ID: Codable {
            let positions = RowPositions()
            return DurableRows(
                name: name,
                changes: { old, new in
                    try positions.changes(from: old.map { $0[keyPath: path] }, to: new[keyPath: path], sameEnds)
                },
                isEmpty: { $0[keyPath: path].isEmpty }, clear: { $0[keyPath: path] = make([]) },
                load: { state, rows in
                    let sorted = rows.sorted { $0.position < $1.position }
                    positions.set(sorted)
                    state[keyPath: path] = make(try sorted.map { try JSONCoding.decode($0.bytes) })
                })
        }

        /// A dictionary.
        ///
        /// - Parameters:
        ///   - name: The name of the collection in the storage.
        ///   - path: The dictionary.
        public static func values<Key: Codable & Hashable, Value: Codable & Equatable>(
            _ name: String, _ path: WritableKeyPath<State, [Key: Value]>
        ) -> DurableRows {
            DurableRows(
                name: name,
                changes: { old, new in
                    let (old, new) = (old?[keyPath: path] ?? [:], new[keyPath: path])
                    var changes: [RowChange] = []
                    for (key, value) in new where old[key] != value {
                        changes.append(
                            .init(key: try JSONCoding.text(key), value: StoredValue(try JSONCoding.encode(value))))
                    }
                    for key in old.keys where new[key] == nil {
                        changes.append(.init(key: try JSONCoding.text(key), value: nil))
                    }
                    return changes
                },
                isEmpty: { $0[keyPath: path].isEmpty }, clear: { $0[keyPath: path] = [:] },
                load: { state, rows in
                    let pairs = try rows.map { row -> (Key, Value) in
                        (try JSONCoding.decode(Array(row.key.utf8)), try JSONCoding.decode(row.bytes))
                    }
                    state[keyPath: path] = Dictionary(pairs) { $1 }
                })
        }
    }

    /// A row that was written, or removed.
    struct RowChange {
        let key: String
        let value: StoredValue?
    }

    /// A row that was loaded.
    struct StoredRow {
        let key: String
        let bytes: [UInt8]
        let position: Int64
    }

    /// The JSON of stored values. Equal values have the same bytes, unless they contain a set, or a dictionary whose keys are neither texts
    /// nor numbers.
    enum JSONCoding {
        static func encode(_ value: some Encodable) throws -> [UInt8] {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            encoder.nonConformingFloatEncodingStrategy = .convertToString(
                positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
            return Array(try encoder.encode(value))
        }

        static func text(_ value: some Encodable) throws -> String {
            String(decoding: try encode(value), as: UTF8.self)
        }

        static func decode<Value: Decodable>(_ bytes: [UInt8], as type: Value.Type = Value.self) throws -> Value {
            let decoder = JSONDecoder()
            decoder.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
            return try decoder.decode(type, from: Data(bytes))
        }
    }
#endif
