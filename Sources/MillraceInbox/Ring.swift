/// A first-in, first-out queue that reuses its memory. Adding and removing allocate only when the capacity must grow.
@usableFromInline struct Ring<Element> {
    @usableFromInline var slots: [Element?] = []
    @usableFromInline var head = 0
    @usableFromInline var count = 0

    init() {}

    @inlinable var isEmpty: Bool { count == 0 }

    /// The element at `offset` after the first element.
    subscript(offset: Int) -> Element? {
        get { slots[(head &+ offset) & (slots.count &- 1)] }
        set { slots[(head &+ offset) & (slots.count &- 1)] = newValue }
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
