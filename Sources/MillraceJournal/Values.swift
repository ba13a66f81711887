import Millrace

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Makes JSON of values, the same of the same value at any time but for the order of a set, with tokens in place of what
/// is sensitive.
package struct Values {
    /// What a value is of a line: fields are found by their way from there.
    enum Root: String { case state, action, command, fact, output, transition, input, fault, id }

    private let tokens: Tokens?
    private let encoder: JSONEncoder
    private let decoder: JSONDecoder

    package init() { self.init(tokens: nil) }

    init(tokens: Tokens?) {
        (self.tokens, encoder, decoder) = (tokens, JSONEncoder(), JSONDecoder())
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let (plus, minus, none) = ("inf", "-inf", "nan")
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: plus, negativeInfinity: minus, nan: none)
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: plus, negativeInfinity: minus, nan: none)
    }

    func json(_ value: some Encodable, _ root: Root) throws -> JSON {
        let json = try JSONReader.read(ArraySlice(encoder.encode(value)))
        return try tokens?.applied(to: json, at: root.rawValue) ?? json
    }

    /// The JSON of a state or an action, which must be readable when tokens stand in it.
    func readableJSON<Value: Codable>(_ value: Value, _ root: Root) throws -> JSON {
        let json = try json(value, root)
        if tokens != nil { _ = try self.value(Value.self, json) }
        return json
    }

    package func value<Value: Decodable>(_ type: Value.Type, _ json: JSON) throws -> Value {
        try decoder.decode(type, from: Data(json.description.utf8))
    }

    // MARK: Reading what is recorded

    /// The first state of a recording, as today's type reads it.
    package func firstState<State: Decodable>(of recording: Recording) throws(RecordingError) -> State {
        try read(recording.state, "The state", line: 1)
    }

    /// A part of a line, as today's type reads it.
    package func read<Value: Decodable>(_ json: JSON, _ part: String, line: Int) throws(RecordingError) -> Value {
        do { return try value(Value.self, json) } catch {
            throw .undecodable(line: line, part: part, reason: reason(error))
        }
    }

    /// Whether `one` is what would be read of `other`, or was: what is not written does not count.
    package func areAlike<Value: Codable>(_ one: Value, _ other: Value) -> Bool {
        if areSame(one, other) { return true }
        guard let first = try? json(one, .state), let second = try? json(other, .state) else { return false }
        if first == second { return true }
        return (try? areSame(one, value(Value.self, second))) ?? false
    }
}

// MARK: Reasons

/// Why a value could not be coded, as a sentence.
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
