/// A list in memory of its own: no access checks exclusivity or uniqueness, and none copies the list.
///
/// Safe as long as no closure that an access calls changes the list: elements are plain values or are replaced whole.
@usableFromInline
package struct Pool<Element>: ~Copyable {
    @usableFromInline var base: UnsafeMutablePointer<Element>
    @usableFromInline package internal(set) var count = 0
    @usableFromInline var capacity: Int

    @inlinable
    package init(capacity: Int = 8) {
        self.capacity = capacity
        base = .allocate(capacity: capacity)
    }

    deinit {
        base.deinitialize(count: count)
        base.deallocate()
    }

    @inlinable package var isEmpty: Bool { count == 0 }

    @inlinable package subscript(index: Int) -> Element {
        @inline(__always) unsafeAddress { UnsafePointer(base + index) }
        @inline(__always) nonmutating unsafeMutableAddress { base + index }
    }

    @inlinable package subscript(index: Int32) -> Element {
        @inline(__always) unsafeAddress { UnsafePointer(base + Int(index)) }
        @inline(__always) nonmutating unsafeMutableAddress { base + Int(index) }
    }

    @inlinable
    package mutating func append(_ element: consuming Element) {
        if count == capacity { grow() }
        (base + count).initialize(to: element)
        count &+= 1
    }

    @inlinable
    package mutating func popLast() -> Element? {
        if count == 0 { return nil }
        count &-= 1
        return (base + count).move()
    }

    /// Removes an element, and moves those behind it up.
    package mutating func remove(at index: Int) -> Element {
        let element = (base + index).move()
        (base + index).moveInitialize(from: base + index + 1, count: count - index - 1)
        count -= 1
        return element
    }

    @inlinable @inline(never)
    mutating func grow() {
        let room = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
        room.moveInitialize(from: base, count: count)
        base.deallocate()
        (base, capacity) = (room, capacity * 2)
    }

    /// Another list with the same elements.
    package borrowing func copy() -> Pool {
        var other = Pool(capacity: max(8, count))
        other.base.initialize(from: base, count: count)
        other.count = count
        return other
    }
}
