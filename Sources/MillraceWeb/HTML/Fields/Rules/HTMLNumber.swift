/// HTML's valid floating-point numbers. Only these texts are numbers: in fields and forms, in URLs and for uploads.
enum HTMLNumber {
    /// The maximum length of a number in bytes. To convert a longer one would take long.
    private static let maxBytes = 1_000

    /// Whether the text is a number: digits, with `-`, a fraction and an exponent. A `+`, a space, a hexadecimal number and a word
    /// such as `inf` are not.
    static func isValid(_ text: String) -> Bool {
        var rest = text.utf8.prefix(maxBytes + 1)
        guard rest.count <= maxBytes else { return false }
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        var digits = removeDigits(&rest)
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            digits = removeDigits(&rest)
        }
        if digits > 0, rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest.removeFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
            digits = removeDigits(&rest)
        }
        return digits > 0 && rest.isEmpty
    }

    private static func removeDigits(_ text: inout Substring.UTF8View) -> Int {
        let digits = text.prefix { (0x30...0x39).contains($0) }
        text.removeFirst(digits.count)
        return digits.count
    }

    /// Converts a whole number that is written with a fraction or an exponent, such as `1e3`.
    fileprivate static func whole<Value: BinaryInteger>(_ text: String, _ type: Value.Type) -> Value? {
        // A Double below this one has no fraction that was rounded away.
        Double(text).flatMap { $0.magnitude < 0x1p53 ? Value(exactly: $0) : nil }
    }
}

extension LosslessStringConvertible {
    /// Creates a value from a text that a client has sent. A number must be one of HTML's, and finite.
    init?(sent text: String) {
        guard Self.self is any Numeric.Type else {
            self.init(text)
            return
        }
        guard HTMLNumber.isValid(text) else { return nil }
        let whole = { (Self.self as? any BinaryInteger.Type).flatMap { HTMLNumber.whole(text, $0) as? Self } }
        guard let value = Self(text) ?? whole(), (value as? any FloatingPoint)?.isFinite ?? true else { return nil }
        self = value
    }
}
