extension String {
    /// Whether both texts have the same bytes, and so the same Unicode scalars.
    ///
    /// `==` also accepts other scalars with the same canonical form, which a browser shows differently. To bring texts of megabytes
    /// into that form takes seconds.
    package func hasSameBytes(as other: String) -> Bool {
        if haveSameBits(self, other) { return true }
        guard utf8.count == other.utf8.count else { return false }
        let areEqual = utf8.withContiguousStorageIfAvailable { one in
            other.utf8.withContiguousStorageIfAvailable { other in
                firstDifference(UnsafeRawBufferPointer(one), UnsafeRawBufferPointer(other), from: 0) == one.count
            }
        }
        return areEqual.flatMap(\.self) ?? utf8.elementsEqual(other.utf8)
    }
}

/// Returns the place of the first byte, from `start` on, that differs; the number of bytes if there is none. Both have the same
/// number of bytes.
func firstDifference(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer, from start: Int) -> Int {
    var place = start
    // Safe: only bytes within both are read.
    while place + 8 <= one.count,
        one.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            == other.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    { place += 8 }
    while place < one.count, one[place] == other[place] { place += 1 }
    return place
}
