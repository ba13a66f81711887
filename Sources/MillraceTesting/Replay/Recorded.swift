#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
public import Millrace
import MillraceJournal

/// Returns a recorded value, in a test that the inspector has written.
///
/// - Parameters:
///   - type: The type.
///   - json: The recorded JSON.
/// - Throws: A `DecodingError`, if the type has another form today.
public func recorded<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
}

/// Returns the output of a command without one, in a test that the inspector has written.
///
/// - Parameters:
///   - type: `Void`.
///   - json: `null`.
public func recorded(_ type: Void.Type, _ json: String) {}

/// Returns a part of a value as a recording contains it, in a test that the inspector has written.
///
/// - Parameters:
///   - value: A value, such as a state.
///   - path: The names and indices that lead to the part; empty for the value itself.
/// - Returns: The part, which is compared with JSON.
public func recorded(_ value: some Encodable, at path: [String]) -> RecordedPart {
    RecordedPart(json: RecordedValue.json(of: value).part(at: path))
}

/// Returns a part of the state of a store as a recording contains it, in a test that the inspector has written.
///
/// - Parameters:
///   - store: The store, which has reduced all messages so far.
///   - path: The names and indices that lead to the part; empty for the state itself.
/// - Returns: The part, which is compared with JSON.
public func recorded<R: Reducer>(_ store: TestStore<R>, at path: [String]) -> RecordedPart where R.State: Encodable {
    recorded(store.store.state, at: path)
}

/// Returns a recorded error of a command that fails with `any Error`, in a test that the inspector has written.
///
/// - Parameters:
///   - type: The name of the original error's type.
///   - description: Its description.
/// - Returns: A `RecordedError`, because a recording does not know the type.
public func recordedError(type: String, description: String) -> any Error {
    RecordedError(type: type, description: description)
}
