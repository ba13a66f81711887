/// The first and the last slot of a linked list; -1 if it is empty.
package struct SlotList: Equatable, Sendable {
    package var first: Int32 = -1
    package var last: Int32 = -1

    /// Creates a list; without arguments an empty one.
    package init(first: Int32 = -1, last: Int32 = -1) { (self.first, self.last) = (first, last) }

    package var isEmpty: Bool { first < 0 }
}

/// The links of doubly linked lists of slots. A slot is in at most one of the lists at a time.
package struct SlotLinks: ~Copyable {
    typealias Neighbours = (previous: Int32, next: Int32)

    var neighbours = Pool<Neighbours>()

    package init() {}

    /// Returns the slot after this slot in its list; -1 for the last slot.
    package func next(_ slot: Int32) -> Int32 { neighbours[slot].next }

    /// Returns the slot before this slot in its list; -1 for the first slot.
    package func previous(_ slot: Int32) -> Int32 { neighbours[slot].previous }

    /// Appends a slot to a list.
    ///
    /// - Returns: The list with the slot.
    @inline(__always)
    package mutating func append(_ slot: Int32, to list: SlotList) -> SlotList {
        if neighbours.count <= Int(slot) { grow(to: slot) }
        neighbours[slot] = (list.last, -1)
        if list.last >= 0 { neighbours[list.last].next = slot }
        return SlotList(first: list.isEmpty ? slot : list.first, last: slot)
    }

    @inline(__always)
    package func remove(_ slot: Int32, from list: inout SlotList) {
        let own = neighbours[slot]
        if own.previous >= 0 { neighbours[own.previous].next = own.next } else { list.first = own.next }
        if own.next >= 0 { neighbours[own.next].previous = own.previous } else { list.last = own.previous }
    }

    @inline(never)
    mutating func grow(to slot: Int32) {
        while neighbours.count <= Int(slot) { neighbours.append((-1, -1)) }
    }

    package mutating func assign(_ other: borrowing SlotLinks) { neighbours.assign(other.neighbours) }
}

extension Pool where Element: Copyable {
    /// Adds an element at a free index or, if there is none, at the end.
    ///
    /// - Returns: The index of the element.
    @inline(__always)
    package mutating func insert(_ element: consuming Element, reusing free: inout Pool<Int32>) -> Int32 {
        guard let place = free.popLast() else { return add(element) }
        self[place] = element
        return place
    }

    @inline(never)
    mutating func add(_ element: consuming Element) -> Int32 {
        append(element)
        return Int32(count - 1)
    }

    /// Copies the elements of another list. Keeps the memory if the elements fit.
    package mutating func assign(_ other: borrowing Pool) {
        if capacity < other.size {
            self = other.copy()
        } else {
            base.deinitialize(count: count)
            base.initialize(from: other.base, count: other.count)
            size = other.size
        }
    }
}

extension NumberMap {
    /// Copies the keys and numbers of another map.
    package mutating func assign(_ other: borrowing NumberMap) {
        if count > 0 || other.count > 0 { self = other.copy() }
    }
}
