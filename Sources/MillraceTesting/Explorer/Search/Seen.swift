/// The fingerprints that the search has reached, each with a number counted from 0.
///
/// A hash table with open addressing. A place takes 12 bytes, and at most three quarters of the places are used: 16 to
/// 32 bytes for each fingerprint. The standard library's set would hash each fingerprint again.
@usableFromInline struct Seen {
    /// The fingerprint in each place. 0 if the place is free.
    @usableFromInline var fingerprints: [UInt64]
    @usableFromInline var numbers: [UInt32]
    @usableFromInline var count = 0

    /// The size of the table in bytes.
    var bytes: Int { numbers.count * 12 }

    @inlinable init() {
        fingerprints = Array(repeating: 0, count: 64)
        numbers = Array(repeating: 0, count: 64)
    }

    /// Inserts `fingerprint`. Returns its place, and whether it is new.
    @inlinable mutating func insert(_ fingerprint: UInt64) -> (place: Int, isNew: Bool) {
        if count &* 4 >= numbers.count &* 3 { grow() }
        let fingerprint = Self.key(fingerprint)
        let place = place(of: fingerprint)
        if fingerprints[place] != 0 { return (place, false) }
        fingerprints[place] = fingerprint
        numbers[place] = UInt32(truncatingIfNeeded: count)
        count &+= 1
        return (place, true)
    }

    /// The fingerprint as it is stored. 0 marks a free place.
    @inlinable static func key(_ fingerprint: UInt64) -> UInt64 { fingerprint == 0 ? 1 : fingerprint }

    /// The number of the fingerprint at `place`.
    @inlinable func number(at place: Int) -> Int { Int(numbers[place]) }

    /// The place of `fingerprint`, or the place at which it would be inserted.
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
