extension String {
    /// Whether both texts have the same bytes.
    ///
    /// `==` also accepts other bytes with the same canonical form, which a browser shows differently. To bring texts of megabytes
    /// into that form takes seconds.
    func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let areSame = utf8.withContiguousStorageIfAvailable { one in
            other.utf8.withContiguousStorageIfAvailable { other in
                // A copy of a text has the same address.
                one.baseAddress == other.baseAddress || one.elementsEqual(other)
            }
        }
        return areSame.flatMap { $0 } ?? utf8.elementsEqual(other.utf8)
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
