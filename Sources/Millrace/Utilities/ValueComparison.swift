/// Compares two values with their members: their properties, elements and payloads.
///
/// Members are compared even if a value equals itself, because `==` can hide members that do not: `[.nan]` equals itself, since an
/// array with the same storage is equal without a look at its elements, but `[.nan]` does not equal another `[.nan]`.
final class ValueComparison {
    /// The rule by which two values are the same.
    enum Rule {
        /// `==`; the bits or the members only where a value does not equal itself.
        case values
        /// The bits, otherwise the members.
        case contents
    }

    enum Result {
        case equal
        /// Not equal by `==`, but only because of values that do not equal themselves.
        case same
        case different
    }

    let rule: Rule
    /// The pairs of objects whose members were compared. They count as equal, so that a circle of references ends.
    private var objects: Set<[ObjectIdentifier]> = []

    init(_ rule: Rule) { self.rule = rule }

    // MARK: Values

    func compare(_ one: Any, _ other: Any) -> Result {
        func open<Value>(_ one: Value) -> Result {
            (other as? Value).map { compare(typed: one, $0) } ?? .different
        }
        return _openExistential(one, do: open)
    }

    func compare<Value>(typed one: Value, _ other: Value) -> Result {
        if rule == .contents { return compareContents(one, other) }
        guard let equatable = one as? any Equatable else {
            return type(of: one) is AnyClass
                ? .of(one as AnyObject === other as AnyObject) : compareMembers(one, other)
        }
        func open<Same: Equatable>(_ one: Same) -> Result {
            (other as? Same).map { compare(equatable: one, $0) } ?? .different
        }
        return open(equatable)
    }

    private func compare<Value: Equatable>(equatable one: Value, _ other: Value) -> Result {
        one == other ? .equal : compare(unequal: one, other)
    }

    /// Compares values that are not equal by `==`.
    func compare<Value: Equatable>(unequal one: Value, _ other: Value) -> Result {
        if one == one {
            // The values differ, unless all of their differences are members that do not equal themselves.
            if _isPOD(Value.self) || alwaysEqualsItself(Value.self) { return .different }
            return compareMembers(one, other) == .same ? .same : .different
        }
        if haveSameBits(one, other) { return .same }
        return compareMembers(one, other) == .different ? .different : .same
    }

    private func compareContents<Value>(_ one: Value, _ other: Value) -> Result {
        if haveSameBits(one, other) { return .equal }
        if let one = text(of: one), let other = text(of: other) { return .of(one.hasSameBytes(as: other)) }
        return compareMembers(one, other)
    }

    private func text<Value>(of value: Value) -> String? {
        (value as? any StringProtocol).map { String($0) } ?? (value as? Character).map { String($0) }
    }

    // MARK: Members

    private func compareMembers<Value>(_ one: Value, _ other: Value) -> Result {
        if Value.self == AnyHashable.self, let one = one as? AnyHashable, let other = other as? AnyHashable {
            return compare(one.base, other.base)
        }
        if let one = one as? any HashedElements { return one.compareElements(with: other, in: self) }
        guard type(of: one) == type(of: other) else { return .different }
        let (first, second) = (Mirror(reflecting: one), Mirror(reflecting: other))
        switch first.displayStyle {
        case .optional: return compareChildren(first, second)
        case .collection, .set, .dictionary:
            if let one = one as? any Sequence { return compareSequences(one, other) }
            return compareChildren(first, second)
        case _ where one is any CustomReflectable: return compareOpaque(one, other, first, second)
        case .struct, .tuple: return compareChildren(first, second)
        case .enum: return caseName(of: one) == caseName(of: other) ? compareChildren(first, second) : .different
        case .class: return compareObjects(one as AnyObject, other as AnyObject, first, second)
        // Functions and types.
        default: return .different
        }
    }

    private func compareChildren(_ one: Mirror, _ other: Mirror) -> Result {
        guard one.children.count == other.children.count else { return .different }
        var result = Result.equal
        for (one, other) in zip(one.children, other.children) where result != .different {
            result.add(one.label == other.label ? compare(one.value, other.value) : .different)
        }
        return result
    }

    private func compareObjects(_ one: AnyObject, _ other: AnyObject, _ first: Mirror, _ second: Mirror) -> Result {
        guard objects.insert([ObjectIdentifier(one), ObjectIdentifier(other)]).inserted else { return .equal }
        var (result, parents) = (compareChildren(first, second), (first.superclassMirror, second.superclassMirror))
        while result != .different, let (one, other) = parents as? (Mirror, Mirror) {
            result.add(compareChildren(one, other))
            parents = (one.superclassMirror, other.superclassMirror)
        }
        return result
    }

    /// Compares values that may have more members than they show, because their type has a mirror of its own.
    private func compareOpaque<Value>(_ one: Value, _ other: Value, _ first: Mirror, _ second: Mirror) -> Result {
        // The bits of a value without references are all that it has, and they differ.
        guard rule == .contents, !_isPOD(Value.self), areSame(one, other) else { return .different }
        if let one = one as? any Collection { return compareSequences(one, other) }
        return first.children.isEmpty ? .different : compareChildren(first, second)
    }

    // MARK: Elements

    private func compareSequences<Elements: Sequence>(_ one: Elements, _ other: Any) -> Result {
        guard let other = other as? Elements else { return .different }
        // Different numbers of elements need no copy of them.
        if (one as? any Collection)?.count != (other as? any Collection)?.count { return .different }
        if rule == .values, one is any Equatable, alwaysEqualsItself(Elements.Element.self) { return .different }
        return withStorage(of: one) { one in withStorage(of: other) { other in compareElements(one, other) } }
    }

    private func compareElements<Element>(
        _ one: UnsafeBufferPointer<Element>, _ other: UnsafeBufferPointer<Element>
    ) -> Result {
        skippingSameBits { skips in
            var (result, index) = (Result.of(one.count == other.count), 0)
            while result != .different, index < one.count {
                if skips { index = firstDifference(one, other, from: index) }
                if index < one.count { result.add(compare(typed: one[index], other[index])) }
                index += 1
            }
            return result
        }
    }

    /// Calls `body`, which compares elements. It may skip those with the same bits: most elements of a collection that was changed.
    ///
    /// If the others are equal, calls `body` again, which then skips none: only an element that does not equal itself can explain
    /// why `==` returned `false`.
    func skippingSameBits(_ body: (_ skips: Bool) -> Result) -> Result {
        let result = body(true)
        return result == .equal && rule == .values ? body(false) : result
    }
}

extension ValueComparison.Result {
    static func of(_ isEqual: Bool) -> Self { isEqual ? .equal : .different }

    /// Adds the result for another member.
    mutating func add(_ other: Self) {
        if self == .equal || other == .different { self = other }
    }
}

private func withStorage<Elements: Sequence, Result>(
    of elements: Elements, _ body: (UnsafeBufferPointer<Elements.Element>) -> Result
) -> Result {
    elements.withContiguousStorageIfAvailable(body) ?? ContiguousArray(elements).withUnsafeBufferPointer(body)
}

/// Returns the index of the first element, from `start` on, whose bits differ; the number of elements if there is none.
private func firstDifference<Element>(
    _ one: UnsafeBufferPointer<Element>, _ other: UnsafeBufferPointer<Element>, from start: Int
) -> Int {
    let place = firstDifference(
        UnsafeRawBufferPointer(one), UnsafeRawBufferPointer(other), from: start * MemoryLayout<Element>.stride)
    return place / MemoryLayout<Element>.stride
}
