#if canImport(os)
    import os
#else
    import Synchronization
#endif

/// A value behind a lock, for the few things that other threads touch.
package final class Lock<Value>: Sendable {
    #if canImport(os)
        // The standard library's `Mutex` needs a newer system than the kernel does.
        private let storage: OSAllocatedUnfairLock<Value>
        package init(_ value: sending Value) { storage = OSAllocatedUnfairLock(uncheckedState: value) }
    #else
        private let storage: Mutex<Value>
        /// Says again, where the thread sanitizer can see it, what the mutex says already: it cannot look into the
        /// library.
        private let order = Atomic(0)
        package init(_ value: sending Value) { storage = Mutex(value) }
    #endif

    /// Runs `body` with the value, and nobody else meanwhile.
    package func withLock<Result>(_ body: (inout sending Value) throws -> sending Result) rethrows -> sending Result {
        #if canImport(os)
            try storage.withLockUnchecked { try body(&$0) }
        #else
            try storage.withLock { value in
                _ = order.load(ordering: .acquiring)
                defer { order.store(0, ordering: .releasing) }
                return try body(&value)
            }
        #endif
    }
}

/// A flag that any thread may raise.
final class Flag: Sendable {
    #if canImport(os)
        private let isRaised = Lock(false)

        func raise() { isRaised.withLock { $0 = true } }

        /// Lowers it.
        ///
        /// - Returns: whether it was raised.
        func take() -> Bool {
            isRaised.withLock { isRaised in
                defer { isRaised = false }
                return isRaised
            }
        }
    #else
        private let isRaised = Atomic(false)

        func raise() { isRaised.store(true, ordering: .relaxed) }

        /// Lowers it.
        ///
        /// - Returns: whether it was raised.
        func take() -> Bool {
            isRaised.load(ordering: .relaxed) && isRaised.exchange(false, ordering: .relaxed)
        }
    #endif
}
