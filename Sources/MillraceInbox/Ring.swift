/// A first-in, first-out queue that keeps its room: adding and taking allocate nothing once it is warm.
package struct Ring<Element> {
    var slots: [Element?] = []
    var head = 0
    package private(set) var count = 0

    package init() {}

    package var isEmpty: Bool { count == 0 }

    package var first: Element? { count == 0 ? nil : slots[head] }

    package var last: Element? { count == 0 ? nil : slots[(head &+ count &- 1) & (slots.count &- 1)] }

    /// The element that is `offset` places behind the first.
    package subscript(offset: Int) -> Element? {
        get { slots[(head &+ offset) & (slots.count &- 1)] }
        set { slots[(head &+ offset) & (slots.count &- 1)] = newValue }
    }

    package mutating func append(_ element: consuming Element) {
        if count == slots.count { grow() }
        slots[(head &+ count) & (slots.count &- 1)] = element
        count &+= 1
    }

    package mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = slots[head].take()
        head = (head &+ 1) & (slots.count &- 1)
        count &-= 1
        return element
    }

    package mutating func popLast() -> Element? {
        guard count > 0 else { return nil }
        count &-= 1
        return slots[(head &+ count) & (slots.count &- 1)].take()
    }

    /// Puts `element` before all others.
    package mutating func prepend(_ element: Element) {
        if count == slots.count { grow() }
        head = (head &- 1) & (slots.count &- 1)
        slots[head] = element
        count &+= 1
    }

    /// Doubles the room, which is always a power of two, and puts the first element in front.
    mutating func grow() {
        var room: [Element?] = []
        room.reserveCapacity(max(8, slots.count * 2))
        for index in 0..<count { room.append(slots[(head &+ index) & (slots.count &- 1)].take()) }
        room.append(contentsOf: repeatElement(nil, count: max(8, slots.count * 2) - count))
        (slots, head) = (room, 0)
    }
}
