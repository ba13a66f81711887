/// Limits the runs of combining marks in the texts of clients.
///
/// Swift compares and hashes a text in its canonical form. This takes time in proportion to the square of the longest run of
/// combining marks: minutes for 100,000 marks after one letter. Texts of people have at most some tens. The Unicode Standard
/// recommends a limit of 30 (Unicode Standard Annex 15, Stream-Safe Text Format).
enum MarkRuns {
    /// The maximum number of combining marks in a row. Further ones are removed.
    static let limit = 64

    /// Returns UTF-8 without the marks that exceed the limit. Takes linear time.
    ///
    /// - Parameter isJSON: Whether the text is JSON. Then a mark can also be an escape such as `\u0301`.
    static func limited(_ bytes: [UInt8], isJSON: Bool = false) -> [UInt8] {
        // No mark is below U+0300. So most texts of Western languages need only this scan.
        guard bytes.contains(where: { isCandidate($0, isJSON) }) else { return bytes }
        var result: [UInt8] = []
        // The bytes from `start` on are not in the result yet.
        var (start, index, run) = (0, 0, 0)
        while index < bytes.count {
            guard isCandidate(bytes[index], isJSON) else {
                (index, run) = (index + 1, 0)
                continue
            }
            let (scalar, length) = next(in: bytes, at: index, isJSON)
            run = isMark(scalar) ? run + 1 : 0
            if run > limit {
                if start < index { result += bytes[start..<index] }
                start = index + length
            }
            index += length
        }
        return start == 0 ? bytes : result + bytes[start...]
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Greek, Cyrillic, Chinese, Japanese and Korean letters. Looking up their properties takes longer than decoding them.
        case ..<0x300, 0x370..<0x483, 0x488..<0x591, 0x3100..<0xA66F, 0xAC00..<0xFB1E: false
        default: scalar.properties.canonicalCombiningClass != .notReordered
        }
    }

    /// Whether a mark or an escape may start with this byte.
    private static func isCandidate(_ byte: UInt8, _ isJSON: Bool) -> Bool {
        byte >= 0xCC || isJSON && byte == UInt8(ascii: "\\")
    }

    /// Returns the scalar at an index, and its length in bytes. Malformed bytes are no marks, and remain.
    private static func next(in bytes: [UInt8], at index: Int, _ isJSON: Bool) -> (Unicode.Scalar, length: Int) {
        let first = bytes[index]
        if isJSON, first == UInt8(ascii: "\\") { return escape(in: bytes, at: index) }
        let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard length > 1, index + length <= bytes.count else { return (" ", 1) }
        var value = UInt32(first) & (0x7F >> UInt32(length))
        for byte in bytes[(index + 1)..<(index + length)] { value = value << 6 | UInt32(byte & 0x3F) }
        return (Unicode.Scalar(value) ?? " ", length)
    }

    /// Returns the scalar of an escape. Two escapes can be one scalar.
    private static func escape(in bytes: [UInt8], at index: Int) -> (Unicode.Scalar, length: Int) {
        guard let high = unit(in: bytes, at: index) else { return (" ", min(2, bytes.count - index)) }
        guard 0xD800..<0xDC00 ~= high, let low = unit(in: bytes, at: index + 6), 0xDC00..<0xE000 ~= low else {
            return (Unicode.Scalar(high) ?? " ", 6)
        }
        return (Unicode.Scalar(0x1_0000 + (high - 0xD800) << 10 + (low - 0xDC00)) ?? " ", 12)
    }

    /// The UTF-16 code unit of the escape `\uXXXX` at an index; `nil` if there is none.
    private static func unit(in bytes: [UInt8], at index: Int) -> UInt32? {
        guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
        else { return nil }
        return UInt32(String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16)
    }
}
