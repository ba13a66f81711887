/// Whether two values of any type are the same.
///
/// Values are compared by `==` if their type is `Equatable`, by identity if it is a class, and otherwise property by
/// property, by reflection. A function is never the same as another value.
@usableFromInline
package func areSame(_ one: Any, _ other: Any) -> Bool {
    if let one = one as? any Equatable { return isEqual(one, other) }
    guard type(of: one) == type(of: other) else { return false }
    let (first, second) = (Mirror(reflecting: one), Mirror(reflecting: other))
    if first.displayStyle == .class { return (one as AnyObject) === (other as AnyObject) }
    guard first.children.count == second.children.count else { return false }
    if first.displayStyle == .dictionary || first.displayStyle == .set { return haveSameParts(first, second) }
    if first.children.isEmpty { return haveSameName(one, other, style: first.displayStyle) }
    return zip(first.children, second.children).allSatisfy { $0.label == $1.label && areSame($0.value, $1.value) }
}

/// Whether the parts of both values are the same, in any order.
private func haveSameParts(_ one: Mirror, _ other: Mirror) -> Bool {
    var rest = other.children.map(\.value)
    return one.children.allSatisfy { part in
        guard let index = rest.firstIndex(where: { areSame(part.value, $0) }) else { return false }
        rest.remove(at: index)
        return true
    }
}

private func isEqual<Value: Equatable>(_ one: Value, _ other: Any) -> Bool { (other as? Value) == one }

/// Whether two values without parts are the same. Enums are compared by case. Values without a display style, such as
/// functions, are never the same. All others are.
private func haveSameName(_ one: Any, _ other: Any, style: Mirror.DisplayStyle?) -> Bool {
    switch style {
    case .enum: caseName(of: one) == caseName(of: other)
    case nil: false
    default: true
    }
}

/// Whether two values have the same bits. Values with the same bits are the same, whatever their type.
@inlinable
package func haveSameBits<Value>(_ one: Value, _ other: Value) -> Bool {
    withUnsafeBytes(of: one) { one in
        withUnsafeBytes(of: other) { other in
            // The optimizer (Swift 6.3) turns a loop over the bytes of an empty type into an endless one.
            one.elementsEqual(other)
        }
    }
}
