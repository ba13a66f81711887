/// A first-in, first-out queue in memory of its own. The memory is kept, so a queue that has reached its maximum size allocates
/// nothing.
@usableFromInline
package struct Queue<Element: ~Copyable>: ~Copyable {
    @usableFromInline var base: UnsafeMutablePointer<Element>
    // Numbers of 32 bits, because an engine and its stores have many queues, and most of them stay empty.
    @usableFromInline var head: Int32 = 0
    @usableFromInline var size: Int32 = 0
    /// The capacity minus 1. The capacity is a power of two, or 0 at first.
    @usableFromInline var mask: Int32 = -1

    @inlinable
    package init() {
        base = UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
    }

    @inlinable
    deinit {
        if mask < 0 { return }
        for index in 0..<size { place(index).deinitialize(count: 1) }
        base.deallocate()
    }

    @inlinable package var count: Int { Int(size) }
    @inlinable package var isEmpty: Bool { size == 0 }

    /// The first element. The queue must not be empty.
    @inlinable package var first: Element {
        unsafeAddress { UnsafePointer(base + Int(head)) }
    }

    @inlinable @inline(__always)
    func place(_ index: Int32) -> UnsafeMutablePointer<Element> { base + Int((head &+ index) & mask) }

    @inlinable
    package mutating func append(_ element: consuming Element) {
        if size > mask { grow() }
        place(size).initialize(to: element)
        size &+= 1
    }

    @inlinable
    package mutating func prepend(_ element: consuming Element) {
        if size > mask { grow() }
        head = (head &- 1) & mask
        base.advanced(by: Int(head)).initialize(to: element)
        size &+= 1
    }

    @inlinable
    package mutating func popFirst() -> Element? {
        if size == 0 { return nil }
        let element = (base + Int(head)).move()
        head = (head &+ 1) & mask
        size &-= 1
        return element
    }

    @inlinable @inline(never)
    mutating func grow() {
        let capacity = max(4, size * 2)
        let room = UnsafeMutablePointer<Element>.allocate(capacity: Int(capacity))
        for index in 0..<size { (room + Int(index)).initialize(to: place(index).move()) }
        if mask >= 0 { base.deallocate() }
        (base, head, mask) = (room, 0, capacity - 1)
    }
}
