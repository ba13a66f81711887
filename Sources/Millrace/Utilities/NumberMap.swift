/// A map from keys of 64 bits to small numbers. Used instead of `Dictionary`, whose hashing costs more than the rest of the
/// engine's work with the number.
package struct NumberMap: ~Copyable {
    private var keys = Pool<UInt64>()
    /// The numbers, at the indices of their keys; -1 at an unused index.
    private var numbers = Pool<Int32>()
    package private(set) var count = 0

    /// Creates an empty map, which allocates no memory.
    package init() {}

    private init(capacity: Int) {
        for _ in 0..<capacity {
            keys.append(0)
            numbers.append(-1)
        }
    }

    private init(_ other: borrowing NumberMap) {
        keys = other.keys.copy()
        numbers = other.numbers.copy()
        count = other.count
    }

    package borrowing func copy() -> NumberMap { NumberMap(self) }

    /// Returns the number of a key; -1 if it has none.
    package func find(_ key: UInt64) -> Int32 { count == 0 ? -1 : numbers[place(of: key)] }

    package mutating func set(_ key: UInt64, _ number: Int32) {
        if (count + 1) * 4 > keys.count * 3 { grow() }
        let place = place(of: key)
        if numbers[place] < 0 { count += 1 }
        (keys[place], numbers[place]) = (key, number)
    }

    package mutating func remove(_ key: UInt64) {
        if count == 0 { return }
        var hole = place(of: key)
        guard numbers[hole] >= 0 else { return }
        count -= 1
        // Keys behind the hole are moved up, but not before the index that their hash gives.
        let mask = keys.count - 1
        var next = hole
        while true {
            next = (next + 1) & mask
            if numbers[next] < 0 { break }
            if (next - first(keys[next])) & mask >= (next - hole) & mask {
                (keys[hole], numbers[hole]) = (keys[next], numbers[next])
                hole = next
            }
        }
        numbers[hole] = -1
    }

    private func first(_ key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & (keys.count - 1)
    }

    /// Returns the index of a key, or the index where it would be inserted.
    private func place(of key: UInt64) -> Int {
        var place = first(key)
        while numbers[place] >= 0, keys[place] != key { place = (place + 1) & (keys.count - 1) }
        return place
    }

    private mutating func grow() {
        var other = NumberMap(capacity: max(8, keys.count * 2))
        for place in 0..<keys.count where numbers[place] >= 0 { other.set(keys[place], numbers[place]) }
        self = other
    }
}
