/// Builds JSON text.
struct JSONWriter {
    private(set) var text = ""

    mutating func raw(_ json: String) { text += json }

    /// Writes a comma, unless the next value is the first one.
    mutating func separate() {
        switch text.utf8.last {
        case nil, UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ":"), UInt8(ascii: ","): break
        default: text += ","
        }
    }

    mutating func string(_ value: String) {
        text += "\""
        text.append(
            value, replacing: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") },
            by: { Self.escapes[Int($0)] })
        text += "\""
    }

    /// The escape of each ASCII byte. A text can consist of such bytes, and to make millions of escapes would take long.
    private static let escapes: [String] = (0..<0x80).map(escaped)

    private static func escaped(_ byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "\""): "\\\""
        case UInt8(ascii: "\\"): "\\\\"
        case UInt8(ascii: "\n"): "\\n"
        case UInt8(ascii: "\r"): "\\r"
        case UInt8(ascii: "\t"): "\\t"
        default: (byte < 16 ? "\\u000" : "\\u00") + String(byte, radix: 16)
        }
    }

    static func object(_ values: [String: String]) -> String {
        let fields = values.sorted { $0.key < $1.key }.map { "\(quoted($0.key)):\(quoted($0.value))" }
        return "{\(fields.joined(separator: ","))}"
    }

    static func array(_ values: [String]) -> String { "[\(values.map(quoted).joined(separator: ","))]" }

    static func quoted(_ value: String) -> String {
        var json = JSONWriter()
        json.string(value)
        return json.text
    }
}
