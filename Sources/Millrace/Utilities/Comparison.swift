// Two questions, each with one answer for all of Millrace.
//
// - Has a value changed? `areSame`, for observers, active commands, undo, `onChange`, tests and `why`.
// - Was something lost? `haveSameContents`, for a journal and a replay. `==` does not decide this, because a type may compare
//   less than it stores, and equal texts may have different Unicode scalars.

/// Whether two values are the same: they are equal by `==`.
///
/// Where a value does not equal itself, as NaN does not, `==` says nothing. Then it is the same as a value with the same bits,
/// or with the same members. The members of collections, optionals and payloads count too.
@inlinable @inline(__always)
package func areSame<Value: Equatable>(_ one: Value, _ other: Value) -> Bool {
    if one == other { return true }
    // Decided here, so that most values that have changed cost no call. The compiler knows the type, and removes the rest.
    if _isPOD(Value.self) || Value.self == String.self || Value.self == String?.self, one == one { return false }
    return areSameThoughUnequal(one, other)
}

/// Whether values that are not equal by `==` are the same.
@inline(never)
@usableFromInline package func areSameThoughUnequal<Value: Equatable>(_ one: Value, _ other: Value) -> Bool {
    if alwaysEqualsItself(Value.self) { return false }
    return ValueComparison(.values).compare(unequal: one, other) != .different
}

/// Whether two values of any type are the same. If their type is `Equatable`, they are compared as in the function for such types.
///
/// Otherwise they are compared by identity if their type is a class, and property by property, by reflection, if not. A function
/// is never the same as another value.
@usableFromInline
package func areSame(_ one: Any, _ other: Any) -> Bool {
    guard let equatable = one as? any Equatable else {
        return ValueComparison(.values).compare(one, other) != .different
    }
    func open<Value: Equatable>(_ one: Value) -> Bool { (other as? Value).map { areSame(one, $0) } ?? false }
    return open(equatable)
}

/// Whether two ids are the same. Same ids have the same hash, so this costs little more than `==`.
@inlinable
package func areSame(_ one: AnyHashable, _ other: AnyHashable) -> Bool {
    one == other || one.hashValue == other.hashValue && areSame(one.base, other.base)
}

/// Whether two values have the same contents: the same bits, or else the same contents in each member. `==` does not decide.
///
/// Texts need the same Unicode scalars. Elements of sets and dictionaries may have any order. A function has the same contents
/// as another only if it has the same bits. If a type has a mirror of its own, which may hide members, its values must also
/// be equal by `==`.
package func haveSameContents(_ one: Any, _ other: Any) -> Bool {
    ValueComparison(.contents).compare(one, other) != .different
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
