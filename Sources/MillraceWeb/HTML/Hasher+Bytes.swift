extension Hasher {
    /// Adds the bytes of a text. `combine(_:)` would bring it into the canonical form.
    mutating func combine(bytesOf text: String) {
        var text = text
        combine(text.utf8.count)
        text.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
