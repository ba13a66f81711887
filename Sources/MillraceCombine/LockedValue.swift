import Millrace

/// A value behind a lock. Combine may access it on any thread, although its type is not `Sendable`.
final class LockedValue<Value>: Sendable {
    private let lock: Lock<Unchecked<Value>>

    init(_ value: Value) { lock = Lock(Unchecked(value)) }

    /// Calls `body` with exclusive access to the value.
    ///
    /// The result may be used on another thread than the value. The caller must explain why that is safe.
    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.withLock { Unchecked(body(&$0.value)) }.value
    }
}

/// A value that is passed into and out of a lock without a `Sendable` check.
private struct Unchecked<Value>: @unchecked Sendable {
    // Safe: each use of `LockedValue` explains why.
    var value: Value

    init(_ value: Value) { self.value = value }
}
