// Types that are coded as a text, so that a form can contain them.
extension LosslessStringConvertible {
    /// Decodes the text of a value.
    init(textFrom decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "The text is not a valid \(Self.self).")
        }
        self = value
    }

    /// Encodes the text of the value.
    func encodeText(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
