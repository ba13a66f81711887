/// A first-in, first-out queue that reuses its memory. Adding and removing allocate only when the capacity must grow.
@usableFromInline struct Ring<Element> {
    @usableFromInline var slots: [Element?] = []
    @usableFromInline var head = 0
    @usableFromInline var count = 0

    init() {}

    @inlinable var isEmpty: Bool { count == 0 }

    var first: Element? { isEmpty ? nil : slots[head] }

    private func slot(of index: Int) -> Int { (head &+ index) & (slots.count &- 1) }

    /// The element at an index, counted from the first element.
    subscript(index: Int) -> Element {
        // Safe: the slots of the elements are not empty.
        slots[slot(of: index)].unsafelyUnwrapped
    }

    /// Changes the element at an index, counted from the first element.
    mutating func update<Result>(at index: Int, _ body: (inout Element) -> Result?) -> Result? {
        guard var element = slots[slot(of: index)].take() else { return nil }
        defer { slots[slot(of: index)] = element }
        return body(&element)
    }

    /// Returns the index of the first element that meets the condition; `count` if there is none. All elements after that
    /// element must meet the condition too.
    func firstIndex(where isMet: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isMet(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    mutating func removeAll(where isUnused: (Element) -> Bool) {
        var others = Ring()
        while let element = popFirst() { if !isUnused(element) { others.append(element) } }
        self = others
    }

    @inlinable mutating func append(_ element: consuming Element) {
        if count == slots.count { grow() }
        slots[(head &+ count) & (slots.count &- 1)] = element
        count &+= 1
    }

    @inlinable mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = slots[head].take()
        head = (head &+ 1) & (slots.count &- 1)
        count &-= 1
        return element
    }

    /// Doubles the capacity, which is always a power of two, and moves the first element to index 0.
    @inlinable @inline(never)
    mutating func grow() {
        var room: [Element?] = []
        room.reserveCapacity(max(8, slots.count * 2))
        for index in 0..<count { room.append(slots[(head &+ index) & (slots.count &- 1)].take()) }
        room.append(contentsOf: repeatElement(nil, count: max(8, slots.count * 2) - count))
        (slots, head) = (room, 0)
    }
}
