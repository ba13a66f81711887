#if Collections || App
    public import Millrace
    public import OrderedCollections

    extension IdentifiedArray: RandomAccessCollection {
        /// The position of the first element: 0.
        public var startIndex: Int { 0 }

        /// The number of elements.
        @inlinable
        public var endIndex: Int { storage.count }

        /// The element at a position. It is changed in place.
        ///
        /// - Precondition: A new element has the same id, or an id that no other element has.
        @inlinable
        public subscript(position: Int) -> Element {
            get { storage.values[position] }
            _modify {
                let id = storage.keys[position]
                // Also if the change throws an error.
                defer { if storage.values[position].id != id { rename(at: position) } }
                yield &storage.values[position]
            }
        }

        /// Calls `body` with the storage of the elements.
        public func withContiguousStorageIfAvailable<Result>(
            _ body: (UnsafeBufferPointer<Element>) throws -> Result
        ) rethrows -> Result? { try storage.values.withContiguousStorageIfAvailable(body) }

        /// Finds the element at a position by its new id from now on.
        @usableFromInline
        mutating func rename(at position: Int) {
            let element = storage.remove(at: position).value
            precondition(insert(element, at: position).inserted, "Two elements have the id \(element.id).")
        }
    }

    extension IdentifiedArray: ChildCollection {
        /// Returns the position of the child with this `id`; `nil` if there is none.
        @inlinable
        public func childIndex(id: Element.ID) -> Int? { index(id: id) }

        /// The state at a position.
        @inlinable
        public subscript(childAt index: Int) -> Element {
            get { self[index] }
            _modify { yield &self[index] }
        }

        /// Calls `body` for each child, in the order of the collection.
        @inlinable
        public func forEachChild(_ body: (Element.ID, Element) -> Void) { for state in self { body(state.id, state) } }
    }

    extension IdentifiedArray: ExpressibleByArrayLiteral {
        /// Creates an array with the elements of a literal.
        ///
        /// - Precondition: No two elements have the same id.
        @inlinable
        public init(arrayLiteral elements: Element...) { self.init(uniqueElements: elements) }
    }

    extension IdentifiedArray: Equatable where Element: Equatable {
        /// Whether both arrays have equal elements in the same order.
        @inlinable
        public static func == (left: Self, right: Self) -> Bool { left.storage.values == right.storage.values }
    }

    extension IdentifiedArray: Hashable where Element: Hashable {
        /// Adds the elements to `hasher`, in their order.
        @inlinable
        public func hash(into hasher: inout Hasher) {
            hasher.combine(count)
            for element in self { hasher.combine(element) }
        }
    }

    extension IdentifiedArray: Encodable where Element: Encodable {
        /// Encodes the elements as an array.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for element in self { try container.encode(element) }
        }
    }

    extension IdentifiedArray: Decodable where Element: Decodable {
        /// Decodes an array of elements.
        ///
        /// - Throws: `DecodingError.dataCorrupted` if two elements have the same id.
        public init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            self.init()
            while !container.isAtEnd {
                let element = try container.decode(Element.self)
                guard append(element).inserted else {
                    throw DecodingError.dataCorruptedError(
                        in: container, debugDescription: "Two elements have the id \(element.id).")
                }
            }
        }
    }

    extension IdentifiedArray: CustomStringConvertible {
        /// The description of an array with the same elements.
        public var description: String { Array(self).description }
    }

    extension IdentifiedArray: CustomReflectable {
        /// A mirror with the elements as children.
        public var customMirror: Mirror { Mirror(self, unlabeledChildren: self, displayStyle: .collection) }
    }

    extension OrderedDictionary: ChildCollection {
        /// Returns the position of the child with this `id`; `nil` if there is none.
        @inlinable
        public func childIndex(id: Key) -> Int? { index(forKey: id) }

        /// The state at a position.
        @inlinable
        public subscript(childAt index: Int) -> Value {
            get { values[index] }
            _modify { yield &values[index] }
        }

        /// Calls `body` for each child, in the order of the collection.
        @inlinable
        public func forEachChild(_ body: (Key, Value) -> Void) { for (id, state) in self { body(id, state) } }
    }
#endif
