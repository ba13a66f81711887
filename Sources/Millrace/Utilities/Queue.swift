/// A first-in, first-out queue in memory of its own. The memory is kept, so a queue that has reached its maximum size allocates
/// nothing.
@usableFromInline
package struct Queue<Element>: ~Copyable {
    @usableFromInline var base: UnsafeMutablePointer<Element>
    @usableFromInline var head = 0
    @usableFromInline package internal(set) var count = 0
    /// The capacity minus 1. The capacity is a power of two, or 0 at first.
    @usableFromInline var mask = -1

    @inlinable
    package init() {
        base = UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
    }

    deinit {
        if mask < 0 { return }
        for index in 0..<count { (base + ((head + index) & mask)).deinitialize(count: 1) }
        base.deallocate()
    }

    @inlinable package var isEmpty: Bool { count == 0 }

    /// The first element. The queue must not be empty.
    @inlinable package var first: Element { base[head] }

    @inlinable
    package mutating func append(_ element: consuming Element) {
        if count > mask { grow() }
        (base + ((head &+ count) & mask)).initialize(to: element)
        count &+= 1
    }

    @inlinable
    package mutating func popFirst() -> Element? {
        if count == 0 { return nil }
        let element = (base + head).move()
        head = (head &+ 1) & mask
        count &-= 1
        return element
    }

    @inlinable @inline(never)
    mutating func grow() {
        let size = max(4, count * 2)
        let room = UnsafeMutablePointer<Element>.allocate(capacity: size)
        for index in 0..<count { (room + index).initialize(to: (base + ((head + index) & mask)).move()) }
        if mask >= 0 { base.deallocate() }
        (base, head, mask) = (room, 0, size - 1)
    }
}
