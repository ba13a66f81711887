/// Compresses data in the gzip format (RFC 1952), in one block with the fixed codes of RFC 1951.
///
/// Intended for data that is compressed once and served often.
struct Gzip {
    private var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    private var pending: UInt32 = 0
    private var pendingBits = 0

    /// Returns the compressed data. The time is proportional to its length.
    static func compress(_ data: [UInt8]) -> [UInt8] {
        var gzip = Gzip()
        gzip.writeBlock(data)
        for number in [checksum(data), UInt32(truncatingIfNeeded: data.count)] {
            for shift in stride(from: 0, to: 32, by: 8) {
                gzip.bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
        return gzip.bytes
    }

    private mutating func writeBlock(_ data: [UInt8]) {
        write(1, bits: 1)  // the last block
        write(1, bits: 2)  // fixed codes
        var places: [[UInt8]: [Int]] = [:]
        var index = 0
        while index < data.count {
            let match = Self.longestMatch(in: data, at: index, places)
            let next = index + max(match.length, 1)
            if match.length >= 3 { writeMatch(match) } else { writeSymbol(Int(data[index])) }
            while index < next {
                if index + 3 <= data.count { places[Array(data[index..<index + 3]), default: []].append(index) }
                index += 1
            }
        }
        writeSymbol(256)
        write(0, bits: (8 - pendingBits) % 8)
    }

    private static func longestMatch(
        in data: [UInt8], at index: Int, _ places: [[UInt8]: [Int]]
    ) -> (length: Int, distance: Int) {
        guard index + 3 <= data.count, let found = places[Array(data[index..<index + 3])] else { return (0, 0) }
        var best = (length: 0, distance: 0)
        for place in found.suffix(64).reversed() where index - place <= 32_768 {
            var length = 3
            while length < 258, index + length < data.count, data[place + length] == data[index + length] {
                length += 1
            }
            if length > best.length { best = (length, index - place) }
        }
        return best
    }

    // Lengths and distances share codes. Their low bits follow the code.
    private mutating func writeMatch(_ match: (length: Int, distance: Int)) {
        let (length, distance) = (match.length - 3, match.distance - 1)
        let lengthExtra = match.length == 258 ? 0 : max(Self.log2(length) - 2, 0)
        writeSymbol(match.length == 258 ? 285 : 257 + 4 * lengthExtra + length >> lengthExtra)
        write(length & (1 << lengthExtra - 1), bits: lengthExtra)
        let distanceExtra = max(Self.log2(distance) - 1, 0)
        writeCode(2 * distanceExtra + distance >> distanceExtra, bits: 5)
        write(distance & (1 << distanceExtra - 1), bits: distanceExtra)
    }

    private mutating func writeSymbol(_ symbol: Int) {
        switch symbol {
        case ..<144: writeCode(0x30 + symbol, bits: 8)
        case ..<256: writeCode(0x190 + symbol - 144, bits: 9)
        case ..<280: writeCode(symbol - 256, bits: 7)
        default: writeCode(0xC0 + symbol - 280, bits: 8)
        }
    }

    // Codes are written from their highest bit, and numbers from their lowest.
    private mutating func writeCode(_ code: Int, bits: Int) {
        for bit in stride(from: bits - 1, through: 0, by: -1) { write(code >> bit & 1, bits: 1) }
    }

    private mutating func write(_ number: Int, bits: Int) {
        pending |= UInt32(number) << UInt32(pendingBits)
        pendingBits += bits
        while pendingBits >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            pendingBits -= 8
        }
    }

    private static func log2(_ number: Int) -> Int { Int.bitWidth - 1 - max(number, 1).leadingZeroBitCount }

    private static func checksum(_ data: [UInt8]) -> UInt32 {
        ~data.reduce(~0) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
    }
}
