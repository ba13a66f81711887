/// The fingerprints that were met, each with its number: 0 for the first, then 1, and so on.
///
/// A table with open addressing of 12 bytes a place, at most three quarters full: 16 to 32 bytes a fingerprint. The
/// standard library's set would hash once more what is a hash already.
@usableFromInline struct Seen {
    /// 0 where the place is free.
    @usableFromInline var fingerprints: [UInt64]
    @usableFromInline var numbers: [UInt32]
    @usableFromInline var count = 0

    /// How many bytes it takes.
    var bytes: Int { numbers.count * 12 }

    @inlinable init() {
        fingerprints = Array(repeating: 0, count: 64)
        numbers = Array(repeating: 0, count: 64)
    }

    /// The place of `fingerprint`, and whether it is new, which it is not from now on.
    @inlinable mutating func insert(_ fingerprint: UInt64) -> (place: Int, isNew: Bool) {
        if count &* 4 >= numbers.count &* 3 { grow() }
        // 0 says that a place is free.
        let fingerprint = fingerprint == 0 ? 1 : fingerprint
        let place = place(of: fingerprint)
        if fingerprints[place] != 0 { return (place, false) }
        fingerprints[place] = fingerprint
        numbers[place] = UInt32(truncatingIfNeeded: count)
        count &+= 1
        return (place, true)
    }

    /// The number of the fingerprint at `place`.
    @inlinable func number(at place: Int) -> Int { Int(numbers[place]) }

    /// Where `fingerprint` is, or would be.
    @inlinable func place(of fingerprint: UInt64) -> Int {
        let mask = fingerprints.count &- 1
        var place = Int(truncatingIfNeeded: fingerprint) & mask
        while fingerprints[place] != 0, fingerprints[place] != fingerprint { place = (place &+ 1) & mask }
        return place
    }

    @inlinable mutating func grow() {
        let old = self
        fingerprints = Array(repeating: 0, count: old.numbers.count * 2)
        numbers = Array(repeating: 0, count: old.numbers.count * 2)
        for index in old.numbers.indices where old.fingerprints[index] != 0 {
            let place = place(of: old.fingerprints[index])
            fingerprints[place] = old.fingerprints[index]
            numbers[place] = old.numbers[index]
        }
    }
}
