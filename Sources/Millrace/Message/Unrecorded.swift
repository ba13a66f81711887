/// A type whose values are never recorded, such as a password.
///
/// ```swift
/// struct Password: Codable, Hashable, Sendable, Unrecorded { var text: String }
/// ```
/// A recorder and an inspector show the name of the type instead of the value: in states, actions, commands and events, at any depth.
/// An error with such a part is recorded by its type alone. A type that encodes another one into its own encoder
/// (`try secret.encode(to: encoder)`) must conform itself. A recording of one store for a replay, by `StoreRecorder`, has whole values:
/// it replaces texts by tokens instead.
///
/// A conformance affects nothing else. In particular, the value is still encoded wherever the program stores it.
public protocol Unrecorded {}
