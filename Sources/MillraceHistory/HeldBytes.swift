import Millrace

/// Returns the number of bytes on the heap that `value` refers to and that `old` does not share.
///
/// Values share their contents until one of them changes. A part with the same bits in both values is shared and counts as 0
/// bytes. Strings, arrays, sets, dictionaries and classes are counted with their contents. Other memory behind a pointer is not
/// counted. The function takes time in proportion to the size of the parts that differ.
func heldBytes(_ value: Any, unlike old: Any?) -> Int {
    func isShared<Value>(_ value: Value) -> Bool { (old as? Value).map { haveSameBits(value, $0) } ?? false }
    if old != nil, isShared(value) { return 0 }
    // A string stores up to 15 bytes in the value itself.
    if let text = value as? String { return text.utf8.count > 15 ? text.utf8.count + header : 0 }
    if let value = value as? any HeapCollection { return value.heldBytes(unlike: old) }
    let mirror = Mirror(reflecting: value)
    let oldParts = old.map { Mirror(reflecting: $0).children.map(\.value) } ?? []
    // The properties of an object are on the heap.
    let isObject = mirror.displayStyle == .class
    func stride<Value>(_ value: Value) -> Int { MemoryLayout<Value>.stride }
    return mirror.children.enumerated().reduce(isObject ? header : 0) { bytes, child in
        let old = child.offset < oldParts.count ? oldParts[child.offset] : nil
        let part = child.element.value
        return bytes + (isObject ? stride(part) : 0) + heldBytes(part, unlike: old)
    }
}

/// The size of an object or a buffer without its contents, in bytes.
private let header = 32

/// A collection that stores its elements in one buffer.
private protocol HeapCollection: Collection {
    /// The number of elements for which the buffer has space.
    var capacity: Int { get }
    /// Returns the index in `old` of the element to compare with the element at `index`; `nil` if there is none.
    func index(like index: Index, in old: Self) -> Index?
}

extension HeapCollection {
    fileprivate func heldBytes(unlike old: Any?) -> Int {
        let buffer = isEmpty ? 0 : capacity * MemoryLayout<Element>.stride + header
        if _isPOD(Element.self) { return buffer }
        let old = old as? Self
        return indices.reduce(buffer) { bytes, index in
            let other = old.flatMap { old in self.index(like: index, in: old).map { old[$0] } }
            return bytes + MillraceHistory.heldBytes(self[index], unlike: other)
        }
    }
}

extension Array: HeapCollection {
    fileprivate func index(like index: Int, in old: [Element]) -> Int? { index < old.count ? index : nil }
}

extension Dictionary: HeapCollection {
    fileprivate func index(like index: Index, in old: Self) -> Index? { old.index(forKey: self[index].key) }
}

extension Set: HeapCollection {
    fileprivate func index(like index: Index, in old: Self) -> Index? { old.firstIndex(of: self[index]) }
}
