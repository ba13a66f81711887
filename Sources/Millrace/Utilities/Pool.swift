/// A list in memory of its own. Accesses check neither exclusivity nor uniqueness, and never copy the list.
///
/// Safe if no code that runs during an access changes the list: elements are plain values, or are replaced as a whole. With arrays,
/// the row `command` of the budget takes 8,009 instructions instead of 5,771.
@usableFromInline
package struct Pool<Element: ~Copyable>: ~Copyable {
    @usableFromInline package var base: UnsafeMutablePointer<Element>
    // Numbers of 32 bits, because an engine has many lists, and most of them stay empty.
    @usableFromInline package var size: Int32 = 0
    @usableFromInline var capacity: Int32

    /// Creates an empty list, which allocates no memory.
    @inlinable
    package init() {
        (base, capacity) = (UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped, 0)
    }

    @inlinable
    deinit {
        if capacity == 0 { return }
        base.deinitialize(count: count)
        base.deallocate()
    }

    @inlinable package var count: Int { Int(size) }
    @inlinable package var isEmpty: Bool { size == 0 }

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
        if size == capacity { grow() }
        (base + count).initialize(to: element)
        size &+= 1
    }

    @inlinable
    package mutating func popLast() -> Element? {
        if size == 0 { return nil }
        size &-= 1
        return (base + count).move()
    }

    @inlinable
    package mutating func removeAll() {
        base.deinitialize(count: count)
        size = 0
    }

    /// Replaces an element, and returns the old one.
    @inlinable
    package func replace(_ index: Int32, by element: consuming Element) -> Element {
        let old = (base + Int(index)).move()
        (base + Int(index)).initialize(to: element)
        return old
    }

    /// Removes and returns an element, and moves the later elements up.
    @inlinable
    package mutating func remove(at index: Int) -> Element {
        let element = (base + index).move()
        (base + index).moveInitialize(from: base + index + 1, count: count - index - 1)
        size -= 1
        return element
    }

    @inlinable @inline(never)
    mutating func grow() { reserve(capacity == 0 ? 4 : capacity * 2) }

    /// Moves the elements to memory for `room` elements.
    @inlinable
    package mutating func reserve(_ room: Int32) {
        let new = UnsafeMutablePointer<Element>.allocate(capacity: Int(room))
        new.moveInitialize(from: base, count: count)
        if capacity > 0 { base.deallocate() }
        (base, capacity) = (new, room)
    }
}

extension Pool where Element: Copyable {
    /// Returns another list with the same elements.
    @inlinable
    package borrowing func copy() -> Pool {
        var other = Pool()
        if count == 0 { return other }
        other.reserve(size)
        other.base.initialize(from: base, count: count)
        other.size = size
        return other
    }
}
