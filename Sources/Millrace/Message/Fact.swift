/// Something that happened which anyone may hear.
///
/// A fact has no handler and asks for nothing. It is posted with ``Engine/post(_:)`` or ``Flow/post(_:)`` and reaches
/// every listener of its type in the order of registration. That nobody listens is not a fault.
///
/// ```swift
/// struct LoggedIn: Fact { let username: String }
/// ```
public protocol Fact: Sendable {}
