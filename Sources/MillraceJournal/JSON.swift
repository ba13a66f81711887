import Millrace

/// A JSON value of a line. Numbers keep their digits, and the members of an object keep their order.
///
/// Foundation has no such type. `JSONSerialization` and `JSONDecoder` lose the order and the digits (1e3 becomes 1000), and
/// report the position of an error less exactly. `JSONSerialization` is not in FoundationEssentials, so on Linux it needs the
/// libraries of the whole Foundation. A tree that is decoded by `JSONDecoder` takes more time.
package enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSON])
    case object([Member])

    package struct Member: Hashable, Sendable {
        package let name: String
        package var value: JSON

        package init(name: String, value: JSON) { (self.name, self.value) = (name, value) }

        package static func == (one: Member, other: Member) -> Bool {
            one.isNamed(other.name) && one.value == other.value
        }

        func isNamed(_ name: String) -> Bool { self.name.hasSameBytes(as: name) }
    }

    /// Whether both values are the same text. `==` of texts would accept other Unicode scalars.
    package static func == (one: JSON, other: JSON) -> Bool {
        switch (one, other) {
        case (.null, .null): true
        case (.bool(let one), .bool(let other)): one == other
        case (.number(let one), .number(let other)), (.string(let one), .string(let other)):
            one.hasSameBytes(as: other)
        case (.array(let one), .array(let other)): one == other
        case (.object(let one), .object(let other)): one == other
        default: false
        }
    }

    /// Returns an object with the members that have a value.
    static func of(_ members: KeyValuePairs<String, JSON?>) -> JSON {
        .object(members.compactMap { name, value in value.map { Member(name: name, value: $0) } })
    }

    static func number(_ number: some BinaryInteger) -> JSON { .number("\(number)") }

    /// Returns a duration as a number of seconds, with all its digits.
    static func seconds(_ duration: Duration) -> JSON {
        let (seconds, attoseconds) = duration.components
        if attoseconds == 0 { return .number(seconds) }
        var digits = String(attoseconds.magnitude)
        digits = String(repeating: "0", count: 18 - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        return .number("\(duration < .zero ? "-" : "")\(seconds.magnitude).\(digits)")
    }

    /// The value of the member with this name; `nil` if the value is not an object, or has no such member.
    package subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.isNamed(name) }?.value
    }

    /// The first value with this path of names; `nil` if there is none.
    package subscript(path path: some Sequence<String>) -> JSON? {
        path.reduce(Optional(self)) { value, name in value?[name] }
    }

    /// Returns the object without the member with this name.
    package func without(_ name: String) -> JSON {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { !$0.isNamed(name) })
    }

    package var text: String? { if case .string(let text) = self { text } else { nil } }

    package var integer: UInt64? { if case .number(let digits) = self { UInt64(digits) } else { nil } }

    package var elements: [JSON]? { if case .array(let elements) = self { elements } else { nil } }
}

// MARK: Writing

extension JSON: CustomStringConvertible {
    /// The value on one line.
    package var description: String {
        var text = ""
        write(to: &text)
        return text
    }

    func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let bool): text += bool ? "true" : "false"
        case .number(let digits): text += digits
        case .string(let string): Self.write(string, to: &text)
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                element.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                Self.write(member.name, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        if string.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            text += string
        } else {
            for scalar in string.unicodeScalars { write(scalar, to: &text) }
        }
        text += "\""
    }

    private static func write(_ scalar: Unicode.Scalar, to text: inout String) {
        switch scalar {
        case "\"": text += "\\\""
        case "\\": text += "\\\\"
        case "\n": text += "\\n"
        case "\r": text += "\\r"
        case "\t": text += "\\t"
        case _ where scalar.value < 0x20:
            text += "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
        default: text.unicodeScalars.append(scalar)
        }
    }
}
