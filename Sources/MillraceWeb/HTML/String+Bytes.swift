import Foundation

extension String {
    /// Whether both texts have the same bytes.
    ///
    /// `==` also accepts other bytes with the same canonical form, which a browser shows differently. To bring texts of megabytes
    /// into that form takes seconds.
    func hasSameBytes(as other: String) -> Bool {
        if isCopy(of: other) { return true }
        guard utf8.count == other.utf8.count else { return false }
        let areEqual = utf8.withContiguousStorageIfAvailable { one in
            other.utf8.withContiguousStorageIfAvailable { other in
                // An empty text may have no address.
                one.isEmpty || memcmp(one.baseAddress!, other.baseAddress!, one.count) == 0
            }
        }
        return areEqual.flatMap(\.self) ?? utf8.elementsEqual(other.utf8)
    }

    /// Whether the texts have the same representation, which the same short text and copies of a long one have.
    @inline(__always) private func isCopy(of other: String) -> Bool {
        // Safe: both texts are alive, and their representations are only read within the closures.
        withUnsafeBytes(of: self) { one in
            withUnsafeBytes(of: other) { other in
                guard let one = one.baseAddress, let other = other.baseAddress else { return false }
                return memcmp(one, other, MemoryLayout<String>.size) == 0
            }
        }
    }
}

extension Hasher {
    /// Adds the bytes of a text. `combine(_:)` would bring it into the canonical form.
    mutating func combine(bytesOf text: String) {
        var text = text
        combine(text.utf8.count)
        text.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
