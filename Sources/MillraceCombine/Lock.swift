#if canImport(os)
    import os
#else
    import Synchronization
#endif

/// A value behind a lock, for what Combine touches on any thread.
final class Lock<Value>: Sendable {
    #if canImport(os)
        // The standard library's `Mutex` needs a newer system than this does.
        private let storage: OSAllocatedUnfairLock<Value>

        init(_ value: Value) { storage = OSAllocatedUnfairLock(uncheckedState: value) }

        /// Runs `body` with the value, and nobody else meanwhile. What it returns may be seen by two threads: whoever calls
        /// says why that is safe.
        func withLock<Result>(_ body: (inout Value) -> Result) -> Result { storage.withLockUnchecked(body) }
    #else
        private let storage: Mutex<Unchecked<Value>>
        /// Says again, where the thread sanitizer can see it, what the mutex says already: it cannot look into the library.
        private let order = Atomic(0)

        init(_ value: Value) { storage = Mutex(Unchecked(value)) }

        /// Runs `body` with the value, and nobody else meanwhile. What it returns may be seen by two threads: whoever calls
        /// says why that is safe.
        func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
            storage.withLock { value in
                _ = order.load(ordering: .acquiring)
                defer { order.store(0, ordering: .releasing) }
                return Unchecked(body(&value.value))
            }.value
        }
    #endif
}

#if !canImport(os)
    /// What goes into a mutex and out of it as it does with the lock of Apple's systems: unchecked.
    private struct Unchecked<Value>: @unchecked Sendable {
        // Safe: as far as whoever uses the lock says.
        var value: Value

        init(_ value: Value) { self.value = value }
    }
#endif
