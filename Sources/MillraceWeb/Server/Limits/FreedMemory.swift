#if Web || Hummingbird || App
    import Foundation
    import Millrace

    /// Returns freed memory to the system, some time after much was freed.
    ///
    /// glibc keeps freed memory that is between objects in use. Large pages that change often would make the program take ten times
    /// the memory that it uses.
    final class FreedMemory: Sendable {
        /// The number of freed bytes after which memory is returned, and the time until then, in which more may be freed.
        static let (limit, delay) = (32_000_000, Duration.seconds(2))

        private let state = Lock((bytes: 0, isScheduled: false))
        private let timers: TimerQueue
        private let release: @Sendable () -> Void

        /// - Parameter release: Returns the memory. Runs in a task of its own.
        init(_ timers: TimerQueue, release: @escaping @Sendable () -> Void = { _ = FreedMemory.trim?(0) }) {
            (self.timers, self.release) = (timers, release)
        }

        /// Notes that this number of bytes, as an estimate, was freed. A negative number does nothing.
        func note(_ bytes: Int) {
            let isDue = state.withLock { state in
                state.bytes += max(0, bytes)
                guard !state.isScheduled, state.bytes >= Self.limit else { return false }
                state.isScheduled = true
                return true
            }
            guard isDue else { return }
            _ = timers.schedule(after: Self.delay) { [weak self] in Task { self?.releaseNow() } }
        }

        private func releaseNow() {
            state.withLock { $0 = (0, false) }
            release()
        }

        private typealias Trim = @convention(c) (Int) -> Int32

        /// The function `malloc_trim` of glibc, which no Swift module declares. `nil` in other C libraries, which return freed memory by
        /// themselves.
        private static let trim: Trim? = dlsym(nil, "malloc_trim").map {
            // Safe: the function has had this type since its first version.
            unsafeBitCast($0, to: Trim.self)
        }
    }
#endif
