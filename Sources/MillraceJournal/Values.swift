import Millrace

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Encodes values as JSON, with tokens for sensitive texts. Equal values always give equal JSON, except for the order of sets.
package struct Values {
    /// The role of a value in a line. It is the first name in the path of a field.
    enum Root: String { case state, action, command, fact, output, transition, input, fault, id }

    private let tokens: Tokens?
    private let encoder: JSONEncoder
    private let decoder: JSONDecoder

    /// The version of the format. Flows of version 1 have no paths of children.
    let version: Int

    package init(version: Int) { self.init(tokens: nil, version: version) }

    init(tokens: Tokens?, version: Int = Format.version) {
        (self.tokens, encoder, decoder, self.version) = (tokens, JSONEncoder(), JSONDecoder(), version)
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let (plus, minus, none) = ("inf", "-inf", "nan")
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: plus, negativeInfinity: minus, nan: none)
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: plus, negativeInfinity: minus, nan: none)
    }

    /// Whether texts are replaced.
    var hasTokens: Bool { tokens != nil }

    package func json(action: some Encodable) throws -> JSON { try json(action, .action) }

    package func json(command: some Encodable) throws -> JSON { try json(command, .command) }

    func json(_ value: some Encodable, _ root: Root) throws -> JSON {
        let json = try JSONReader.read(ArraySlice(encoder.encode(value)))
        return try tokens?.applied(to: json, at: root.rawValue) ?? json
    }

    /// Returns the JSON of a state or an action. If there are tokens, checks that the JSON can still be decoded.
    func readableJSON<Value: Codable>(_ value: Value, _ root: Root) throws -> JSON {
        let json = try json(value, root)
        if tokens != nil { _ = try self.value(Value.self, json) }
        return json
    }

    package func value<Value: Decodable>(_ type: Value.Type, _ json: JSON) throws -> Value {
        try decoder.decode(type, from: Data(json.description.utf8))
    }

    // MARK: Decoding

    /// Decodes a part of a line as the current type.
    package func read<Value: Decodable>(_ json: JSON, _ part: String, line: Int) throws(RecordingError) -> Value {
        do { return try value(Value.self, json) } catch {
            throw .undecodable(line: line, part: part, reason: reason(error))
        }
    }

    /// Whether two values have the same JSON, or the same contents. `other` may differ in properties that are not encoded. `==` does
    /// not decide, because a type may compare less than it stores.
    package func areAlike<Value: Codable>(_ one: Value, _ other: Value) -> Bool {
        if haveSameBits(one, other) { return true }
        guard let first = try? json(one, .state), let second = try? json(other, .state) else {
            return haveSameContents(one, other)
        }
        // The order of a set differs in JSON.
        return first == second || areAlike(one, second)
    }

    /// Whether a value has the contents that were encoded as `json`.
    func areAlike<Value: Decodable>(_ one: Value, _ json: JSON) -> Bool {
        (try? haveSameContents(one, value(Value.self, json))) ?? false
    }
}

// MARK: Reasons

/// Returns the reason why a value could not be encoded or decoded, as a sentence.
func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
        "There is no \"\(key.stringValue)\"\(place(context.codingPath))."
    case DecodingError.valueNotFound(_, let context), DecodingError.typeMismatch(_, let context),
        DecodingError.dataCorrupted(let context):
        sentence(context.debugDescription) + place(context.codingPath) + "."
    case EncodingError.invalidValue(_, let context):
        sentence(context.debugDescription) + place(context.codingPath) + "."
    case let failure as JSONReader.Failure: "\(failure.reason), at byte \(failure.place)."
    default: sentence("\(error)") + "."
    }
}

private func sentence(_ text: String) -> String { text.hasSuffix(".") ? String(text.dropLast()) : text }

private func place(_ path: [any CodingKey]) -> String {
    if path.isEmpty { return "" }
    let names = path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    return ", at \"\(names)\""
}
