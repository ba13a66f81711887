/// A set or a dictionary: its elements have no order, and are found by their keys.
protocol HashedElements {
    func compareElements(with other: Any, in comparison: ValueComparison) -> ValueComparison.Result
}

extension Set: HashedElements {
    func compareElements(with other: Any, in comparison: ValueComparison) -> ValueComparison.Result {
        guard let other = other as? Set else { return .different }
        return comparison.compareHashed(self, other, key: \.self, find: other.firstIndex) { _, _ in .equal }
    }
}

extension Dictionary: HashedElements {
    func compareElements(with other: Any, in comparison: ValueComparison) -> ValueComparison.Result {
        guard let other = other as? Dictionary else { return .different }
        return comparison.skippingSameBits { skips in
            comparison.compareHashed(self, other, key: \.key, find: other.index) { one, other in
                skips && haveSameBits(one.value, other.value)
                    ? .equal : comparison.compare(typed: one.value, other.value)
            }
        }
    }
}

extension ValueComparison {
    /// - Parameters:
    ///   - key: Returns the key of an element.
    ///   - find: Returns the index of the element of `other` whose key is equal by `==`.
    ///   - compareValues: Compares what two elements have beside their keys.
    fileprivate func compareHashed<Elements: Collection, Key: Hashable>(
        _ one: Elements, _ other: Elements, key: (Elements.Element) -> Key, find: (Key) -> Elements.Index?,
        _ compareValues: (Elements.Element, Elements.Element) -> Result
    ) -> Result {
        guard one.count == other.count else { return .different }
        var result = Result.equal
        // The places of the other elements by the hash of their keys, for keys that do not equal themselves.
        var places: [Int: [Elements.Index]]?
        for element in one where result != .different {
            let own = key(element)
            if let index = find(own) {
                if rule == .contents { result.add(compare(typed: own, key(other[index]))) }
                result.add(compareValues(element, other[index]))
                continue
            }
            if own == own, _isPOD(Key.self) || alwaysEqualsItself(Key.self) { return .different }
            var rest = places ?? Dictionary(grouping: other.indices) { key(other[$0]).hashValue }
            let same = rest[own.hashValue]?.firstIndex {
                compare(typed: own, key(other[$0])) != .different && compareValues(element, other[$0]) != .different
            }
            guard let same else { return .different }
            rest[own.hashValue]?.remove(at: same)
            places = rest
            result.add(.same)
        }
        return result
    }
}
