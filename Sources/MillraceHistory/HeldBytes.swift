import Millrace

/// How many bytes a value holds on the heap that `old` does not hold too.
///
/// Values share their contents until one of them changes. A part that is the same, bit for bit, in both is shared and
/// counts nothing. Strings, arrays, sets, dictionaries and classes are counted with what they hold; what else a value
/// keeps behind a pointer is not known. The cost is that of the parts that differ.
func heldBytes(_ value: Any, unlike old: Any?) -> Int {
    if let old, haveSameBits(value, old) { return 0 }
    if let value = value as? any HeapSized { return value.heldBytes(unlike: old) }
    let mirror = Mirror(reflecting: value)
    let oldParts = old.map { Array(Mirror(reflecting: $0).children.lazy.map(\.value)) } ?? []
    var bytes = mirror.displayStyle == .class ? header : 0
    for (index, child) in mirror.children.enumerated() {
        if mirror.displayStyle == .class { bytes += size(of: child.value) }
        bytes += heldBytes(child.value, unlike: index < oldParts.count ? oldParts[index] : nil)
    }
    return bytes
}

/// What an object takes besides its contents.
private let header = 32

/// A value that knows what it holds on the heap.
private protocol HeapSized {
    func heldBytes(unlike old: Any?) -> Int
}

extension String: HeapSized {
    // Up to 15 bytes are kept in the value itself.
    fileprivate func heldBytes(unlike old: Any?) -> Int { utf8.count > 15 ? utf8.count + header : 0 }
}

extension Array: HeapSized {
    fileprivate func heldBytes(unlike old: Any?) -> Int {
        var bytes = isEmpty ? 0 : count * MemoryLayout<Element>.stride + header
        if _isPOD(Element.self) { return bytes }
        let old = old as? [Element] ?? []
        for (index, element) in enumerated() {
            bytes += MillraceHistory.heldBytes(element, unlike: index < old.count ? old[index] : nil)
        }
        return bytes
    }
}

extension Dictionary: HeapSized {
    fileprivate func heldBytes(unlike old: Any?) -> Int {
        var bytes = isEmpty ? 0 : capacity * MemoryLayout<(Key, Value)>.stride + header
        if _isPOD((Key, Value).self) { return bytes }
        let old = old as? [Key: Value] ?? [:]
        for (key, value) in self {
            let known = old.index(forKey: key).map { old[$0] }
            bytes +=
                MillraceHistory.heldBytes(key, unlike: known?.key)
                + MillraceHistory.heldBytes(value, unlike: known?.value)
        }
        return bytes
    }
}

extension Set: HeapSized {
    fileprivate func heldBytes(unlike old: Any?) -> Int {
        var bytes = isEmpty ? 0 : capacity * MemoryLayout<Element>.stride + header
        if _isPOD(Element.self) { return bytes }
        let old = old as? Set<Element> ?? []
        for element in self {
            bytes += MillraceHistory.heldBytes(element, unlike: old.firstIndex(of: element).map { old[$0] })
        }
        return bytes
    }
}

/// How many bytes a value takes where it is.
private func size(of value: Any) -> Int {
    func size<Value>(_ value: Value) -> Int { MemoryLayout<Value>.stride }
    return size(value)
}

/// Whether two values of one type are the same, bit for bit; then they share what they hold.
private func haveSameBits(_ one: Any, _ other: Any) -> Bool {
    func compare<Value>(_ one: Value) -> Bool {
        guard let other = other as? Value else { return false }
        return withUnsafeBytes(of: one) { one in
            withUnsafeBytes(of: other) { other in one.elementsEqual(other) }
        }
    }
    return compare(one)
}
