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
        private let flag = Lock(false)

        var isRaised: Bool { flag.withLock { $0 } }

        func raise() { flag.withLock { $0 = true } }

        /// Lowers it.
        ///
        /// - Returns: whether it was raised.
        func take() -> Bool {
            flag.withLock { flag in
                defer { flag = false }
                return flag
            }
        }
    #else
        let flag = Atomic(false)

        var isRaised: Bool { flag.load(ordering: .relaxed) }

        func raise() { flag.store(true, ordering: .relaxed) }

        /// Lowers it.
        ///
        /// - Returns: whether it was raised.
        func take() -> Bool {
            isRaised && flag.exchange(false, ordering: .relaxed)
        }
    #endif
}
