/// Something that happened, which any listener may receive.
///
/// A fact has no handler and requests nothing. ``Engine/post(_:)`` or ``Flow/post(_:)`` posts it to every listener of its type:
/// first to stores, then to other listeners, each in the order of registration. A fact without a listener is not a fault.
///
/// ```swift
/// struct LoggedIn: Fact { let username: String }
/// ```
public protocol Fact: Sendable {}
