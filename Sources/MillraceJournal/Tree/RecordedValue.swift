/// Values in the form in which a recorder writes them.
package enum RecordedValue {
    /// Returns the JSON of a value.
    package static func json(of value: some Encodable) -> JSON { ValueEncoder().part(value, after: nil).json }

    /// Reads stored JSON. Bytes that are no JSON are a text.
    package static func json(_ bytes: [UInt8]) -> JSON { typed(String(decoding: bytes, as: UTF8.self)) }

    /// Reads what a person has typed: JSON, or else a text.
    package static func typed(_ text: String) -> JSON { (try? JSONReader.read(ArraySlice(text.utf8))) ?? .string(text) }
}
