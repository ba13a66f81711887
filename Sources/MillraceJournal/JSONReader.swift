#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Parses a text that contains exactly one JSON value.
struct JSONReader {
    /// The reason why the text is not a JSON value, and the number of the byte where the error was found.
    struct Failure: Error {
        let place: Int
        let reason: String
        /// The name that occurs twice in an object, if this is the reason.
        var duplicate: String?
    }

    /// The maximum depth of nested values, which is that of `JSONDecoder`.
    private static let maximumDepth = 512

    private let bytes: ArraySlice<UInt8>
    private var place: Int
    private var depth = 0

    private init(_ bytes: ArraySlice<UInt8>) { (self.bytes, place) = (bytes, bytes.startIndex) }

    static func read(_ bytes: ArraySlice<UInt8>) throws(Failure) -> JSON {
        var reader = JSONReader(bytes)
        let value = try reader.value()
        reader.skipSpace()
        if reader.next != nil { throw reader.failure("unexpected text after the value") }
        return value
    }

    /// Reads the first members of an object, up to the first one with a name of `ends`.
    static func members(_ bytes: ArraySlice<UInt8>, before ends: Set<String>) throws(Failure) -> [JSON.Member] {
        var reader = JSONReader(bytes)
        var members: [JSON.Member] = []
        guard reader.take("{") else { throw reader.failure("expected an object") }
        repeat {
            guard reader.next == UInt8(ascii: "\"") else { throw reader.failure("expected a name in quotes") }
            let name = try reader.string()
            guard reader.take(":") else { throw reader.failure("expected a colon") }
            if ends.contains(name) { return members }
            members.append(.init(name: name, value: try reader.value()))
        } while reader.take(",")
        return members
    }

    private var next: UInt8? { place < bytes.endIndex ? bytes[place] : nil }

    private func failure(_ reason: String) -> Failure { Failure(place: place - bytes.startIndex + 1, reason: reason) }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
    }

    /// Consumes the next byte if it is `byte`. Returns whether it did.
    private mutating func take(_ byte: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: byte) else { return false }
        place += 1
        return true
    }

    private mutating func value() throws(Failure) -> JSON {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try nested { reader throws(Failure) in try reader.object() }
        case UInt8(ascii: "["): return try nested { reader throws(Failure) in try reader.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case nil: throw failure("the line ends before a value")
        default: return try number()
        }
    }

    private mutating func nested(_ read: (inout JSONReader) throws(Failure) -> JSON) throws(Failure) -> JSON {
        place += 1
        depth += 1
        defer { depth -= 1 }
        if depth > Self.maximumDepth { throw failure("values are nested deeper than \(Self.maximumDepth) levels") }
        return try read(&self)
    }

    private mutating func object() throws(Failure) -> JSON {
        var members: [JSON.Member] = []
        skipSpace()
        if take("}") { return .object([]) }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw failure("expected a name in quotes") }
            let name = try string()
            skipSpace()
            guard take(":") else { throw failure("expected a colon") }
            members.append(.init(name: name, value: try value()))
            skipSpace()
        } while take(",")
        guard take("}") else { throw failure("expected a comma or }") }
        if let name = Self.duplicate(in: members) {
            throw Failure(
                place: place - bytes.startIndex, reason: "the name \"\(name)\" occurs twice", duplicate: name)
        }
        return .object(members)
    }

    /// Returns the first name that occurs twice.
    private static func duplicate(in members: [JSON.Member]) -> String? {
        if members.count > 16 {
            var names: Set<[UInt8]> = []
            return members.first { !names.insert(Array($0.name.utf8)).inserted }?.name
        }
        for (index, member) in members.enumerated() where members[..<index].contains(where: { $0.isNamed(member.name) })
        {
            return member.name
        }
        return nil
    }

    private mutating func array() throws(Failure) -> JSON {
        var elements: [JSON] = []
        skipSpace()
        if take("]") { return .array([]) }
        repeat {
            elements.append(try value())
            skipSpace()
        } while take(",")
        guard take("]") else { throw failure("expected a comma or ]") }
        return .array(elements)
    }

    private mutating func word(_ word: StaticString, _ value: JSON) throws(Failure) -> JSON {
        guard bytes[place...].starts(with: "\(word)".utf8) else { throw failure("expected a value") }
        place += word.utf8CodeUnitCount
        return value
    }

    private mutating func number() throws(Failure) -> JSON {
        let first = place
        while let byte = next, (0x30...0x39).contains(byte) { place += 1 }
        let isInteger = place > first && next.map(Self.isPartOfNumber) != true
        if !isInteger {
            while let byte = next, Self.isPartOfNumber(byte) { place += 1 }
        }
        let digits = String(decoding: bytes[first..<place], as: UTF8.self)
        if !isInteger, Double(digits) == nil {
            place = first
            throw failure("expected a value")
        }
        return .number(digits)
    }

    private static func isPartOfNumber(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E || byte | 0x20 == 0x65
    }

    // MARK: Strings

    private mutating func string() throws(Failure) -> String {
        place += 1
        var text = ""
        while true {
            let first = place
            var all: UInt8 = 0
            while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
                all |= byte
                place += 1
            }
            let plain = bytes[first..<place]
            guard let part = all < 0x80 ? String(decoding: plain, as: UTF8.self) : String(bytes: plain, encoding: .utf8)
            else {
                place = first
                throw failure("invalid UTF-8")
            }
            text = text.isEmpty ? part : text + part
            if take("\"") { return text }
            guard take("\\") else { throw failure("unterminated string") }
            text.unicodeScalars.append(try escaped())
        }
    }

    private mutating func escaped() throws(Failure) -> Unicode.Scalar {
        let byte = next
        place += 1
        switch byte {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "u"): return try scalar()
        default: throw failure("unknown escape")
        }
    }

    private mutating func scalar() throws(Failure) -> Unicode.Scalar {
        let unit = try codeUnit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        // A high surrogate. The low surrogate must follow.
        guard unit < 0xDC00, take("\\"), take("u") else { throw failure("unpaired surrogate") }
        let other = try codeUnit()
        guard (0xDC00..<0xE000).contains(other),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(other) - 0xDC00))
        else { throw failure("unpaired surrogate") }
        return scalar
    }

    private mutating func codeUnit() throws(Failure) -> UInt16 {
        let digits = bytes[place...].prefix(4)
        guard digits.count == 4, let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16) else {
            throw failure("expected four hexadecimal digits")
        }
        place += 4
        return unit
    }
}
