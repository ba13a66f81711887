#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
    public import Synchronization
#else
    import Glibc
    public import Synchronization
#endif

/// A value behind a lock, for the few things that other threads touch. The only use of the C library in the kernel.
package final class Lock<Value>: Sendable {
    /// Safe: initialized here, freed with this object, and used by the C library alone.
    private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
    /// Safe: read and written under the mutex only.
    private nonisolated(unsafe) var value: Value

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

    /// Runs `body` with the value, while no other thread uses it.
    package func withLock<Result>(_ body: (inout sending Value) throws -> sending Result) rethrows -> sending Result {
        acquire()
        defer { release() }
        return try body(&value)
    }

    /// Waits until no other thread holds the lock. The same thread must call ``release()``.
    package func acquire() { pthread_mutex_lock(mutex) }

    package func release() { pthread_mutex_unlock(mutex) }
}

/// A flag that any thread may raise.
@usableFromInline
final class Flag: Sendable {
    #if canImport(Darwin)
        private let flag = Lock(false)

        @usableFromInline var isRaised: Bool { flag.withLock { $0 } }

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
        @usableFromInline let flag = Atomic(false)

        // Read in each send.
        @inlinable var isRaised: Bool { flag.load(ordering: .relaxed) }

        func raise() { flag.store(true, ordering: .relaxed) }

        /// Lowers it.
        ///
        /// - Returns: whether it was raised.
        func take() -> Bool { isRaised && flag.exchange(false, ordering: .relaxed) }
    #endif
}
