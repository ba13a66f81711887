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
        text.append(value, Self.escapes)
        text += "\""
    }

    private static let escapes = ByteReplacements { byte in
        switch byte {
        case UInt8(ascii: "\""): "\\\""
        case UInt8(ascii: "\\"): "\\\\"
        case UInt8(ascii: "\n"): "\\n"
        case UInt8(ascii: "\r"): "\\r"
        case UInt8(ascii: "\t"): "\\t"
        case ..<16: "\\u000" + String(byte, radix: 16)
        case ..<32: "\\u00" + String(byte, radix: 16)
        default: nil
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
