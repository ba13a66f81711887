/// Decodes the fields of a form into a type of the application, by their names.
struct FormDecoder: Decoder {
    let fields: [String: [String]]
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    static func decode<Value: Decodable>(
        _ type: Value.Type, from fields: [String: [String]]
    ) throws(ValidationError) -> Value {
        do {
            return try type.init(from: FormDecoder(fields: fields))
        } catch let error as ValidationError {
            throw error
        } catch DecodingError.dataCorrupted(let context) {
            // The type's own decoder rejected the value.
            throw Self.invalid(context.codingPath.last?.stringValue, context.debugDescription)
        } catch {
            throw ValidationError(message: "The form could not be decoded: \(error).")
        }
    }

    static func invalid(_ name: String?, _ message: String) -> ValidationError {
        ValidationError(message: message, fields: name.map { [$0: message] } ?? [:])
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(FormContainer(fields: fields))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.mismatch }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Self.mismatch }

    /// An error in the application. It is found when the form is submitted for the first time.
    private static let mismatch = ValidationError(
        message: "The form cannot be decoded. Its type must be a struct with a property for each field."
    )
}

/// The fields of a form, by their names.
private struct FormContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let fields: [String: [String]]
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { fields.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { fields[key.stringValue] != nil }

    /// A missing or empty field has no value.
    func decodeNil(forKey key: Key) -> Bool { fields[key.stringValue]?.allSatisfy(\.isEmpty) ?? true }

    // A browser does not send an unchecked box.
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(key, or: "false").flag() }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        contains(key) ? try decode(type, forKey: key) : nil
    }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(key).text }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        if type is any FormCollection.Type {
            return try type.init(from: FormValues(name: key.stringValue, texts: fields[key.stringValue] ?? []))
        }
        let value = try value(key)
        do { return try type.init(from: value) } catch DecodingError.dataCorrupted { throw value.mismatch(type) }
    }

    private func value(_ key: Key, or missing: String? = nil) throws(ValidationError) -> FormValue {
        let texts = fields[key.stringValue] ?? missing.map { [$0] } ?? []
        guard let text = texts.first, texts.count == 1 else {
            throw FormDecoder.invalid(
                key.stringValue,
                ValidationError(texts.isEmpty ? .missingField : .repeatedField, key.stringValue).message)
        }
        return FormValue(name: key.stringValue, text: text)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        throw try value(key).mismatch("nested fields, which a form cannot have")
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        FormValues(name: key.stringValue, texts: fields[key.stringValue] ?? [])
    }

    func superDecoder() throws -> any Decoder { FormDecoder(fields: fields) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try value(key) }
}

/// A type that can be decoded from several fields with the same name.
private protocol FormCollection {}
extension Array: FormCollection {}
extension Set: FormCollection {}

/// A single field.
private struct FormValue: Decoder, SingleValueDecodingContainer {
    let name: String
    let text: String
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func mismatch(_ expected: Any) -> ValidationError {
        let error = ValidationError(.invalidField, "\(text.prefix(40))", name, Self.describe(expected))
        return FormDecoder.invalid(name, error.message)
    }

    private static func describe(_ expected: Any) -> String {
        let texts = PageTexts.current
        return switch expected {
        case is any BinaryInteger.Type: texts[.kindWholeNumber]
        case is any BinaryFloatingPoint.Type: texts[.kindNumber]
        case is Bool.Type: texts[.kindBoolean]
        case let text as String: text
        default: texts[.kindListed]
        }
    }

    func flag() throws(ValidationError) -> Bool {
        switch text {
        case "true", "on": true
        case "false", "": false
        default: throw mismatch(Bool.self)
        }
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw mismatch("nested fields, which a form cannot have")
    }
    func unkeyedContainer() -> any UnkeyedDecodingContainer { FormValues(name: name, texts: [text]) }

    func decodeNil() -> Bool { text.isEmpty }
    func decode(_ type: Bool.Type) throws -> Bool { try flag() }
    func decode(_ type: String.Type) -> String { text }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let number = type as? any (Numeric & LosslessStringConvertible).Type else {
            return try type.init(from: self)
        }
        guard let value = number.init(sent: text) as? Value else { throw mismatch(type) }
        return value
    }
}

/// Several fields with the same name.
private struct FormValues: Decoder, UnkeyedDecodingContainer {
    let name: String
    let texts: [String]
    var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var count: Int? { texts.count }
    var isAtEnd: Bool { currentIndex == texts.count }

    init(name: String, texts: [String]) { (self.name, self.texts) = (name, texts) }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { self }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw mismatch }
    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> { throw mismatch }

    mutating func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try next()
        do { return try type.init(from: value) } catch DecodingError.dataCorrupted { throw value.mismatch(type) }
    }

    private mutating func next() throws(ValidationError) -> FormValue {
        guard !isAtEnd else { throw mismatch }
        defer { currentIndex += 1 }
        return FormValue(name: name, text: texts[currentIndex])
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw mismatch
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw mismatch }
    mutating func superDecoder() throws -> any Decoder { try next() }

    private var mismatch: ValidationError {
        FormDecoder.invalid(name, "“\(name)” must be a list of single values.")
    }
}
