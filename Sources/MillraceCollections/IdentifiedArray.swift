#if Collections || App
    public import OrderedCollections

    /// An ordered collection of `Identifiable` elements with distinct ids. It finds an element by its id in constant time.
    ///
    /// Use it for thousands of children in an order:
    ///
    /// ```swift
    /// struct State { var rows: IdentifiedArray<Row.State> = [] }
    ///
    /// case .row(let id, let action):
    ///     return row.reduce(&state.rows, id: id, action).map(Action.row, at: \.rows, id: id)
    /// ```
    ///
    /// Elements are changed in place, through ``subscript(id:)`` or a position. Appending takes constant time. Inserting and
    /// removing take linear time, because later elements move. The array is not a `MutableCollection`, because algorithms for
    /// these store an element twice for a moment.
    ///
    /// Two arrays are equal if they have equal elements in the same order. The array is encoded as an array of its elements.
    public struct IdentifiedArray<Element: Identifiable> {
        /// The ids of the elements, in order.
        public typealias IDs = OrderedSet<Element.ID>

        @usableFromInline var storage: OrderedDictionary<Element.ID, Element>

        /// Creates an empty array.
        @inlinable
        public init() { storage = [:] }

        /// Creates an array with the elements of a sequence.
        ///
        /// - Precondition: No two elements have the same id.
        @inlinable
        public init(uniqueElements elements: some Sequence<Element>) {
            self.init(elements) { _, later in preconditionFailure("Two elements have the id \(later.id).") }
        }

        /// Creates an array with the elements of a sequence. Where several elements have the same id, `combine` returns the one to
        /// keep, at the position of the first.
        ///
        /// - Parameters:
        ///   - elements: The elements.
        ///   - combine: Receives the element that the array has, and a later one with the same id. It must return an element with
        ///     this id.
        @inlinable
        public init(
            _ elements: some Sequence<Element>, uniquingIDsWith combine: (Element, Element) throws -> Element
        ) rethrows {
            storage = try OrderedDictionary(elements.lazy.map { ($0.id, $0) }) { old, new in
                let element = try combine(old, new)
                precondition(element.id == old.id, "The element for the id \(old.id) has the id \(element.id).")
                return element
            }
        }

        /// The ids of the elements, in order.
        @inlinable
        public var ids: IDs { storage.keys }

        /// Returns the position of the element with this `id`; `nil` if there is none.
        @inlinable
        public func index(id: Element.ID) -> Int? { storage.index(forKey: id) }

        /// The element with this `id`, or `nil`. It is changed in place.
        ///
        /// Setting `nil` removes the element. Setting an element appends it if the array has none with this id.
        ///
        /// - Precondition: A new element has this `id`.
        @inlinable
        public subscript(id id: Element.ID) -> Element? {
            get { storage[id] }
            _modify {
                let (count, index) = (storage.count, storage.index(forKey: id) ?? storage.count)
                defer {
                    // A removed element shortens the array. Otherwise the element is at its position, or at the end if it is new.
                    if storage.count >= count, index < storage.count, storage.values[index].id != id {
                        preconditionFailure("An element with another id was set for \(id).")
                    }
                }
                yield &storage[id]
            }
        }

        // MARK: Adding and removing

        /// Appends an element, unless the array has one with the same id.
        ///
        /// - Returns: Whether the element was appended, and the position of the element with this id.
        @inlinable @discardableResult
        public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
            insert(element, at: endIndex)
        }

        /// Inserts an element at a position, unless the array has one with the same id.
        ///
        /// - Returns: Whether the element was inserted, and the position of the element with this id.
        @inlinable @discardableResult
        public mutating func insert(_ element: Element, at index: Int) -> (inserted: Bool, index: Int) {
            if let present = storage.index(forKey: element.id) { return (false, present) }
            storage.updateValue(element, forKey: element.id, insertingAt: index)
            return (true, index)
        }

        /// Replaces the element with the same id, or appends this one.
        ///
        /// - Returns: The element that was replaced; `nil` if this one was appended.
        @inlinable @discardableResult
        public mutating func updateOrAppend(_ element: Element) -> Element? {
            storage.updateValue(element, forKey: element.id)
        }

        /// Removes the element with this `id`.
        ///
        /// - Returns: The element; `nil` if there was none.
        @inlinable @discardableResult
        public mutating func remove(id: Element.ID) -> Element? { storage.removeValue(forKey: id) }

        /// Removes the element at a position, and returns it.
        @inlinable @discardableResult
        public mutating func remove(at index: Int) -> Element { storage.remove(at: index).value }

        /// Removes all elements for which `isRemoved` returns `true`.
        @inlinable
        public mutating func removeAll(where isRemoved: (Element) throws -> Bool) rethrows {
            try storage.removeAll { try isRemoved($0.value) }
        }

        /// Removes all elements.
        @inlinable
        public mutating func removeAll() { storage.removeAll() }

        /// Sorts the elements. The order of equal elements is not guaranteed.
        @inlinable
        public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
            try storage.sort { try areInIncreasingOrder($0.value, $1.value) }
        }

        /// Exchanges two elements.
        @inlinable
        public mutating func swapAt(_ first: Int, _ second: Int) { storage.swapAt(first, second) }

        /// Moves an element to another position. The elements between the two positions move by one.
        @inlinable
        public mutating func move(from index: Int, to newIndex: Int) {
            let element = remove(at: index)
            insert(element, at: newIndex)
        }
    }

    extension IdentifiedArray: Sendable where Element: Sendable, Element.ID: Sendable {}
#endif
