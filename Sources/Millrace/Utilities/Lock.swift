#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
    public import Synchronization
#else
    import Glibc
    public import Synchronization
#endif

/// A value behind a lock, for the few values that several threads use. This is the only use of the C library in the kernel.
@usableFromInline
package final class Lock<Value>: Sendable {
    /// Safe: initialized by this object, freed with it, and otherwise used only by the C library.
    nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
    /// Safe: read and written only under the mutex.
    @exclusivity(unchecked) nonisolated(unsafe) var value: Value

    package init(_ value: sending Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Calls `body` with the value, while no other thread uses the value.
    package func withLock<Result>(_ body: (inout sending Value) throws -> sending Result) rethrows -> sending Result {
        acquire()
        defer { release() }
        return try body(&value)
    }

    /// Waits until no other thread has the lock, and takes it. The same thread must call ``release()``.
    package func acquire() { pthread_mutex_lock(mutex) }

    package func release() { pthread_mutex_unlock(mutex) }
}

/// A flag that any thread may raise.
@usableFromInline
package final class Flag: Sendable {
    #if canImport(Darwin)
        @usableFromInline let flag = Lock(false)

        package init() {}

        @usableFromInline package var isRaised: Bool { flag.withLock { $0 } }

        package func raise() { flag.withLock { $0 = true } }

        /// Lowers the flag.
        ///
        /// - Returns: Whether the flag was raised.
        package func take() -> Bool {
            flag.withLock { flag in
                defer { flag = false }
                return flag
            }
        }
    #else
        @usableFromInline let flag = Atomic(false)

        package init() {}

        // Read by each `send`.
        @inlinable package var isRaised: Bool { flag.load(ordering: .relaxed) }

        package func raise() { flag.store(true, ordering: .relaxed) }

        /// Lowers the flag.
        ///
        /// - Returns: Whether the flag was raised.
        package func take() -> Bool { isRaised && flag.exchange(false, ordering: .relaxed) }
    #endif
}
