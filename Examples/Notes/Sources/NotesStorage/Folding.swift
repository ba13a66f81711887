/// Removes the differences of case, accents and width from a text, in steps that take linear time.
///
/// A table contains the result for each scalar, as Foundation determines it. Foundation itself takes seconds for 2 MB with accents.
struct Folding: Sendable {
    private let text: String
    /// The number of bytes that were folded.
    private(set) var position = 0
    /// Whether there is a letter that an accent can belong to, and whether it is one of a script whose accents are all ignored.
    private var (hasBase, ignoresMarks) = (false, false)

    init(of text: String) {
        var text = text
        text.makeContiguousUTF8()
        self.text = text
    }

    /// Whether the whole text was folded.
    var isDone: Bool { position == text.utf8.count }

    /// Folds the next bytes, at least one scalar, and returns the result.
    mutating func fold(atMost limit: Int) -> [UInt8] {
        var (position, folded) = (position, [UInt8]())
        let isContiguous: Void? = text.utf8.withContiguousStorageIfAvailable { bytes in
            var end = position + min(max(limit, 4), bytes.count - position)
            while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
            folded.reserveCapacity(end - position)
            fold(UnsafeBufferPointer(rebasing: bytes[position..<end]), to: &folded)
            position = end
        }
        precondition(isContiguous != nil)
        self.position = position
        return folded
    }

    private mutating func fold(_ bytes: UnsafeBufferPointer<UInt8>, to folded: inout [UInt8]) {
        var table = FoldingTable()
        var index = 0
        while index < bytes.count {
            if bytes[index] < 0x80 {
                let end = bytes[index...].firstIndex { $0 >= 0x80 } ?? bytes.count
                folded.append(lowercasing: UnsafeBufferPointer(rebasing: bytes[index..<end]))
                (index, hasBase, ignoresMarks) = (end, true, true)
                continue
            }
            let scalar = bytes.scalar(at: &index)
            let entry = table[scalar]
            if entry.isMark, hasBase {
                // An ignored mark, or one that other scripts combine with their letters.
                if !ignoresMarks, scalar >= FoldingTable.firstOther { folded.append(entry) }
            } else {
                (hasBase, ignoresMarks) = (true, entry.isBeforeOther)
                folded.append(entry)
            }
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Decodes the scalar at an index of valid UTF-8 that is not ASCII, and advances the index.
    fileprivate func scalar(at index: inout Int) -> UInt32 {
        let first = self[index]
        let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        var value = UInt32(first) & (0xFF >> UInt32(length + 1))
        for next in index + 1..<index + length { value = value << 6 | UInt32(self[next] & 0x3F) }
        index += length
        return value
    }
}

extension [UInt8] {
    fileprivate mutating func append(lowercasing ascii: UnsafeBufferPointer<UInt8>) {
        let start = count
        append(contentsOf: ascii)
        withUnsafeMutableBufferPointer { bytes in
            for index in start..<bytes.count where bytes[index] &- 0x41 < 26 { bytes[index] |= 0x20 }
        }
    }

    fileprivate mutating func append(_ entry: FoldingTable.Entry) {
        for index in 0..<entry.count { append(entry[index]) }
    }
}
