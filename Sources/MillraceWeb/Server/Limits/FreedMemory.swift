#if Web
    import Foundation

    /// The memory that the program has freed, and that the C library keeps for later.
    struct FreedMemory {
        /// The number of bytes from which a release is due, and the time until then, in which more may be freed.
        static let (limit, delay) = (32_000_000, Duration.seconds(2))

        private var bytes = 0
        private var isDue = false

        /// Notes that the memory in use has changed.
        mutating func note(from old: Int, to new: Int) { bytes += max(0, old - new) }

        /// Whether the caller must release the memory after the delay.
        mutating func becomesDue() -> Bool {
            guard !isDue, bytes >= Self.limit else { return false }
            isDue = true
            return true
        }

        /// Notes that the memory is being released.
        mutating func noteRelease() { (bytes, isDue) = (0, false) }

        private typealias Trim = @convention(c) (Int) -> Int32

        /// The function `malloc_trim` of glibc, which no Swift module declares. `nil` in other C libraries, which return freed memory by
        /// themselves.
        private static let trim: Trim? = dlsym(nil, "malloc_trim").map {
            // Safe: the function has had this type since its first version.
            unsafeBitCast($0, to: Trim.self)
        }

        /// Returns the memory to the system.
        ///
        /// glibc keeps freed memory that is between objects in use. Large pages that change often would make the program take ten times
        /// the memory that it uses.
        static func release() { _ = trim?(0) }
    }
#endif
