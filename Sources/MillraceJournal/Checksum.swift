/// The checksum of a recording: CRC-64/XZ of all bytes up to a line.
///
/// A cyclic redundancy check of 64 bits finds every single flipped bit and every error within 64 bits. Other damage has the
/// same checksum with a probability of 2⁻⁶⁴. It does not protect against changes on purpose. The standard library has no
/// checksum, and Foundation has none on every platform.
package struct Checksum: Equatable {
    package private(set) var value: UInt64 = 0

    /// The text in a line: 16 lowercase hexadecimal digits.
    var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    package init() {}

    /// Reads a text in the form of ``text``; `nil` if it has another form.
    init?(_ text: String) {
        guard let value = UInt64(text, radix: 16) else { return nil }
        self.value = value
        if self.text != text { return nil }
    }

    /// Continues the checksum with these bytes.
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var state = ~value
        Self.table.withUnsafeBufferPointer { table in
            for byte in bytes { state = table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ state >> 8 }
        }
        value = ~state
    }

    /// The checksums of single bytes, for the reflected polynomial of ECMA-182.
    private static let table: [UInt64] = (0..<256).map { byte in
        (0..<8).reduce(UInt64(byte)) { state, _ in state & 1 == 0 ? state >> 1 : state >> 1 ^ 0xC96C_5795_D787_0F42 }
    }
}

/// The chain of checksums over the lines of a recording. Each line ends with the checksum of all bytes before it.
struct LineChain {
    private static let start = #","sum":""#
    private static let end = "\"}"
    /// The number of bytes after the content of a line.
    private static let length = start.utf8.count + 16 + end.utf8.count

    private(set) var sum = Checksum()

    init() {}

    /// Continues after a line. Returns `nil` if the line does not end with a checksum.
    init?(after line: ArraySlice<UInt8>) {
        guard let sum = Self.sum(of: line) else { return nil }
        self.sum = sum
    }

    /// Appends a line: the members of `json`, the checksum, and a line break.
    mutating func append(_ json: JSON, to lines: inout String) {
        var line = json.description
        line.removeLast()
        line.withUTF8 { sum.add(UnsafeRawBufferPointer($0)) }
        lines += line + Self.start + sum.text + Self.end + "\n"
    }

    /// Whether a line, without its line break, ends with the right checksum. Continues after it.
    mutating func accepts(_ line: ArraySlice<UInt8>) -> Bool {
        guard let recorded = Self.sum(of: line) else { return false }
        line.dropLast(Self.length).withUnsafeBytes { sum.add($0) }
        return recorded == sum
    }

    private static func sum(of line: ArraySlice<UInt8>) -> Checksum? {
        let suffix = line.suffix(length)
        guard suffix.count == length, suffix.starts(with: start.utf8), suffix.suffix(2).elementsEqual(end.utf8) else {
            return nil
        }
        return Checksum(String(decoding: suffix.dropFirst(start.utf8.count).prefix(16), as: UTF8.self))
    }
}
