/// How many bytes a value holds on the heap that `old` does not hold too.
///
/// Values share their contents until one of them changes. A part that is the same, bit for bit, in both is shared and
/// counts nothing. Strings, arrays, sets, dictionaries and classes are counted with what they hold; what else a value
/// keeps behind a pointer is not known. The cost is that of the parts that differ.
func heldBytes(_ value: Any, unlike old: Any?) -> Int {
    if let old, haveSameBits(value, old) { return 0 }
    switch value {
    case let text as String: return text.utf8.count > 15 ? text.utf8.count + 32 : 0
    case let text as Substring: return text.utf8.count > 15 ? text.utf8.count + 32 : 0
    default: break
    }
    let (mirror, oldMirror) = (Mirror(reflecting: value), old.map { Mirror(reflecting: $0) })
    var bytes = 0
    switch mirror.displayStyle {
    case .collection, .set, .dictionary, .class: bytes = 32
    default: break
    }
    let isOnHeap = bytes > 0
    let oldParts = oldMirror.map { Array($0.children.lazy.map(\.value)) } ?? []
    for (index, child) in mirror.children.enumerated() {
        if isOnHeap { bytes += size(of: child.value) }
        bytes += heldBytes(child.value, unlike: index < oldParts.count ? oldParts[index] : nil)
    }
    return bytes
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
