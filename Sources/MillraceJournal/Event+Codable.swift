public import Millrace

// Events of all commands are `Codable`, so that the compiler can synthesize `Codable` for an action that contains an event. An
// output may have any type, even a tuple. So whether its type is `Codable` is checked at run time.

private enum EventKey: String, CodingKey { case progress, data, failure }

extension Event: Encodable {
    /// Encodes the kind of the event and its value: `{"data": […]}`.
    ///
    /// `Void` is encoded as null. If the command's `Failure` is `any Error`, an error is encoded as the name of its type and
    /// its description.
    ///
    /// - Throws: `EncodingError` if the type of the value is not `Encodable`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: EventKey.self)
        switch self {
        case .progress(let progress): try container.encode(progress, .progress, of: C.self)
        case .data(let output): try container.encode(output, .data, of: C.self)
        case .failure(let failure):
            if C.Failure.self == (any Error).self {
                try container.encode(AnyFailure(failure), forKey: .failure)
            } else {
                try container.encode(failure, .failure, of: C.self)
            }
        }
    }
}

extension Event: Decodable {
    /// Decodes the kind of the event and its value.
    ///
    /// If the command's `Failure` is `any Error`, an error is decoded as ``RecordedError``, except ``TimedOut``, which keeps
    /// its type.
    ///
    /// - Throws: `DecodingError` if the type of the value is not `Decodable`, or if the value is missing.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: EventKey.self)
        switch container.allKeys.first {
        case .progress: self = .progress(try container.decode(C.Progress.self, .progress, of: C.self))
        case .data: self = .data(try container.decode(C.Output.self, .data, of: C.self))
        case .failure: self = .failure(try container.decodeFailure(of: C.self))
        case nil:
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "An event of \(C.self) must have progress, data or failure."))
        }
    }
}

extension KeyedEncodingContainer<EventKey> {
    fileprivate mutating func encode<Value>(_ value: Value, _ key: EventKey, of command: any Command.Type) throws {
        if Value.self == Void.self { return try encodeNil(forKey: key) }
        // The type is checked first, because an optional that is nil would fail the cast.
        guard Value.self is any Encodable.Type, let encodable = value as? any Encodable else {
            let why = "The \(key.rawValue) of \(command) is of the type \(Value.self), which is not Encodable."
            throw EncodingError.invalidValue(value, .init(codingPath: codingPath + [key], debugDescription: why))
        }
        try encode(encodable, forKey: key)
    }
}

extension KeyedDecodingContainer<EventKey> {
    fileprivate func decode<Value>(_ type: Value.Type, _ key: EventKey, of command: any Command.Type) throws -> Value {
        if type == Void.self, let nothing = () as? Value { return nothing }
        if let type = type as? any Decodable.Type, let value = try decode(type, forKey: key) as? Value { return value }
        throw DecodingError.typeMismatch(
            type,
            .init(
                codingPath: codingPath + [key],
                debugDescription: "The \(key.rawValue) of \(command) is of the type \(type), which is not Decodable."))
    }

    fileprivate func decodeFailure<C: Command>(of command: C.Type) throws -> C.Failure {
        if C.Failure.self == (any Error).self,
            let error = try decode(AnyFailure.self, forKey: .failure).error as? C.Failure
        {
            return error
        }
        return try decode(C.Failure.self, .failure, of: command)
    }
}

/// The encoded form of an error of the type `any Error`.
private struct AnyFailure: Codable {
    let type: String
    let description: String
    /// The command's timeout if the error is ``TimedOut``; otherwise `nil`.
    let after: Duration?

    init(_ error: any Error) {
        let recorded = error as? RecordedError
        type = recorded?.type ?? "\(Swift.type(of: error))"
        description = recorded?.description ?? ErrorText.text(of: error)
        after = (error as? TimedOut)?.after
    }

    var error: any Error {
        after.map { TimedOut(after: $0) } ?? RecordedError(type: type, description: description)
    }
}
