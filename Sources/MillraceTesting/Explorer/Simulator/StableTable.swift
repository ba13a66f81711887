/// Objects with numbers counted from 0, whose storage never moves.
///
/// Only one task may append at a time. A task can read an element without a lock once it knows the element's number.
final class StableTable<Element: AnyObject> {
    /// The chunks. Each has twice the capacity of the one before it.
    private let chunks: UnsafeMutablePointer<UnsafeMutablePointer<Element>?>
    private(set) var count = 0

    private static var first: Int { 64 }

    init() {
        chunks = .allocate(capacity: 32)
        chunks.initialize(repeating: nil, count: 32)
    }

    deinit {
        var (chunk, left) = (0, count)
        while left > 0, let elements = chunks[chunk] {
            elements.deinitialize(count: min(left, Self.first << chunk))
            elements.deallocate()
            left -= Self.first << chunk
            chunk += 1
        }
        chunks.deallocate()
    }

    /// The chunk that contains an index, and the offset in it.
    private static func place(of index: Int) -> (chunk: Int, offset: Int) {
        let chunk = (index / first + 1).bitWidth - 1 - (index / first + 1).leadingZeroBitCount
        return (chunk, index - first * (1 << chunk - 1))
    }

    subscript(index: Int) -> Element {
        let (chunk, offset) = Self.place(of: index)
        guard let elements = chunks[chunk] else { preconditionFailure("No element has this number.") }
        return elements[offset]
    }

    func append(_ element: Element) {
        let (chunk, offset) = Self.place(of: count)
        let elements = chunks[chunk] ?? .allocate(capacity: Self.first << chunk)
        chunks[chunk] = elements
        (elements + offset).initialize(to: element)
        count += 1
    }

    /// All objects. Call it only while no task appends.
    var all: [Element] { (0..<count).map { self[$0] } }
}
