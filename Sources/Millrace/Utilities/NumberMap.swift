/// A map from keys of 64 bits to small numbers. Used instead of `Dictionary`, whose hashing costs more than the rest of the
/// engine's work with the number.
package struct NumberMap: ~Copyable {
    /// The keys and their numbers. The number is -1 at an unused index.
    var entries = Pool<(key: UInt64, number: Int32)>()
    package var count = 0

    /// Creates an empty map, which allocates no memory.
    package init() {}

    package borrowing func copy() -> NumberMap {
        var other = NumberMap()
        other.entries = entries.copy()
        other.count = count
        return other
    }

    /// Returns the number of a key; -1 if it has none.
    package func find(_ key: UInt64) -> Int32 { count == 0 ? -1 : entries[place(of: key)].number }

    package mutating func set(_ key: UInt64, _ number: Int32) {
        if (count + 1) * 4 > entries.count * 3 { grow() }
        let place = place(of: key)
        if entries[place].number < 0 { count += 1 }
        entries[place] = (key, number)
    }

    package mutating func remove(_ key: UInt64) {
        if count == 0 { return }
        var hole = place(of: key)
        guard entries[hole].number >= 0 else { return }
        count -= 1
        // Keys behind the hole are moved up, but not before the index that their hash gives.
        let mask = entries.count - 1
        var next = hole
        while true {
            next = (next + 1) & mask
            if entries[next].number < 0 { break }
            if (next - first(entries[next].key)) & mask >= (next - hole) & mask {
                entries[hole] = entries[next]
                hole = next
            }
        }
        entries[hole].number = -1
    }

    func first(_ key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & (entries.count - 1)
    }

    /// Returns the index of a key, or the index where it would be inserted.
    func place(of key: UInt64) -> Int {
        var place = first(key)
        while entries[place].number >= 0, entries[place].key != key { place = (place + 1) & (entries.count - 1) }
        return place
    }

    private mutating func grow() {
        var other = NumberMap()
        for _ in 0..<max(8, entries.count * 2) { other.entries.append((0, -1)) }
        for place in 0..<entries.count where entries[place].number >= 0 {
            other.set(entries[place].key, entries[place].number)
        }
        self = other
    }
}
