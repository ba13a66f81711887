public import Millrace

// An event of any command can be coded, so that an action that holds one is `Codable` by the compiler's own hand. Whether
// what it holds can be coded is known when it is, since an output may be of any type, a tuple too.

private enum EventKey: String, CodingKey { case progress, data, failure }

extension Event: Encodable {
    /// Writes the kind of the event, and what it holds: `{"data": […]}`. `Void` is written as null, and an error of a
    /// command that fails with `any Error` by the name of its type and its description.
    ///
    /// - Throws: `EncodingError` where what it holds is of a type that is not `Encodable`.
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
    /// Reads what was written. The failure of a command that fails with `any Error` is a ``RecordedError``; one that
    /// took too long is ``TimedOut``, as it was.
    ///
    /// - Throws: `DecodingError` where what it holds is of a type that is not `Decodable`, or is not there.
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
                    debugDescription: "An event of \(C.self) is none of progress, data and failure."))
        }
    }
}

extension KeyedEncodingContainer<EventKey> {
    fileprivate mutating func encode<Value>(_ value: Value, _ key: EventKey, of command: any Command.Type) throws {
        if Value.self == Void.self { return try encodeNil(forKey: key) }
        // Asked of the type: an optional without a value would say that it is nothing at all.
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

/// An error of which nothing is known but that it is one.
private struct AnyFailure: Codable {
    let type: String
    let description: String
    /// How long a command was given, where the error says that it took longer.
    let after: Duration?

    init(_ error: any Error) {
        let recorded = error as? RecordedError
        type = recorded?.type ?? "\(Swift.type(of: error))"
        description = recorded?.description ?? "\(error)"
        after = (error as? TimedOut)?.after
    }

    var error: any Error {
        after.map { TimedOut(after: $0) } ?? RecordedError(type: type, description: description)
    }
}
