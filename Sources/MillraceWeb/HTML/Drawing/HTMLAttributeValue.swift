/// A value of an attribute: a text, a number, a Boolean, or an optional of these.
public protocol HTMLAttributeValue {
    /// The text of the attribute. `nil` removes the attribute.
    var attributeValue: String? { get }
}

extension String: HTMLAttributeValue {
    /// The text itself.
    public var attributeValue: String? { self }
}

extension Int: HTMLAttributeValue {
    /// The number in decimal digits.
    public var attributeValue: String? { "\(self)" }
}

extension Double: HTMLAttributeValue {
    /// The number in decimal digits. `nil` if the number is not finite.
    public var attributeValue: String? { isFinite ? plainText : nil }

    /// The shortest text that is read as the same number, without `.0`.
    var plainText: String {
        let text = "\(self)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension Bool: HTMLAttributeValue {
    /// An empty text for `true`, and `nil` for `false`.
    public var attributeValue: String? { self ? "" : nil }
}

extension Optional: HTMLAttributeValue where Wrapped: HTMLAttributeValue {
    /// The text of the wrapped value.
    public var attributeValue: String? { flatMap(\.attributeValue) }
}
