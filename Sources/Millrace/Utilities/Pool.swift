/// A list in memory of its own: no access checks exclusivity or uniqueness, and none copies the list.
///
/// Safe as long as no closure that an access calls changes the list: elements are plain values or are replaced whole.
@usableFromInline
package struct Pool<Element: ~Copyable>: ~Copyable {
    @usableFromInline var base: UnsafeMutablePointer<Element>
    @usableFromInline package internal(set) var count = 0
    @usableFromInline var capacity: Int

    /// An empty list, which has no memory yet.
    @inlinable
    package init() {
        (base, capacity) = (UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped, 0)
    }

    deinit {
        if capacity == 0 { return }
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

    @inlinable
    package mutating func removeAll() {
        base.deinitialize(count: count)
        count = 0
    }

    /// Puts another element in the place of one, which is returned.
    @inlinable
    package func replace(_ index: Int32, by element: consuming Element) -> Element {
        let old = (base + Int(index)).move()
        (base + Int(index)).initialize(to: element)
        return old
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
        reserve(capacity == 0 ? 4 : capacity * 2)
    }

    /// Moves the elements to memory for `room` elements.
    @inlinable
    mutating func reserve(_ room: Int) {
        let new = UnsafeMutablePointer<Element>.allocate(capacity: room)
        new.moveInitialize(from: base, count: count)
        if capacity > 0 { base.deallocate() }
        (base, capacity) = (new, room)
    }

}

extension Pool where Element: Copyable {
    /// Another list with the same elements.
    package borrowing func copy() -> Pool {
        var other = Pool()
        if count == 0 { return other }
        other.reserve(count)
        other.base.initialize(from: base, count: count)
        other.count = count
        return other
    }
}
