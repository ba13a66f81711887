/// The fingerprints that were met, each with its number: 0 for the first, then 1, and so on.
///
/// A table with open addressing of 12 bytes a place, at most three quarters full: 16 to 32 bytes a fingerprint. The
/// standard library's dictionary would hash once more what is a hash already.
@usableFromInline struct Seen {
    @usableFromInline var fingerprints: [UInt64]
    /// The number of each, and 1: 0 where the place is free.
    @usableFromInline var numbers: [UInt32]
    @usableFromInline var count = 0

    @inlinable init() {
        fingerprints = Array(repeating: 0, count: 1024)
        numbers = Array(repeating: 0, count: 1024)
    }

    /// The number of `fingerprint`, and whether it is new, which it is not from now on.
    @inlinable mutating func insert(_ fingerprint: UInt64) -> (number: Int, isNew: Bool) {
        if count &* 4 >= numbers.count &* 3 { grow() }
        let place = place(of: fingerprint)
        if numbers[place] != 0 { return (Int(numbers[place]) &- 1, false) }
        fingerprints[place] = fingerprint
        count &+= 1
        numbers[place] = UInt32(truncatingIfNeeded: count)
        return (count &- 1, true)
    }

    /// The number of `fingerprint`, if it was met.
    @inlinable func number(of fingerprint: UInt64) -> Int? {
        let place = place(of: fingerprint)
        return numbers[place] == 0 ? nil : Int(numbers[place]) &- 1
    }

    /// Where `fingerprint` is, or would be.
    @inlinable func place(of fingerprint: UInt64) -> Int {
        let mask = numbers.count &- 1
        var place = Int(truncatingIfNeeded: fingerprint) & mask
        while numbers[place] != 0, fingerprints[place] != fingerprint { place = (place &+ 1) & mask }
        return place
    }

    @inlinable mutating func grow() {
        let old = self
        fingerprints = Array(repeating: 0, count: old.numbers.count * 2)
        numbers = Array(repeating: 0, count: old.numbers.count * 2)
        for index in old.numbers.indices where old.numbers[index] != 0 {
            let place = place(of: old.fingerprints[index])
            fingerprints[place] = old.fingerprints[index]
            numbers[place] = old.numbers[index]
        }
    }
}
