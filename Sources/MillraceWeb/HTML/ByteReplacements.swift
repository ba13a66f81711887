/// The replacements of some ASCII characters by longer texts.
struct ByteReplacements: Sendable {
    /// The maximum number of bytes of a replacement.
    private static let stride = 8

    /// The number of bytes that replace each byte; 1 for a byte that is not replaced.
    fileprivate let lengths: [Int]
    /// The replacement of each byte, in places of the same size.
    private let bytes: [UInt8]

    /// - Parameter replacement: Returns at least two and at most eight bytes; `nil` for a byte that is not replaced.
    init(_ replacement: (UInt8) -> String?) {
        let replacements = (UInt8.min...UInt8.max).map { byte in
            byte < 0x80 ? replacement(byte).map { Array($0.utf8) } ?? [byte] : [byte]
        }
        lengths = replacements.map(\.count)
        bytes = replacements.flatMap { $0 + Array(repeating: 0, count: Self.stride - $0.count) }
    }

    /// Writes the bytes with their replacements, and returns how many were written.
    fileprivate func write(_ source: UnsafeBufferPointer<UInt8>, to target: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var position = 0
        for byte in source {
            let length = lengths[Int(byte)]
            if length == 1 {
                target[position] = byte
            } else {
                let start = Int(byte) * Self.stride
                for index in 0..<length { target[position + index] = bytes[start + index] }
            }
            position += length
        }
        return position
    }
}

extension String {
    /// Appends a text in which some bytes are replaced.
    ///
    /// A text can have megabytes, and all of its bytes can be replaced. So this is done in one pass and not by characters.
    mutating func append(_ text: String, _ replacements: ByteReplacements) {
        var text = text
        let changed: String? = text.withUTF8 { bytes in
            let count = bytes.reduce(0) { $0 + replacements.lengths[Int($1)] }
            if count == bytes.count { return nil }
            return String(unsafeUninitializedCapacity: count) { replacements.write(bytes, to: $0) }
        }
        self += changed ?? text
    }
}
