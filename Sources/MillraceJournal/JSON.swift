/// A JSON value as it stands in a line: numbers keep their digits, and what an object holds keeps its order.
///
/// Foundation has none like it: what `JSONSerialization` and `JSONDecoder` make has no order and no digits (1e3 is written as
/// 1000), and tells less of where a text is wrong. The first is not in FoundationEssentials, and brings an application on
/// Linux fifty megabytes of libraries; a tree made by the second takes over ten times as long.
package indirect enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSON])
    case object([Member])

    package struct Member: Hashable, Sendable {
        package let name: String
        package var value: JSON
    }

    /// An object of those members that have a value.
    static func of(_ members: KeyValuePairs<String, JSON?>) -> JSON {
        .object(members.compactMap { name, value in value.map { Member(name: name, value: $0) } })
    }

    static func number(_ number: some BinaryInteger) -> JSON { .number("\(number)") }

    /// A duration, as a number of seconds with all its digits.
    static func seconds(_ duration: Duration) -> JSON {
        let (seconds, attoseconds) = duration.components
        if attoseconds == 0 { return .number(seconds) }
        var digits = String(attoseconds.magnitude)
        digits = String(repeating: "0", count: 18 - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        return .number("\(duration < .zero ? "-" : "")\(seconds.magnitude).\(digits)")
    }

    /// The member of this name, where it is an object that has one.
    package subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The same object without the member of this name.
    func without(_ name: String) -> JSON {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { $0.name != name })
    }

    var text: String? { if case .string(let text) = self { text } else { nil } }

    var integer: UInt64? { if case .number(let digits) = self { UInt64(digits) } else { nil } }

    var elements: [JSON]? { if case .array(let elements) = self { elements } else { nil } }
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
