/// Compresses data in the gzip format (RFC 1952), in one block with the fixed codes of RFC 1951.
struct Gzip {
    /// The number of bytes that are compressed in one step.
    private static let step = 65_536

    private let data: [UInt8]
    private var matches: Matches
    /// The number of bytes that have been compressed, and their checksum.
    private var (index, checksum): (Int, UInt32) = (0, ~0)
    private var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    private var pending: UInt32 = 0
    private var pendingBits = 0

    private init(_ data: [UInt8], _ effort: Effort) {
        (self.data, matches) = (data, Matches(count: data.count, maxTries: effort.rawValue))
        write(1, bits: 1)  // the last block
        write(1, bits: 2)  // fixed codes
    }

    /// The effort of the search for repeated bytes. The raw value is the maximum number of earlier places that are compared.
    enum Effort: Int {
        /// For a document, which is compressed for each request.
        case quick = 16
        /// For a file, which is compressed once. It takes longer. The script of live pages becomes 2 % shorter.
        case thorough = 64
    }

    /// Returns the compressed data. The time is proportional to its length.
    static func compress(_ data: [UInt8], _ effort: Effort) -> [UInt8] {
        var gzip = Gzip(data, effort)
        while gzip.writeStep() {}
        return gzip.end()
    }

    /// Returns the compressed data. Calls `pause` between the steps, so that other tasks can run.
    static func compress(_ data: [UInt8], _ effort: Effort, pause: @Sendable () async -> Void) async -> [UInt8] {
        var gzip = Gzip(data, effort)
        while gzip.writeStep() { await pause() }
        return gzip.end()
    }

    /// Compresses the next bytes. Returns `false` if no bytes remain.
    private mutating func writeStep() -> Bool {
        let end = min(index + Self.step, data.count)
        checksum = Self.checksum(data[index..<end], after: checksum)
        data.withUnsafeBufferPointer { data in
            while index < end {
                let match = matches.longest(in: data, at: index, end: end)
                let next = index + max(match.length, 1)
                if match.length >= 3 { writeMatch(match) } else { writeSymbol(Int(data[index])) }
                while index < next {
                    matches.add(index, in: data)
                    index += 1
                }
            }
        }
        return index < data.count
    }

    private mutating func end() -> [UInt8] {
        writeSymbol(256)
        write(0, bits: (8 - pendingBits) % 8)
        for number in [~checksum, UInt32(truncatingIfNeeded: data.count)] {
            for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
        }
        return bytes
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
        let (code, bits) = Self.symbols[symbol]
        write(code, bits: bits)
    }

    /// The codes of all symbols, in the order in which their bits are written.
    private static let symbols: [(code: Int, bits: Int)] = (0..<286).map { symbol in
        switch symbol {
        case ..<144: (reversed(0x30 + symbol, bits: 8), 8)
        case ..<256: (reversed(0x190 + symbol - 144, bits: 9), 9)
        case ..<280: (reversed(symbol - 256, bits: 7), 7)
        default: (reversed(0xC0 + symbol - 280, bits: 8), 8)
        }
    }

    private mutating func writeCode(_ code: Int, bits: Int) { write(Self.reversed(code, bits: bits), bits: bits) }

    // Codes are written from their highest bit, and numbers from their lowest.
    private static func reversed(_ code: Int, bits: Int) -> Int {
        (0..<bits).reduce(0) { $0 << 1 | code >> $1 & 1 }
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

    private static func checksum(_ data: ArraySlice<UInt8>, after sum: UInt32) -> UInt32 {
        data.reduce(sum) { sum, byte in sum >> 8 ^ remainders[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] }
    }

    private static let remainders: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
}

/// Finds earlier bytes that are repeated. Each search takes constant time.
private struct Matches {
    /// The last place of each hash of three bytes, and for each place the one before it with the same hash.
    private var last = [Int32](repeating: -1, count: 1 << 15)
    private var previous: [Int32]

    /// The maximum number of places that are compared.
    private let maxTries: Int

    init(count: Int, maxTries: Int) {
        (previous, self.maxTries) = ([Int32](repeating: -1, count: count), maxTries)
    }

    mutating func add(_ index: Int, in data: UnsafeBufferPointer<UInt8>) {
        guard index + 3 <= data.count else { return }
        let hash = Self.hash(data, index)
        previous[index] = last[hash]
        last[hash] = Int32(truncatingIfNeeded: index)
    }

    /// Returns the longest earlier bytes that were found to be repeated at `index` and before `end`.
    func longest(in data: UnsafeBufferPointer<UInt8>, at index: Int, end: Int) -> (length: Int, distance: Int) {
        guard index + 3 <= end else { return (0, 0) }
        let limit = min(258, end - index)
        var (best, place, tries) = ((length: 0, distance: 0), Int(last[Self.hash(data, index)]), maxTries)
        while place >= 0, index - place <= 32_768, tries > 0, best.length < limit {
            var length = 0
            while length < limit, data[place + length] == data[index + length] { length += 1 }
            if length > best.length { best = (length, index - place) }
            (place, tries) = (Int(previous[place]), tries - 1)
        }
        return best
    }

    private static func hash(_ data: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
        let bytes = UInt32(data[index]) | UInt32(data[index + 1]) << 8 | UInt32(data[index + 2]) << 16
        return Int((bytes &* 0x9E37_79B1) >> 17)
    }
}
