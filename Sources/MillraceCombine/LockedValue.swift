import Millrace

/// A value behind a lock, for what Combine touches on any thread, though its types do not say so.
final class LockedValue<Value>: Sendable {
    private let lock: Lock<Unchecked<Value>>

    init(_ value: Value) { lock = Lock(Unchecked(value)) }

    /// Runs `body` with the value, and nobody else meanwhile. What it returns may be seen by two threads: whoever calls
    /// says why that is safe.
    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.withLock { Unchecked(body(&$0.value)) }.value
    }
}

/// What goes into a lock and out of it unchecked.
private struct Unchecked<Value>: @unchecked Sendable {
    // Safe: as far as whoever uses the lock says.
    var value: Value

    init(_ value: Value) { self.value = value }
}
